"""What each may see of what happens, and how much more fits on a field."""

import pytest

from punto.table.commands import ChooseMode, GiveTip, PlaceWager, RaiseDispute, VoidCoup
from punto.table.config import BetLimit, TableKind
from punto.table.events import (
    Adjustment,
    CardOpened,
    CoupCancelled,
    CoupCorrected,
    CoupSettled,
    CoupVoided,
    Event,
    SettledWager,
    StageOpened,
    WagersChanged,
)
from punto.table.limits import Room, room_on
from punto.table.refusals import Refusal
from punto.table.view import view_for, visible_event
from tests.table.playing import Game

ANNS_TIE, BOBS_TIE = SettledWager("ann", "tie", 20, "8", 180), SettledWager("bob", "tie", 40, "8", 360)
ANNS_5 = Adjustment("ann", 5)


def test_a_patron_sees_own_stakes_and_not_those_of_others() -> None:
    game = Game()
    game.open_betting()
    (event,) = game.accept(PlaceWager("ann", "player", 100))
    assert visible_event(game.table, event, "ann") == event
    assert visible_event(game.table, event, "bob") is None
    view = view_for(game.table, "ann", game.credit("ann"))
    player = next(field for field in view.fields if field.bet == "player")
    assert (player.stake, player.wins, view.staked) == (100, 200, 100)
    assert view_for(game.table, "bob", 0).staked == 0


def test_the_felt_shows_the_fields_of_the_patrons_mode() -> None:
    game = Game()
    game.open_betting()
    game.accept(ChooseMode("ann", "no_commission"))
    fields = {field.bet for field in view_for(game.table, "ann", 0).fields}
    assert "banker-no-commission" in fields
    assert "banker" not in fields


def test_money_of_others_is_nobodys_business() -> None:
    game = Game(kind=TableKind.LIVE)
    game.open_betting()
    game.accept(PlaceWager("ann", "player", 100))
    game.accept(PlaceWager("bob", "banker", 40))
    game.close_betting()
    (*_, settled) = game.draw("9h 2d Tc Td")
    seen = visible_event(game.table, settled, "bob")
    assert isinstance(seen, CoupSettled)
    assert [wager.patron for wager in seen.wagers] == ["bob"]
    assert seen.player == "9h Tc"
    (tip,) = game.accept(GiveTip("ann", 20))
    (dispute,) = game.accept(RaiseDispute("ann"))
    assert visible_event(game.table, tip, "bob") is None
    assert visible_event(game.table, dispute, "bob") is None
    (void,) = game.accept(VoidCoup("sue", "malfunction"))
    seen = visible_event(game.table, void, "ann")
    assert isinstance(seen, CoupVoided)
    assert [each.patron for each in seen.adjustments] == ["ann"]


@pytest.mark.parametrize(
    ("event", "seen"),
    [
        (StageOpened(1, (("ann", "player"), ("bob", "banker")), 5), StageOpened(1, (("ann", "player"),), 5)),
        (CardOpened("bob", "banker", 0), None),
        (CardOpened("ann", "player", 0), CardOpened("ann", "player", 0)),
        (
            CoupCancelled("sue", "why", (("ann", 5), ("bob", 6)), used_cards=True, at=1),
            CoupCancelled("sue", "why", (("ann", 5),), used_cards=True, at=1),
        ),
        (
            CoupCorrected("sue", "9h Tc", "9d Td", (ANNS_TIE, BOBS_TIE), (ANNS_5, Adjustment("bob", 6)), 1),
            CoupCorrected("sue", "9h Tc", "9d Td", (ANNS_TIE,), (ANNS_5,), 1),
        ),
        (WagersChanged("bob", "place", (("tie", 20),), 20), None),
    ],
)
def test_what_is_not_ones_own_is_left_out(event: Event, seen: Event | None) -> None:
    assert visible_event(Game().table, event, "ann") == seen


@pytest.mark.parametrize(
    ("settings", "purse", "placed", "room"),
    [
        ({}, 5_000, 0, Room(20, 5_000, None)),
        ({}, 50_000, 0, Room(20, 10_000, None)),
        ({}, 20, 0, Room(20, 20, None)),
        ({}, 10, 0, Room(20, 0, Refusal.CREDIT_IS_SHORT)),
        ({"limits": {"tie": BetLimit(100, 500)}}, 5_000, 0, Room(100, 500, None)),
        ({"limits": {"tie": BetLimit(100, 500)}}, 5_000, 460, Room(20, 40, None)),
        ({"limits": {"tie": BetLimit(100, 500)}}, 5_000, 500, Room(20, 0, Refusal.STAKE_IS_ABOVE_MAXIMUM)),
        ({"limits": {"tie": BetLimit(20, 5_000, return_max=1_000)}}, 5_000, 0, Room(20, 100, None)),  # 111 is no chips
        (
            {"limits": {"tie": BetLimit(20, 5_000, return_max=1_000)}},
            5_000,
            100,
            Room(20, 0, Refusal.RETURN_IS_ABOVE_MAXIMUM),
        ),
        ({"exposure_max": 1_000}, 5_000, 0, Room(20, 120, None)),
        ({"exposure_max": 1_000}, 5_000, 120, Room(20, 0, Refusal.EXPOSURE_IS_TOO_LARGE)),
        (
            {"chips": (3, 5), "limits": {"tie": BetLimit(70, 500)}},
            5_000,
            0,
            Room(100, 500, None),
        ),  # 70 and 80 are no chips
        ({"limits": {"tie": BetLimit(100, 5_000)}}, 90, 0, Room(100, 0, Refusal.CREDIT_IS_SHORT)),
    ],
)
def test_the_room_on_a_field(settings: dict[str, object], purse: int, placed: int, room: Room) -> None:
    game = Game(purses={"ann": purse + placed}, **settings)  # type: ignore[arg-type]
    game.open_betting()
    if placed:
        game.accept(PlaceWager("ann", "tie", placed))
    assert room_on(game.table, "ann", "tie", game.credit("ann")) == room


def test_a_stake_on_one_side_makes_room_on_the_other() -> None:
    game = Game(difference_max=500)
    game.open_betting()
    game.accept(PlaceWager("ann", "player", 400))
    assert room_on(game.table, "ann", "player", 9_000).room == 100
    assert room_on(game.table, "ann", "banker", 9_000).room == 900
    assert room_on(game.table, "ann", "tie", 9_000).room == 9_000
    game.accept(PlaceWager("ann", "player", 100))
    assert room_on(game.table, "ann", "player", 9_000) == Room(20, 0, Refusal.DIFFERENCE_IS_TOO_LARGE)


def test_the_less_a_field_wins_the_more_room_the_exposure_leaves() -> None:
    game = Game(exposure_max=500)
    game.open_betting()
    assert [room_on(game.table, "ann", bet, 9_000).room for bet in ("tie", "player", "banker")] == [60, 500, 520]


def test_a_closed_field_has_no_room() -> None:
    game = Game()
    game.open_betting()
    game.set(coup=51)
    assert room_on(game.table, "ann", "any-pair", 9_000) == Room(0, 0, Refusal.BET_IS_CLOSED_FOR_THIS_SHOE)
    field = next(field for field in view_for(game.table, "ann", 9_000).fields if field.bet == "any-pair")
    assert (field.refusal, field.last_coup) == ("bet_is_closed_for_this_shoe", 50)
