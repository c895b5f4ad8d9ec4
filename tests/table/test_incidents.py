"""What goes wrong, and how it is taken back."""

from dataclasses import replace

import pytest

from punto.rules.coup import ImpossibleCoup
from punto.table.commands import (
    CancelCoup,
    CorrectCoup,
    DismissDispute,
    EnterCard,
    OpenShoe,
    Pause,
    PlaceWager,
    RaiseDispute,
    Resume,
    VoidCoup,
)
from punto.table.config import CLASSIC, SQUEEZE_PACE, TableKind
from punto.table.events import Adjustment, CoupCancelled, CoupCorrected, CoupVoided, Paused
from punto.table.refusals import Refusal
from punto.table.state import Betting, Dealing, NeedsShoe, ShowingResult, Squeezing
from tests.table.playing import Game


def played(**settings: object) -> Game:
    """Ann has won 100 on Player, Bob has lost 40 on Banker."""
    game = Game(kind=TableKind.LIVE, **settings)  # type: ignore[arg-type]
    game.open_betting()
    game.accept(PlaceWager("ann", "player", 100))
    game.accept(PlaceWager("bob", "banker", 40))
    game.close_betting()
    for card in ("9h", "2d", "Tc", "Td"):
        game.accept(EnterCard(card))
    assert (game.credit("ann"), game.credit("bob")) == (10_100, 9_960)
    return game


def test_a_pause_stops_the_clock() -> None:
    game = Game()
    game.open_betting()
    game.wait(10_000)
    game.accept(Pause("sue", "fire alarm"))
    game.wait(10**6)
    game.accept(Resume("sue"))
    assert game.table.phase == Betting(closes_at=game.now + CLASSIC.betting_ms - 10_000)


def test_every_phase_can_be_paused_and_goes_on_where_it_was() -> None:
    game = Game("squeeze", pace=SQUEEZE_PACE, has_squeeze=True)
    game.open_betting()
    game.accept(PlaceWager("ann", "player", 100))
    game.close_betting()
    for kind, cards, deadline in (
        (Dealing, "", "next_at"),
        (Squeezing, "9h 2d Tc Td", "closes_at"),
        (ShowingResult, "", "ends_at"),
    ):
        game.draw(cards)
        if kind is ShowingResult:
            game.wait(SQUEEZE_PACE.squeeze_ms)
        before = game.table.phase
        assert isinstance(before, kind)
        game.accept(Pause("sue", "look"))
        assert game.wait(700) == ()
        game.accept(Resume("sue"))
        assert game.table.phase == replace(before, **{deadline: getattr(before, deadline) + 700})


def test_an_untimed_betting_has_no_clock_to_stop() -> None:
    game = Game(kind=TableKind.ON_DEMAND)
    game.open_betting()
    game.accept(Pause("sue", "look"))
    game.wait(1_000)
    game.accept(Resume("sue"))
    assert game.table.phase == Betting(closes_at=None)


def test_a_cancelled_coup_returns_every_stake_and_gives_its_number_back() -> None:
    game = Game()
    game.open_betting()
    game.accept(PlaceWager("ann", "player", 100))
    (event,) = game.accept(CancelCoup("sue", "power cut"))
    assert isinstance(event, CoupCancelled)
    assert (event.returned, event.used_cards) == ((("ann", 100),), False)
    assert game.credit("ann") == 10_000
    game.open_betting()
    assert game.table.coup == 1
    assert game.table.seat("ann").last_stakes == (), "it was not played"


def test_a_cancelled_coup_that_used_cards_keeps_its_number_and_leaves_no_mark() -> None:
    game = Game(cut_card=406)
    game.open_betting()  # eight cards are burned
    game.accept(PlaceWager("ann", "player", 100))
    game.close_betting()
    game.draw("9h 2d")
    game.accept(Pause("sue", "card not read"))
    game.accept(CancelCoup("sue", "card not read"))
    assert (game.table.coup, game.table.scores, game.table.cut_card_came_in) == (1, (), 1)
    assert game.credit("ann") == 10_000


def test_a_void_reverses_the_settlement() -> None:
    game = played()
    (event,) = game.accept(VoidCoup("sue", "malfunction"))
    assert isinstance(event, CoupVoided)
    assert event.adjustments == (Adjustment("ann", -100), Adjustment("bob", 40))
    assert (game.credit("ann"), game.credit("bob"), game.balances["house:EUR"]) == (10_000, 10_000, 0)
    assert (game.table.scores, game.table.last) == ((), None)


