"""`punto verify`: deals a finished shoe again from public data alone."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from punto.cli.input.choose_book import choose_book
from punto.cli.input.refuse import BadInput, input_from

BYTES_MAX = 8 * 1024 * 1024
SECONDS_TO_ANSWER = 20.0
DISAGREES = 1


def verify(
    shoe: Annotated[
        str,
        typer.Argument(
            metavar="SHOE",
            help="A file, an address, or `-` for standard input: what a floor publishes at /api/fairness/TABLE/SHOE.",
        ),
    ],
    book: Annotated[
        str | None, typer.Option("--book", help="The book's id or .py file, if it is not built in.")
    ] = None,
) -> None:
    """Deal a finished shoe again and compare it with the commitment, the burn and the cards dealt.

    It uses only what the floor publishes to everybody. The exit code is 1 when something does not match.
    """
    from msgspec import DecodeError
    from msgspec.json import decode

    from punto.analysis.outcomes.fingerprint import fingerprint
    from punto.server.record.prove_shoe import ShoeDoesNotAgree, proof
    from punto.server.record.public_shoe import PublicShoe

    try:
        public = decode(_content(shoe), type=PublicShoe)
    except DecodeError as error:
        raise BadInput(f"{shoe}: not what a floor publishes about a shoe: {error}") from None
    rules = choose_book(book or public.book)
    try:
        with input_from(shoe):
            for line in proof(public, rules, fingerprint(rules)):
                sys.stdout.write(f"{line}\n")
    except ShoeDoesNotAgree as found:
        sys.stdout.flush()
        sys.stderr.write(f"punto: shoe {public.shoe} of {public.table!r} does not match: {found}\n")
        raise typer.Exit(DISAGREES) from None
    sys.stdout.write(f"shoe {public.shoe} of {public.table!r} matches its commitment\n")


def _content(source: str) -> bytes:
    try:
        if source == "-":
            content = sys.stdin.buffer.read(BYTES_MAX + 1)
        elif source.startswith(("http://", "https://")):
            content = _fetched(source)
        else:
            with Path(source).open("rb") as file:
                content = file.read(BYTES_MAX + 1)
    except OSError as error:
        raise BadInput(f"{source}: {error.strerror or error}") from None
    if len(content) > BYTES_MAX:
        raise BadInput(f"{source}: more than {BYTES_MAX:,} bytes")
    return content


def _fetched(address: str) -> bytes:
    from http.client import HTTPException
    from urllib.error import HTTPError, URLError
    from urllib.request import urlopen

    try:
        with urlopen(address, timeout=SECONDS_TO_ANSWER) as answer:
            content: bytes = answer.read(BYTES_MAX + 1)
            return content
    except HTTPError as error:
        error.close()
        raise BadInput(f"{address}: the floor answers {error.code}") from None
    except (URLError, HTTPException, ValueError) as error:
        reason = getattr(error, "reason", error)
        raise BadInput(f"{address}: {reason}") from None
