"""Bots: marked by their id, with money of their own, holding no cards and risking nothing of the house's."""

import pytest

from punto.ledger.accounts import is_bot
from punto.ledger.cashier import Cashier, cashier_journal
from punto.ledger.cashier_events import BoughtIn
from punto.table.commands import GiveTip, PlaceWager, VoidCoup
from punto.table.config import SQUEEZE_PACE
from punto.table.limits import room_on
from punto.table.refusals import Refusal
from tests.table.playing import Game

PURSES = {"ann": 10_000, "bot:ada": 10_000}


@pytest.mark.parametrize(("patron", "bot"), [("bot:ada", True), ("p0123456789abcdef", False), ("robot:ada", False)])
def test_a_bot_is_known_by_its_id(patron: str, *, bot: bool) -> None:
    assert is_bot(patron) is bot


def test_what_bots_win_and_lose_is_not_the_house_s() -> None:
    game = Game(purses=PURSES)
    game.open_betting()
    game.accept(PlaceWager("ann", "player", 100))
    game.accept(PlaceWager("bot:ada", "player", 1_000))
    game.accept(PlaceWager("bot:ada", "tie", 200))
    game.close_betting()
    game.draw("9h 2d Kc Kd")
    assert (game.balances["house:EUR"], game.balances["house:EUR:bots"]) == (-100, -800)
    game.accept(VoidCoup("sue", "a fault"))
    assert (game.balances["house:EUR"], game.balances["house:EUR:bots"]) == (0, 0)
    game.accept(GiveTip("bot:ada", 20))
    assert (game.balances["tips:EUR:attendants"], game.balances["house:EUR:bots"]) == (0, 20)


def test_bots_buy_in_at_a_cashier_of_their_own() -> None:
    desk = Cashier("EUR", hand_pay_above=0)
    assert cashier_journal(desk, BoughtIn("bot:ada", 5)).lines == {"cashier:EUR:bots": -5, "purse:EUR:bot:ada": 5}
    assert cashier_journal(desk, BoughtIn("ann", 5)).lines == {"cashier:EUR": -5, "purse:EUR:ann": 5}


def test_a_bot_takes_no_room_under_the_house_s_exposure() -> None:
    game = Game(purses=PURSES, exposure_max=1_000)
    game.open_betting()
    game.accept(PlaceWager("bot:ada", "player", 5_000))
    assert room_on(game.table, "bot:ada", "player", 5_000).room == 5_000
    assert room_on(game.table, "ann", "player", 10_000).room == 1_000
    game.accept(PlaceWager("ann", "player", 1_000))
    assert game.send(PlaceWager("ann", "player", 20)) is Refusal.EXPOSURE_IS_TOO_LARGE


@pytest.mark.parametrize("has_lead", [True, False])
def test_a_bot_holds_no_cards(*, has_lead: bool) -> None:
    game = Game("squeeze", PURSES, pace=SQUEEZE_PACE, has_squeeze=True, has_lead=has_lead)
    game.open_betting()
    game.accept(PlaceWager("bot:ada", "player", 1_000))
    game.accept(PlaceWager("ann", "player", 20))
    game.close_betting()
    events = game.draw("9h 2d Kc Kd")
    assert [getattr(event, "holders", None) for event in events if hasattr(event, "holders")] == [(("ann", "player"),)]
