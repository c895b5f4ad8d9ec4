"""Hand-dealt rounds stand up to an inspection, however irregular they were; a changed card does not."""

import re
from pathlib import Path

import pytest

from punto.table.commands import GiveTip
from punto.table.config import Misdeal
from tests.server.dealing.dealt_floor import PINS, DealtFloor, on_a_dealt_floor
from tests.server.keeping.damage import Edit, change_event, inspect, lines

AMBER = "table:amber"
RULES = ""  # a table without a shell leaves the fingerprint of its book out
SECOND = {"name": "Noor", "pin": PINS["Noor"]}


async def irregular_rounds(floor: DealtFloor) -> None:
    """A card before betting closed, one nobody called for that begins a free hand, one set aside, hands rebuilt; and a
    tip for the dealer, which stands under her name."""
    await floor.betting()
    await floor.bets(100)
    assert (await floor.tables["amber"].ask(GiveTip(floor.ann.id, 20))).refusal is None
    floor.now += 2_000
    await floor.bets(300)
    floor.now += 500
    await floor.does("scan", {"line": "9h"})
    await floor.does("early-card", {"dealt_at": floor.now - 1_500}, by=floor.ines)
    await floor.slide("2d Kc 5s")
    floor.now += 1_000
    await floor.does("scan", {"line": "7d"})
    await floor.does("misdeal", {}, by=floor.ines)
    await floor.does("confirm")
    floor.now += 10_000
    await floor.does("open", {"is_free_hand": True})
    await floor.slide("3d 9d Qh 8c")
    await floor.does("set-aside", {"card": "4h", "second": SECOND}, by=floor.ines)
    await floor.does("confirm")
    floor.now += 10_000
    await floor.does("open")
    await floor.bets(100, "banker")
    await floor.does("close")
    await floor.slide("9s 2h")
    await floor.does("pause", {"reason": "dealing_error"})
    await floor.does("rebuild", {"player": "9s", "banker": "2s", "second": SECOND}, by=floor.ines)
    await floor.slide("Ks 5h")
    await floor.does("confirm")
    await floor.record.flush()


def test_irregular_rounds_stand_up(tmp_path: Path) -> None:
    on_a_dealt_floor(tmp_path, irregular_rounds, misdeal=Misdeal.FREE_HAND)
    file = tmp_path / "floor.db"
    inspected, findings = inspect(file, fingerprint=RULES)
    assert lines(findings) == []
    assert inspected.coups == 3


def other(**fields: object) -> Edit:
    return lambda event: event.update(fields)


@pytest.mark.parametrize(
    ("kind", "edit", "says"),
    [
        ("CardSetAside", other(card="Zz"), "round 2 of shoe 1: the card set aside says 7d, should say Zz"),
        (
            "CoupRebuilt",
            other(banker="3s"),
            "CoupSettled, round 3 of shoe 1: Banker's hand says 2s 5h, should say 3s 5h",
        ),
        ("WagersChanged", other(added=1), "what .* adds says 1, should say 100"),
        ("CardDealt", other(side="banker"), "CardDealt, round 1 of shoe 1: side says banker, should say player"),
    ],
)
def test_what_was_changed_afterwards_is_named(tmp_path: Path, kind: str, edit: Edit, says: str) -> None:
    on_a_dealt_floor(tmp_path, irregular_rounds, misdeal=Misdeal.FREE_HAND)
    file = tmp_path / "floor.db"
    change_event(file, AMBER, kind, edit)
    found = lines(inspect(file, fingerprint=RULES)[1])
    assert [line for line in found if re.search(says, line)], found
