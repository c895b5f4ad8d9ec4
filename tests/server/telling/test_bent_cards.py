"""Who may show how a card bends, and how often it is passed on."""

from itertools import pairwise

import msgspec
import pytest

from punto.server.protocol.client import BendCard
from punto.server.protocol.parts import BentCorner
from punto.server.telling.messages.bent_cards import BENDS_EVERY_MS, BendPace, bent_by, may_bend, opened_by
from punto.table.commands import OpenCard, PlaceWager
from punto.table.config import SQUEEZE_PACE
from punto.table.events import CardOpened
from tests.table.playing import Game

LIFTED = BendCard("jade", "player", 0, "bottom", 0.0, -0.3, 0)
LET_GO = msgspec.structs.replace(LIFTED, y=0.0)


def squeezed(*, has_lead: bool = True) -> Game:
    """Ann leads Player with 100 over Bob's 20; Bob alone holds Banker."""
    game = Game("squeeze", pace=SQUEEZE_PACE, has_squeeze=True, has_lead=has_lead)
    game.open_betting()
    for patron, bet, stake in (("ann", "player", 100), ("bob", "player", 20), ("bob", "banker", 20)):
        game.accept(PlaceWager(patron, bet, stake))
    game.close_betting()
    game.draw("2h 2d 2c Td")
    return game


@pytest.mark.parametrize(
    ("patron", "side", "card", "may"),
    [
        ("ann", "player", 0, True),
        ("ann", "player", 1, True),
        ("ann", "player", 2, False),  # not dealt yet
        ("ann", "banker", 0, False),  # Bob's
        ("bob", "player", 0, False),  # has a stake on it, but does not lead
        ("bob", "banker", 1, True),
        ("eve", "player", 0, False),  # only watches
    ],
)
def test_only_the_lead_who_holds_a_card_may_bend_it(patron: str, side: str, card: int, *, may: bool) -> None:
    message = msgspec.structs.replace(LIFTED, side=side, card=card)
    assert may_bend(squeezed().table, patron, message) is may


def test_a_card_that_was_turned_bends_no_more() -> None:
    game = squeezed()
    game.accept(OpenCard("ann", "player", 0))
    assert not may_bend(game.table, "ann", LIFTED)
    assert may_bend(game.table, "ann", msgspec.structs.replace(LIFTED, card=1))


def test_without_a_lead_every_holder_is_watched() -> None:
    table = squeezed(has_lead=False).table
    assert may_bend(table, "ann", LIFTED)
    assert may_bend(table, "bob", LIFTED)
    assert not may_bend(table, "eve", LIFTED)


def test_a_hand_that_turns_by_itself_bends_no_more() -> None:
    game = squeezed()
    game.wait(SQUEEZE_PACE.squeeze_ms)
    assert not may_bend(game.table, "ann", LIFTED)
    assert may_bend(game.table, "bob", msgspec.structs.replace(LIFTED, side="banker"))


def test_nothing_bends_outside_a_squeeze() -> None:
    game = Game("squeeze", pace=SQUEEZE_PACE, has_squeeze=True, has_lead=True)
    game.open_betting()
    game.accept(PlaceWager("ann", "player", 100))
    assert not may_bend(game.table, "ann", LIFTED)


def test_a_hurried_finger_is_passed_on_now_and_then() -> None:
    pace = BendPace()
    passed = [now for now in range(1_000, 2_000, 5) if pace.allows(LIFTED, now)]
    assert len(passed) == 17
    assert min(later - earlier for earlier, later in pairwise(passed)) >= BENDS_EVERY_MS


def test_letting_go_is_passed_on_at_once_and_only_once() -> None:
    pace = BendPace()
    assert pace.allows(LIFTED, 1_000)
    assert [pace.allows(LET_GO, 1_001), pace.allows(LET_GO, 1_002)] == [True, False]


def test_what_is_passed_on_says_where_the_finger_is_and_nothing_else() -> None:
    bent = msgspec.to_builtins(bent_by("Ann", LIFTED))
    assert bent == msgspec.to_builtins(LIFTED) | {"type": "card_bent", "name": "Ann", "is_open": False}


def test_two_fingers_are_passed_on_together() -> None:
    both = msgspec.structs.replace(LIFTED, grip="bottom_left", second=BentCorner("bottom_right", -0.1, -0.2))
    assert bent_by("Ann", both).second == both.second


def test_that_a_holder_has_opened_a_card_is_told_without_its_face() -> None:
    told = msgspec.to_builtins(opened_by("Ann", "jade", CardOpened("ann", "player", 1)))
    assert [told[part] for part in ("name", "side", "card", "x", "y", "is_open")] == ["Ann", "player", 1, 0, 0, True]
