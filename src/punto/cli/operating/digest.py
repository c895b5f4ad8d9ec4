"""`punto digest`: the digest of program and configuration, as a floor takes it every 24 hours."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from punto.cli.input.choose_book import JSON
from punto.cli.input.refuse import BadInput, input_from
from punto.cli.operating.backup import DATABASE, trouble_with

if TYPE_CHECKING:
    from punto.server.keeping.digest import Digest

CHANGED = 1


def digest(
    config: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The floor's TOML file; default: the demo floor.")
    ] = None,
    database: DATABASE = None,
    as_json: JSON = False,
) -> None:
    """Hash every file of the program, the libraries, the configuration and the books installed here.

    With --database, compare them with the last digest of that floor, which may be running; the exit code is 1 when
    something has changed. Settings that the command line of `punto serve` overrides are not compared.
    """
    import msgspec

    from punto.analysis.outcomes.fingerprint import fingerprint
    from punto.cli.operating.serve import Wanted, read_config
    from punto.server.keeping.digest import take_digest

    floor = read_config(config, Wanted(None, None, None))
    taken = take_digest(floor, {book.id: fingerprint(book) for book in floor.books})
    changed = None if database is None else _changed(database, taken)
    if as_json:
        told = {"hash": taken.hash, "parts": taken.parts, "changes": changed}
        sys.stdout.write(msgspec.json.format(msgspec.json.encode(told, order="sorted"), indent=2).decode() + "\n")
    else:
        sys.stdout.write(f"{taken.hash}  {len(taken.parts):,} parts\n")
        sys.stdout.writelines(f"{change}\n" for change in changed or ())
        if changed == ():
            sys.stdout.write("Nothing has changed since the floor's last digest.\n")
    if changed:
        raise typer.Exit(CHANGED)


def _changed(database: str, taken: Digest) -> tuple[str, ...]:
    import asyncio

    from punto.server.keeping.digest import SETTINGS, Digest, changes

    with input_from("digest"), trouble_with(database):
        last = asyncio.run(_last(database))
    before, after = (
        Digest({part: value for part, value in each.parts.items() if not part.startswith(SETTINGS)})
        for each in (last, taken)
    )
    return changes(before, after)


async def _last(database: str) -> Digest:
    import msgspec

    from punto.server.floor.digests import LAST, RECORD, ListedDigest
    from punto.server.keeping.inspection.floor_rows import floor_rows

    async with floor_rows(database) as rows:
        body = rows.record(RECORD, LAST)
    if body is None:
        raise BadInput("digest: this floor has taken no digest yet")
    return msgspec.json.decode(body, type=ListedDigest).digest
