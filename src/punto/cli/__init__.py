"""The terminal: one file per command, in a room for each kind of work. `run` turns an error into one line and an exit
code.

`input` holds what commands take in, `output` what they print and write.
"""

import os
import signal
import sys
from collections.abc import Callable, Iterable
from importlib import import_module
from io import TextIOWrapper
from typing import Annotated

import typer

from punto import __version__
from punto.books.find_book import what_went_wrong
from punto.cli.input.choose_book import book_in_use
from punto.cli.input.plain_values import PlainCommand, PlainGroup
from punto.cli.input.refuse import BadInput

INTERRUPTED = 130
MESSAGE_MAX = 2_000

ROOMS = {  # in the order of the help; each command is a function in a file of its own name
    "operating": (
        "serve", "floor", "backup", "restore", "accept-loss", "archive", "audit", "digest", "password", "patron",
        "device", "scan", "picture",
    ),
    "playing": ("books", "rules", "deal", "settle", "roads", "verify"),
    "mathematics": (
        "odds", "bets", "compare", "design", "removal", "exposure", "price", "simulate", "stake", "report", "lab",
        "warm",
    ),
    "trials": ("load", "torture"),
}  # fmt: skip
TITLES = {
    "operating": "Run a floor",
    "playing": "Play by the rules",
    "mathematics": "Calculate",
    "trials": "Try it hard",
}
COMMANDS = {command: room for room, commands in ROOMS.items() for command in commands}


def punto(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version.")] = False,
) -> None:
    """Punto runs, plays and proves baccarat."""
    if version:
        sys.stdout.write(f"punto {__version__}\n")
    elif context.invoked_subcommand is None:
        sys.stdout.write(context.get_help() + "\n")


def app_for(arguments: list[str]) -> typer.Typer:
    """Imports the command that was asked for and no other: a server that restarts has no time to lose."""
    app = typer.Typer(
        name="punto",
        cls=PlainGroup,
        add_completion=False,
        rich_markup_mode="markdown",
        pretty_exceptions_enable=False,
    )
    app.callback(invoke_without_command=True)(punto)
    for command in _commands_for(arguments[:1]):
        app.command(cls=PlainCommand, rich_help_panel=TITLES[COMMANDS[command]])(function_of(command))
    return app


def function_of(command: str) -> Callable[..., None]:
    name = command.replace("-", "_")
    function: Callable[..., None] = getattr(import_module(f"punto.cli.{COMMANDS[command]}.{name}"), name)
    return function


def _commands_for(asked: list[str]) -> Iterable[str]:
    if asked == ["--version"]:
        return ()
    return asked if asked and asked[0] in COMMANDS else COMMANDS


def run(arguments: list[str]) -> int:
    """The exit code: 0, or 2 after a line for each fault."""
    if sys.stdout is None:
        return _refuse("standard output is closed")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # replace what the terminal cannot show
            stream.reconfigure(errors="replace")
    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        code = app_for(arguments)(
            arguments, prog_name="punto", standalone_mode=False
        )  # returns the code of an interrupt
        sys.stdout.flush()
    except BadInput as refused:
        return _refuse(*refused.reasons)
    except typer.TyperException as refused:  # a wrong option or a missing argument
        return _refuse(refused.format_message())
    except (typer.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except OSError as error:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115 (the rest of the output has nowhere to go)
        return _refuse(f"output: {error.strerror}")
    except Exception as error:
        if book_in_use.path is None:
            raise
        return _refuse(f"{book_in_use.path}{what_went_wrong(error, book_in_use.path)}")  # its author's fault
    return code or 0


def _refuse(*messages: str) -> int:
    for message in messages if sys.stderr is not None else ():
        shown = "".join(letter if letter.isprintable() else " " for letter in message[:MESSAGE_MAX])
        sys.stderr.write(f"punto: {shown}\n")
    return 2
