"""From open betting to the next: phases, clock, shoe, settlement."""

import pytest
from msgspec import structs

from punto.ledger.accounts import escrow
from punto.table.commands import (
    AutoRepeat,
    BurnCards,
    CardDrawn,
    ChooseDenomination,
    ChooseMode,
    Deal,
    GiveTip,
    KeepBetsOn,
    OpenShoe,
    PatronCame,
    PatronWent,
    PlaceWager,
    Tick,
)
from punto.table.config import CLASSIC, TableKind
from punto.table.events import BettingClosed, BettingOpened, CoupSettled, ShoeEnded, TipGiven
from punto.table.money import Hold, journal_in, move_of, unmoved_purses
from punto.table.refusals import Refusal
from punto.table.state import Betting, Dealing, NeedsBurn, NeedsShoe, ShowingResult
from punto.table.stored.event_codec import decode_event
from tests.table.playing import START, Game


def test_a_shoe_opens_is_burned_and_betting_begins() -> None:
    game = Game()
    game.accept(OpenShoe("c0ffee", "f1"))
    assert isinstance(game.table.phase, NeedsBurn)
    (*_, opened) = game.accept(BurnCards("7h"))
    assert opened == BettingOpened(1, START, START + CLASSIC.betting_ms)
    assert (game.table.shoe, game.table.coup, game.table.cards_used) == (1, 1, 8)


def test_a_book_without_a_burn_goes_straight_to_betting() -> None:
    game = Game("multicolor", denominations=(20,))
    game.accept(OpenShoe("c0ffee", "f1"))
    assert isinstance(game.table.phase, Betting)
    assert game.table.cards_used == 0


def test_the_clock_decides_when_betting_is_over() -> None:
    game = Game()
    game.open_betting()
    assert game.wait(CLASSIC.betting_ms - 1) == ()
    game.accept(PlaceWager("ann", "player", 20))
    game.now += 1
    assert game.send(PlaceWager("ann", "player", 20)) is Refusal.BETTING_IS_CLOSED, "late, though no tick has come yet"
    assert game.accept(Tick()) == (BettingClosed(game.now),)
    assert game.table.phase == Dealing(game.now + CLASSIC.card_ms)
    game.draw("9h")
    assert game.table.phase == Dealing(game.now + CLASSIC.card_ms), "from card to card"
    game.draw("4c 2d Td")
    assert game.table.phase == Dealing(game.now + CLASSIC.third_card_ms), "a third card is called before it comes"


def test_a_coup_is_settled_from_the_escrow_and_the_house() -> None:
    game = Game()
    game.open_betting()
    game.accept(PlaceWager("ann", "banker", 100))
    game.accept(PlaceWager("bob", "player", 100))
    game.accept(PlaceWager("bob", "tie", 20))
    game.close_betting()
    (*_, event) = game.draw("4h 4c 2d Td 3s")
    assert isinstance(event, CoupSettled)
    assert (event.player, event.banker) == ("4h 2d", "4c Td 3s")
    assert [(each.patron, each.bet, each.odds, each.returned) for each in event.wagers] == [
        ("ann", "banker", "19/20", 195),
        ("bob", "player", "-1", 0),
        ("bob", "tie", "-1", 0),
    ]
    assert (game.credit("ann"), game.credit("bob")) == (10_095, 9_880)
    assert game.balances["house:EUR"] == 25
    assert game.balances["escrow:EUR:jade:1:1"] == 0
    assert game.table.scores == ((1, "B"),)


def test_a_timed_table_deals_whether_anyone_bets_or_not() -> None:
    game = Game()
    game.play("9h 2d Tc Td")
    assert game.table.scores == ((1, "P9"),)
    game.wait(CLASSIC.result_ms - 1)
    assert isinstance(game.table.phase, ShowingResult)
    game.wait(1)
    assert (game.table.coup, game.table.player.cards) == (2, ())
    assert isinstance(game.table.phase, Betting)


def test_an_on_demand_table_waits_for_its_button() -> None:
    game = Game(kind=TableKind.ON_DEMAND)
    game.open_betting()
    assert game.table.phase == Betting(closes_at=None)
    game.now += 10**9
    assert game.accept(Tick()) == ()
    game.accept(PlaceWager("ann", "player", 20))
    assert not game.table.seat("ann").keeps_bets_on, "unless it is asked for"
    game.accept(KeepBetsOn("ann", on=True))
    assert game.table.seat("ann").keeps_bets_on
    game.accept(KeepBetsOn("ann", on=False))
    assert not game.table.seat("ann").keeps_bets_on
    assert game.accept(Deal("ann")) == (BettingClosed(game.now),)


@pytest.mark.parametrize(
    ("plays_one_more", "coups"),
    [(False, 1), (True, 2)],
)
def test_the_coup_in_which_the_cut_card_comes_out_is_the_last(plays_one_more: bool, coups: int) -> None:  # noqa: FBT001
    """416 cards, the first of them burned with a ten more, and the cut card 400 from the end."""
    game = Game(cut_card=400, plays_one_more=plays_one_more)
    game.open_betting(burn="Th")
    game.close_betting()
    game.draw("9h 2d Tc Td")
    game.open_betting()
    for coup in range(2, 2 + coups):
        game.close_betting()
        game.draw("9d 2h Ts Jd")
        assert game.table.coup == coup
        assert game.table.cut_card_came_in == 2
        events = game.wait(CLASSIC.result_ms)
    assert events == (ShoeEnded(game.now),)
    assert game.table.phase == NeedsShoe(game.now + CLASSIC.shoe_change_ms)
    game.open_betting()
    assert (game.table.shoe, game.table.coup, game.table.scores, game.table.cut_card_came_in) == (2, 1, (), None)


