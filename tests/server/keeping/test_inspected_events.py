"""Changed events are named though every hash was made right again, and so are events that could not have come."""

import re
from pathlib import Path
from typing import Any

import pytest

from tests.server.keeping.damage import (
    Edit,
    change_event,
    change_rows,
    first_wager,
    insert_event,
    inspect,
    lines,
)

JADE = "table:jade"
FIRST_NOTE = "where person like 'note:%'"


def more(key: str, by: int = 1) -> Edit:
    return lambda event: event.update({key: event[key] + by})


def other(key: str, value: object) -> Edit:
    return lambda event: event.update({key: value})


def first_of(key: str, place: int, value: object) -> Edit:
    def edit(event: dict[str, Any]) -> None:
        if event[key]:
            event[key][0][place] = value

    return edit


def adjusted(event: dict[str, Any]) -> None:
    if event["adjustments"]:
        event["adjustments"][0]["amount"] += 7


def neither_draws(event: dict[str, Any]) -> None:
    """On a four, which both must."""
    event.update(player="2h 2d", banker="2c 2s")


ANOTHER_SECRET = "00" * 1024


@pytest.mark.parametrize(
    ("stream", "kind", "edit", "says"),
    [
        (JADE, "CoupSettled", first_wager(returned=9_999), "on .*, returned says 9999, should say"),
        (JADE, "CoupSettled", first_wager(odds="99"), "on .*, odds says 99, should say"),
        (JADE, "CoupSettled", first_wager(stake=7), "wagers says .* 7 on .*, should say"),
        (JADE, "CoupSettled", first_wager(bet="dragon"), "says dragon, should say a bet of interblock"),
        (JADE, "CoupSettled", other("player", "9h 9d"), "Player's hand says 9h 9d, should say"),
        (JADE, "CoupSettled", neither_draws, "hands says .*should say a round that interblock deals"),
        (JADE, "CoupCancelled", first_of("returned", 1, 1), "CoupCancelled, round .*: returned says"),
        (JADE, "CoupVoided", adjusted, "CoupVoided, round .*: adjustments says"),
        (JADE, "WagersChanged", more("added", 3), "WagersChanged, round .*: what .* adds says"),
        (JADE, "CardDealt", other("card", "Ah"), "shoe .*: card .* says Ah, should say .*, by the shoe's secret"),
        (JADE, "CardDealt", other("card", "Zz"), "a card says Zz, should say a card of"),
        (JADE, "CardDealt", other("side", "banker"), "CardDealt, round .*: side says banker, should say player"),
        (JADE, "CardsBurned", more("face_down"), "shoe .*: "),
        (JADE, "ShoeRevealed", other("secret", ANOTHER_SECRET), "by the shoe's secret"),
        (JADE, "ShoeRevealed", other("secret", "f00"), "ShoeRevealed, shoe .* says the secret is not hexadecimal"),
        (JADE, "ShoeCommitted", other("commitment", "00" * 32), "ShoeOpened, shoe 1: commitment says"),
        (JADE, "ShoeOpened", other("fingerprint", "x"), "rules of interblock says x, should say fingerprint"),
        (JADE, "ShoeOpened", other("cut_card", 12), "says the cut card lay 12 cards from the end"),
        (JADE, "BettingClosed", other("type", "BettingOpened"), "the event says"),
        (JADE, "TipGiven", more("amount", 5), "tip says 20, should say 25"),
        ("cashier", "TicketPaid", other("code", "0ther"), "TicketPaid: amount says 500, should say 100"),
        ("cashier", "TicketPaid", other("code", "x"), "TicketPaid: code says one that was never issued"),
        ("cashier", "BuyInReversed", other("entry", 6), "BuyInReversed: amount says 70, should say 900"),
        ("cashier", "BuyInReversed", other("entry", 99), "BuyInReversed says entry 99, should say an entry of staff"),
        ("cashier", "TicketIssued", more("amount", 5), "cashier 9: journal"),
        ("staff", "StaffWasRefused", other("action", 77), "StaffWasRefused: action says 77"),
        ("staff", "StaffActed", other("note", "0" * 64), "staff 1: the row note:"),
    ],
)  # fmt: skip
def test_a_changed_event_is_named_though_every_hash_fits(
    floor: Path, stream: str, kind: str, edit: Edit, says: str
) -> None:
    change_event(floor, stream, kind, edit)
    found = lines(inspect(floor)[1])
    assert [line for line in found if re.search(says, line)], found
    assert not [line for line in found if "hash chain" in line]


@pytest.mark.parametrize(
    ("stream", "event", "says"),
    [
        (JADE, {"type": "CoupVoided", "by": "s", "reason": "", "adjustments": [], "at": 1, "shoe": 1, "coup": 1},
         "the log says CoupVoided, should say a settled round that is the last one or in dispute"),
        ("cashier", {"type": "TicketPaid", "code": "c0de", "amount": 500, "patron": None, "by": "amy"},
         "TicketPaid says a ticket that was paid before, should say one that is still open"),
        ("cashier", {"type": "TicketPaid", "code": "0ther", "amount": 100, "patron": None, "by": "amy"},
         "the journals says nothing, should say one that moves cashier:EUR .100"),
        ("cashier", {"type": "BuyInReversed", "entry": 7, "patron": "p5", "amount": 70, "by": "amy"},
         "BuyInReversed says entry 7 again, should say each entry once"),
        ("cashier", {"type": "TicketIssued", "code": "c0de", "patron": "p5", "amount": 1, "is_hand_pay": False},
         "TicketIssued: code says one that was issued before"),
        ("cashier", {"type": "DrawerClosed", "drawer": 1, "by": "amy", "amount": 1, "should_hold": 1, "second": "",
                     "at": 1}, "DrawerClosed says drawer 1, should say a drawer that is open"),
    ],
)  # fmt: skip
def test_an_event_that_could_not_have_come_is_named(floor: Path, stream: str, event: dict[str, Any], says: str) -> None:
    stored = event if stream == "cashier" else {"schema": 1, "event": event}
    insert_event(floor, stream, stored)
    found = lines(inspect(floor)[1])
    assert [line for line in found if re.search(says, line)], found


def test_every_finding_is_named_not_only_the_first(floor: Path) -> None:
    change_event(floor, JADE, "CoupSettled", first_wager(returned=9_999))
    change_event(floor, "table:ruby", "CoupSettled", first_wager(odds="99"))
    change_rows(floor, f"delete from people {FIRST_NOTE}")
    found = "\n".join(lines(inspect(floor)[1]))
    assert "returned says 9999" in found
    assert "odds says 99" in found
    assert "staff 1: the row note:" in found
