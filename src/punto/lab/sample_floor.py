"""A short evening on a real floor: the server as a process of its own, guests who bet over sockets, and its log.

A table for each book deals quickly and cuts deep, so that shoes are opened, dealt, ended and revealed within seconds.
A squeeze takes seconds of its own, so a book whose cards are squeezed has a second table for that.
Then the log is read from the database as it is stored, and `punto audit` goes through the whole floor.
"""

import asyncio
import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec
import uvloop

from punto.books.find_book import split_added
from punto.rules.rulebook import RuleBook
from punto.rules.shoe import CUT_CARD_MIN
from punto.server.keeping.inspection.floor_rows import floor_rows
from punto.trials.edges.patrons import Patrons
from punto.trials.load.server_process import ServerProcess

PATRONS_AT_A_TABLE = 3
CUT_CARD_MAX = 208  # the deepest that a floor's file may cut
CARDS_PLAYED_MIN = 40
SECONDS_BETWEEN_BETS = 0.05
SECONDS_MAX = 120.0
FLOOR = """\
# The floor of the sample log: quick tables with short shoes, so that everything happens within seconds.
name = "Sample floor"
is_demo = true
currency = "PLAY"
currency_digits = 2
play_credits = 100_000
hand_pay_above = 50_000
"""
TABLE = """
[[tables]]
id = "{id}"
title = "{title}"
book = {book}
bets = {bets}
pace = {{ betting_ms = 650, hurry_ms = 0, card_ms = 10, result_ms = 20, shoe_change_ms = 500{more_pace} }}
chips = [1, 5, 25, 100]
min = 1
max = 1_000
has_squeeze = {has_squeeze}
cut_card = {cut_card}
"""
SQUEEZE = ", squeeze_ms = 400, third_squeeze_ms = 400"
STORM = ", storm_ms = 100"


class StoredLine(msgspec.Struct, frozen=True):
    """A line of the log as it is handed over."""

    stream: str
    version: int
    chain: str  # SHA-256 over the hash before, the version and the event's bytes
    kind: str
    event: msgspec.Raw


@dataclass(frozen=True)
class SampleFloor:
    config: str
    log: tuple[StoredLine, ...]
    audit: str  # as `punto audit` prints it
    audit_json: str
    is_sound: bool
    accepted: int  # units that patrons staked


class FloorFailed(Exception):
    """It did not start, or was not played to its end; the text says why."""


def floor_file(books: Mapping[str, RuleBook]) -> str:
    """By the names under which they were asked for: an id, or the path of a file."""
    tables = [
        _table(name, book, has_squeeze=has_squeeze)
        for name, book in books.items()
        for has_squeeze in ((False, True) if book.is_squeezed else (False,))
    ]
    named = zip(_ids(len(tables)), tables, strict=True)
    return FLOOR + "".join(TABLE.format(id=table_id, **table) for table_id, table in named)


def _ids(tables: int) -> list[str]:
    return [f"table-{number}" for number in range(1, tables + 1)]


def _table(name: str, book: RuleBook, *, has_squeeze: bool) -> dict[str, object]:
    base, _ = split_added(name)
    return {
        "title": book.id,
        "book": json.dumps(str(Path(base).resolve()) if base.endswith(".py") else base),
        "bets": json.dumps([bet.id for bet in book.bets]),
        "has_squeeze": "true" if has_squeeze else "false",
        "more_pace": (SQUEEZE if has_squeeze else "") + (STORM if book.storm else ""),
        "cut_card": max(CUT_CARD_MIN, min(CUT_CARD_MAX, book.deck.size - CARDS_PLAYED_MIN)),
    }


def play_sample(books: Mapping[str, RuleBook], folder: Path, seconds: float) -> SampleFloor:
    """Raises FloorFailed."""
    config, database = folder / "floor.toml", folder / "floor.db"
    config.write_text(floor_file(books), encoding="utf-8")
    tables = _ids(sum(2 if book.is_squeezed else 1 for book in books.values()))
    server = ServerProcess(config, str(database), folder)
    try:
        server.start()
        accepted = uvloop.run(_play(server, tables, seconds))
    except Exception as error:  # whatever it was, the pack is made without this part and says so
        raise FloorFailed(f"{type(error).__name__}: {error}".strip().splitlines()[-1]) from error
    finally:
        server.kill() if not server.is_alive else server.stop()
    log = tuple(asyncio.run(_read(database)))
    said = _audit(config, database)
    return SampleFloor(
        config=config.read_text(encoding="utf-8"),
        log=log,
        audit=said.stdout.decode(errors="replace"),
        audit_json=_audit(config, database, "--json").stdout.decode(errors="replace"),
        is_sound=said.returncode == 0,
        accepted=accepted,
    )


async def _play(server: ServerProcess, tables: Sequence[str], seconds: float) -> int:
    patrons = await Patrons.come(
        [server.address],
        (),
        PATRONS_AT_A_TABLE * len(tables),
        round_tables=tables,
        seconds_between_bets=SECONDS_BETWEEN_BETS,
    )
    await asyncio.sleep(seconds)
    await patrons.stop()
    return sum(patrons.accepted.values())


async def _read(database: Path) -> list[StoredLine]:
    lines = []
    async with floor_rows(str(database)) as rows:
        for stream in rows.streams():
            for stored in rows.events(stream):
                body = bytes(stored.body)
                lines.append(
                    StoredLine(stream.name, stored.version, stored.head.hex(), kind_of(body), msgspec.Raw(body))
                )
    return lines


def kind_of(body: bytes) -> str:
    """Events of tables are wrapped with their schema; those of other streams stand by themselves."""
    value = msgspec.json.decode(body)
    return str(value.get("event", value).get("type", "?"))


def _audit(config: Path, database: Path, *more: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "punto", "audit", "--config", str(config), "--database", str(database), *more]
    try:
        return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=SECONDS_MAX)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, 1, b"The audit did not end in time.\n")
