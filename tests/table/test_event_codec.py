"""Stored events can be read back, by this release and by every later one."""

from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from punto.books import SQUEEZE
from punto.table import event_codec
from punto.table.config import SQUEEZE_PACE
from punto.table.event_codec import UnknownSchema, decode_event, encode_event
from punto.table.events import CardDealt, Event
from punto.table.evolve import evolve
from punto.table.state import Table
from tests.table.playing import config_for

FIRST_SHOE = 72  # events; a second one is bound, contributed to, opened, abandoned and shown
GOLDEN_LOG = Path(__file__).parents[1] / "golden" / "table_events_1.jsonl"


def golden_events() -> list[Event]:
    return [decode_event(line) for line in GOLDEN_LOG.read_bytes().splitlines()]


def test_the_log_of_an_earlier_release_still_folds() -> None:
    """A squeeze table with a cancelled, a voided and a corrected coup among those that were played."""
    table = Table(config_for(SQUEEZE, pace=SQUEEZE_PACE, has_squeeze=True), SQUEEZE)
    events = golden_events()
    for event in events[:FIRST_SHOE]:
        table = evolve(table, event)
    assert (table.shoe, table.coup) == (1, 5)
    assert table.scores == ((2, "P9"), (5, "T9"))
    assert table.seat("ann").stakes == ()
    for event in events[FIRST_SHOE:]:
        table = evolve(table, event)
    assert (table.shoe, table.coup, table.scores) == (2, 0, ())
    assert table.unrevealed_shoes == ((1, "c0ffee"),)


def test_the_log_has_every_kind_of_event() -> None:
    assert {type(event) for event in golden_events()} == set(get_args(Event))


def test_an_event_is_read_as_it_was_written() -> None:
    event = CardDealt("player", "9h", 17)
    assert encode_event(event) == b'{"schema":1,"event":{"type":"CardDealt","side":"player","card":"9h","at":17}}'
    assert decode_event(encode_event(event)) == event


def test_an_event_of_a_later_release_is_refused() -> None:
    with pytest.raises(UnknownSchema, match="an event of schema 2, and this release knows 1"):
        decode_event(b'{"schema":2,"event":{"type":"CardDealt"}}')


def test_an_event_of_an_earlier_schema_is_lifted(monkeypatch: pytest.MonkeyPatch) -> None:
    def lift(old: dict[str, Any]) -> dict[str, Any]:
        return {**old, "at": old.pop("when") * 1_000}

    monkeypatch.setitem(event_codec.UPCASTERS, 0, lift)
    old = msgspec.json.encode({"schema": 0, "event": {"type": "CardDealt", "side": "player", "card": "9h", "when": 2}})
    assert decode_event(old) == CardDealt("player", "9h", 2_000)