def test_what_a_patron_no_longer_has_the_house_bears() -> None:
    game = played()
    game.balances["cashier:EUR"] += 10_070
    game.balances["purse:EUR:ann"] -= 10_070
    (event,) = game.accept(VoidCoup("sue", "malfunction"))
    assert isinstance(event, CoupVoided)
    assert event.adjustments[0] == Adjustment("ann", -30, uncovered=70)
    assert game.credit("ann") == 0
    assert game.balances["house:EUR"] == -70


def test_a_dispute_is_raised_until_the_next_betting_closes() -> None:
    game = played()
    game.open_betting()
    game.accept(RaiseDispute("ann"))
    assert game.table.last is not None
    assert game.table.last.disputed_by == "ann"
    game.accept(DismissDispute("sue"))
    assert game.table.last.disputed_by is None
    game.accept(RaiseDispute("bob"))
    game.close_betting()
    assert game.table.last.disputed_by is None, "closing ends it"
    assert game.send(RaiseDispute("bob")) is Refusal.DISPUTE_IS_TOO_LATE


def test_the_end_of_the_shoe_ends_a_dispute() -> None:
    game = played(cut_card=406)
    game.accept(RaiseDispute("ann"))
    game.wait(CLASSIC.result_ms)
    assert isinstance(game.table.phase, NeedsShoe)
    assert game.send(DismissDispute("sue")) is Refusal.NO_DISPUTE_IS_OPEN


def test_an_upheld_dispute_settles_the_coup_anew() -> None:
    """Banker's first card was a nine, not a two: the hands tie, and both stakes go back."""
    game = played()
    game.accept(RaiseDispute("bob"))
    (event,) = game.accept(CorrectCoup("sue", "9h Tc", "9d Td"))
    assert isinstance(event, CoupCorrected)
    assert event.adjustments == (Adjustment("ann", -100), Adjustment("bob", 40))
    assert (game.credit("ann"), game.credit("bob")) == (10_000, 10_000)
    assert game.table.scores == ((1, "T9"),)
    assert game.table.last is not None
    assert (str(game.table.last.result), game.table.last.disputed_by) == ("9h Tc / 9d Td", None)


def test_only_an_open_dispute_is_upheld() -> None:
    assert played().send(CorrectCoup("sue", "9h Tc", "9d Td")) is Refusal.NO_DISPUTE_IS_OPEN


def test_a_correction_to_cards_that_cannot_be_dealt_is_the_consoles_mistake() -> None:
    game = played()
    game.accept(RaiseDispute("bob"))
    with pytest.raises(ImpossibleCoup):
        game.send(CorrectCoup("sue", "9h Tc", "9d Td 4h"))


def test_a_live_card_goes_where_the_rules_want_it_and_may_be_typed_by_two() -> None:
    game = Game(kind=TableKind.LIVE)
    game.accept(OpenShoe("c0ffee", "f1"))
    game.accept(EnterCard("7h"))
    assert isinstance(game.table.phase, Betting), "the first card of a shoe is its burn card"
    game.close_betting()
    game.accept(EnterCard("9h", side="player"))
    game.accept(EnterCard("2d", typed_by="dan", confirmed_by="sue"))
    assert (str(game.table.player), str(game.table.banker)) == ("9h", "2d")


@pytest.mark.parametrize(
    ("card", "side", "reason"),
    [
        ("Xh", None, "'Xh' is no card"),
        ("4h", "banker", "4h came to banker, and it is player's turn"),
        ("7h", None, "7h came once more than the shoe holds it"),
    ],
)
def test_a_card_that_cannot_be_stops_the_coup(card: str, side: str | None, reason: str) -> None:
    game = Game(kind=TableKind.LIVE)
    game.open_betting(burn="7h")
    game.close_betting()
    seen = game.table.cards_out
    game.set(cards_out=seen + (game.table.book.deck.card("7h"),) * 7)
    (event,) = game.accept(EnterCard(card, side=side))  # type: ignore[arg-type]
    assert isinstance(event, Paused)
    assert event.reason == reason


def test_a_card_when_none_is_due_stops_the_table() -> None:
    game = Game(kind=TableKind.LIVE)
    game.open_betting()
    (event,) = game.accept(EnterCard("4h"))
    assert isinstance(event, Paused)
    assert event.reason == "4h came when no card was due"
