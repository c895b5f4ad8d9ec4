"""`punto audit`: checks everything a floor's database can be held to, and names what is wrong down to the event."""

from __future__ import annotations

import sys
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from punto.cli.input.choose_book import JSON
from punto.cli.input.refuse import BadInput, input_from
from punto.cli.operating.backup import DATABASE, trouble_with
from punto.cli.output.numbered import numbered

if TYPE_CHECKING:
    from punto.server.config.floor_config import FloorConfig
    from punto.server.keeping.inspection.findings import Finding, Findings
    from punto.server.keeping.inspection.inspect_floor import Inspected
    from punto.server.keeping.inspection.scope import Scope

FOUND = 1
FORMATS = ["%Y-%m-%d"]
DAY = Annotated[datetime | None, typer.Option(metavar="DAY", formats=FORMATS, help="A gaming day, such as 2026-11-17.")]


def audit(
    database: DATABASE = None,
    config: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The floor's TOML file, for its days and books; default: the demo floor's."),
    ] = None,
    first: DAY = None,
    last: DAY = None,
    table: Annotated[str | None, typer.Option(metavar="ID", help="Check rounds and shoes of this table only.")] = None,
    archives: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Where `punto archive` puts its files; they are read too.")
    ] = None,
    as_json: JSON = False,
) -> None:
    """Check hash chains, ledger, settlements, shoes, play record, cashier and staff log. The floor may keep running.

    Nothing is written. Every contradiction is named with its stream, the number of its event, what it says and what it
    should say. Days and a table narrow which rounds and shoes are checked; chains and the ledger are always checked
    whole. The exit code is 0 when all is well, 1 when something is wrong, 2 when the database cannot be read.
    """
    import asyncio

    from punto.cli.operating.serve import Wanted, default_database, read_config
    from punto.server.keeping.inspection.findings import Findings

    floor = read_config(config, Wanted(None, None, None))
    if archives is not None and not archives.is_dir():
        raise BadInput(f"--archives: {archives}: there is no such folder")
    if first is not None and last is not None and last < first:
        raise BadInput(f"--last: {last.date()} is before {first.date()}")
    scope = _scope(floor, first and first.date(), last and last.date(), table, knows_days=config is not None)
    findings = Findings((lambda _finding: None) if as_json else _tell)
    with input_from("audit"), trouble_with(database):
        where = database or default_database(config)
        inspected = asyncio.run(_inspected(where, findings, floor, scope, archives))
    sys.stdout.write(_as_json(inspected, findings) if as_json else _in_words(inspected, findings))
    if findings.count:
        raise typer.Exit(FOUND)


def _scope(floor: FloorConfig, first: date | None, last: date | None, table: str | None, *, knows_days: bool) -> Scope:
    from punto.server.config.gaming_day import day_bounds, gaming_day_of
    from punto.server.keeping.inspection.scope import EVERYTHING, Scope

    zone, starts_at = floor.zone, floor.day_start
    return Scope(
        first_at=day_bounds(first, zone, starts_at)[0] if first else EVERYTHING.first_at,
        end_at=day_bounds(last, zone, starts_at)[1] if last else EVERYTHING.end_at,
        table=table,
        day_of=(lambda at: gaming_day_of(at, zone, starts_at)) if knows_days else EVERYTHING.day_of,
    )


async def _inspected(
    database: str, findings: Findings, floor: FloorConfig, scope: Scope, archives: Path | None
) -> Inspected:
    from punto.server.keeping.inspection.floor_rows import floor_rows
    from punto.server.keeping.inspection.inspect_floor import inspect_floor
    from punto.server.keeping.inspection.scope import KnownBooks

    async with floor_rows(database) as rows:
        return inspect_floor(rows, findings, KnownBooks((*floor.base_books, *floor.books)), scope, archives)


def _tell(finding: Finding) -> None:
    sys.stdout.write(f"{finding.line}\n")
    sys.stdout.flush()


def _in_words(inspected: Inspected, findings: Findings) -> str:
    lines = [f"Not checked: {why}." for why in findings.not_checked]
    lines.append(
        f"{numbered(inspected.events, 'event')} of {numbered(inspected.streams, 'stream')}, "
        f"{numbered(inspected.journals, 'journal')}, {numbered(inspected.accounts, 'account')}, "
        f"{numbered(inspected.shoes, 'shoe')}, {numbered(inspected.coups, 'round')}, "
        f"{numbered(inspected.plays, 'play')}."
    )
    wrong = f"{numbered(findings.count, 'thing')} {'is' if findings.count == 1 else 'are'} wrong."
    lines.append(wrong if findings.count else "Nothing is wrong.")
    return "".join(f"{line}\n" for line in lines)


def _as_json(inspected: Inspected, findings: Findings) -> str:
    import msgspec

    told = {
        "inspected": inspected,
        "wrong": findings.count,
        "findings": findings.kept,
        "not_checked": list(findings.not_checked),
    }
    return msgspec.json.format(msgspec.json.encode(told), indent=2).decode() + "\n"
