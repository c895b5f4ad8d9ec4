"""The terminal: one command, one file. `main` turns what went wrong into one line and an exit code."""

import sys
from typing import Annotated

import typer

from punto import __version__
from punto.cli.books import books
from punto.cli.deal import deal
from punto.cli.odds import odds
from punto.cli.refuse import BadInput
from punto.cli.roads import roads
from punto.cli.rules import rules
from punto.cli.settle import settle

app = typer.Typer(
    name="punto",
    add_completion=False,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
)
for command in (books, rules, deal, settle, odds, roads):
    app.command()(command)


@app.callback(invoke_without_command=True)
def punto(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version.")] = False,
) -> None:
    """Punto runs, plays and proves baccarat."""
    if version:
        sys.stdout.write(f"punto {__version__}\n")
    elif context.invoked_subcommand is None:
        sys.stdout.write(context.get_help() + "\n")


def main() -> None:
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    try:
        return app(arguments, prog_name="punto", standalone_mode=False) or 0
    except BadInput as refused:
        return _refuse(str(refused))
    except typer.TyperException as refused:  # a wrong option or a missing argument
        return _refuse(refused.format_message())
    except (typer.Abort, KeyboardInterrupt):
        return 130
    except BrokenPipeError:  # whoever read our output has seen enough
        sys.stdout = None
        return 0


def _refuse(message: str) -> int:
    sys.stderr.write(f"punto: {message}\n")
    return 2