def test_the_cut_card_stays_where_it_was_put_when_the_shoe_was_opened() -> None:
    """A floor's file may be changed in the middle of a shoe: it holds for the next."""
    game = Game(cut_card=400)
    game.open_betting(burn="Th")
    game.set(config=structs.replace(game.table.config, cut_card=14, plays_one_more=True))
    game.close_betting()
    game.draw("9h 2d Tc Td")
    game.open_betting()
    game.close_betting()
    game.draw("9d 2h Ts Jd")
    assert game.table.cut_card_came_in == 2
    assert game.wait(CLASSIC.result_ms) == (ShoeEnded(game.now),)
    game.open_betting()
    assert (game.table.cut_card, game.table.plays_one_more) == (14, True)


def test_a_shoe_that_is_opened_before_it_is_ready_is_a_bug() -> None:
    game = Game()
    game.set(phase=NeedsShoe(ready_at=START + 1))
    with pytest.raises(AssertionError, match="a shoe change takes its time"):
        game.send(OpenShoe("c0ffee", "f1"))
    game.now += 1
    game.accept(OpenShoe("c0ffee", "f1"))


def test_a_drawn_card_that_cannot_be_is_a_bug() -> None:
    game = Game()
    game.open_betting(burn="7h")
    with pytest.raises(AssertionError, match="cards are drawn while a coup is dealt"):
        game.send(CardDrawn("4h"))
    game.close_betting()
    game.set(cards_out=game.table.cards_out * 8)
    with pytest.raises(AssertionError, match="our own shoe holds no card too often"):
        game.send(CardDrawn("7h"))


def test_modes_and_denominations_are_chosen_without_bets() -> None:
    game = Game()
    game.open_betting()
    game.accept(AutoRepeat("ann", on=True))
    game.accept(ChooseMode("ann", "no_commission"))
    assert not game.table.seat("ann").repeats, "auto-repeat ends with a change of mode"
    game.accept(ChooseMode("ann", "commission"))
    game.accept(ChooseDenomination("ann", 100))
    assert game.send(PlaceWager("ann", "player", 20)) is Refusal.STAKE_IS_NOT_CHIPS
    game.accept(PlaceWager("ann", "player", 600))


def test_leaving_costs_nothing_but_auto_repeat() -> None:
    game = Game()
    game.open_betting()
    assert game.accept(PatronWent("ann")) == ()
    game.accept(PlaceWager("ann", "player", 20))
    game.accept(AutoRepeat("ann", on=True))
    game.accept(PatronWent("ann"))
    assert (game.table.seat("ann").is_away, game.table.seat("ann").repeats) == (True, False)
    game.close_betting()
    game.draw("9h 2d Tc Td")
    assert game.credit("ann") == 10_020
    game.accept(PatronCame("ann"))
    assert not game.table.seat("ann").is_away
    assert game.accept(PatronCame("ann")) == ()


def test_a_tip_goes_from_the_purse_to_the_attendants() -> None:
    game = Game()
    game.accept(GiveTip("ann", 50))
    assert (game.credit("ann"), game.balances["tips:EUR:attendants"]) == (9_950, 50)
    game.accept(GiveTip("ann", 1))
    game.accept(GiveTip("ann", 9_949))
    assert game.credit("ann") == 0


def test_a_tip_at_a_live_table_goes_to_its_dealer() -> None:
    game = Game(kind=TableKind.LIVE)
    (tip,) = game.accept(GiveTip("ann", 50))
    assert tip == TipGiven("ann", 50, f"dealer:{game.table.config.id}", game.now)
    assert game.balances[f"tips:EUR:dealer:{game.table.config.id}"] == 50


def test_a_tip_of_the_first_release_is_still_in_the_account_of_all_tips() -> None:
    event = decode_event(b'{"schema":1,"event":{"type":"TipGiven","patron":"ann","amount":50}}')
    assert journal_in(escrow("jade", 1, 1, "EUR"), event).lines == {"purse:EUR:ann": -50, "tips:EUR": 50}


@pytest.mark.parametrize(("tip_max", "largest"), [(None, 10_000), (70, 70)])
def test_a_tip_has_a_maximum_which_is_the_highest_stake_where_nothing_is_said(
    tip_max: int | None, largest: int
) -> None:
    game = Game(tip_max=tip_max)
    assert game.table.config.largest_tip == largest
    assert game.send(GiveTip("ann", largest + 1)) is Refusal.TIP_IS_TOO_LARGE
    game.accept(GiveTip("ann", largest))


def test_replayed_events_give_the_same_table() -> None:
    game = Game()
    game.play("9h 2d Tc Td")
    game.open_betting()
    game.accept(PlaceWager("ann", "player", 20))
    assert game.replayed() == game.table


def test_purses_that_a_settlement_leaves_as_they_are_are_named_once() -> None:
    game = Game()
    game.open_betting()
    game.accept(PlaceWager("ann", "banker", 20))
    game.accept(PlaceWager("ann", "tie", 20))
    game.accept(PlaceWager("bob", "player", 20))
    game.accept(PlaceWager("bob", "tie", 20))
    game.close_betting()
    *cards, settled = game.draw("9h 2d Kc Kd")
    move = move_of(settled)
    assert move is not None
    assert unmoved_purses(move, "EUR") == ("purse:EUR:ann",)
    assert unmoved_purses(Hold("ann", 20), "EUR") == ()
    assert [move_of(card) for card in cards] == [None] * 4
