"""Stored events can be read back, by this release and by every later one."""

from collections import Counter
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from punto.books import SA, SQUEEZE, STORM
from punto.rules.coup import struck_text
from punto.table.config import SQUEEZE_PACE, Misdeal, TableKind
from punto.table.events import CardDealt, Event
from punto.table.evolve import evolve
from punto.table.money import journal_for
from punto.table.state import Table
from punto.table.stored import event_codec
from punto.table.stored.event_codec import UnknownSchema, decode_event, encode_event
from tests.table.playing import config_for

FIRST_SHOE = 73  # events; a second one is bound, contributed to, opened, abandoned and shown
GOLDEN_LOG = Path(__file__).parents[1] / "golden" / "table_events_1.jsonl"
GOLDEN_LOG_BY_HAND = GOLDEN_LOG.with_name("hand_dealt_events_1.jsonl")
GOLDEN_LOG_OF_STORMS = GOLDEN_LOG.with_name("storm_events_1.jsonl")


def golden_events(log: Path = GOLDEN_LOG) -> list[Event]:
    return [decode_event(line) for line in log.read_bytes().splitlines()]


def test_the_log_of_a_table_that_a_person_dealt_still_folds() -> None:
    """A misdeal, a rebuilt hand, late bets, a free hand, a divider and two dealers."""
    settings = config_for(SA, kind=TableKind.LIVE, is_dealt_by_hand=True, misdeal=Misdeal.FREE_HAND)
    table = Table(settings, SA)
    for event in golden_events(GOLDEN_LOG_BY_HAND):
        table = evolve(table, event)
    assert (table.shoe, table.coup, table.dealer) == (1, 4, "eva")
    assert table.scores == ((1, "P9"), (2, "P9"), (3, "B9"), (4, "P9"))
    assert (table.divider_is_out, table.cards_used) == (True, 25)


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


def test_the_log_of_a_table_with_storms_still_folds() -> None:
    """A corrected, a voided, a cancelled and a settled coup: 300 on Banker, which wins with the Td struck ×8."""
    table, booked = Table(config_for(STORM), STORM), Counter[str]()
    for event in golden_events(GOLDEN_LOG_OF_STORMS):
        for account, amount in journal_for(table, event).lines.items():
            booked[account] += amount
        table = evolve(table, event)
    assert (table.coup, table.scores) == (4, ((1, "T9"), (4, "B9")))
    assert struck_text(table.struck) == "Tdx8 2sx2 3sx2 4sx5"
    moved = {account: amount for account, amount in booked.items() if amount}
    tie = 9 * 100  # of the corrected round
    assert moved == {"purse:EUR:ann": 1_764, "purse:EUR:bob": tie, "fees:EUR": 60, "house:EUR": -1_764 - tie - 60}


def test_the_logs_have_every_kind_of_event() -> None:
    logs = (GOLDEN_LOG, GOLDEN_LOG_BY_HAND, GOLDEN_LOG_OF_STORMS)
    assert {type(event) for log in logs for event in golden_events(log)} == set(get_args(Event))


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
