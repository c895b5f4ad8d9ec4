"""What goes wrong, and how it is taken back."""

from dataclasses import replace

import pytest

from punto.table.commands import (
    CancelCoup,
    EnterCard,
    OpenShoe,
    Pause,
    PlaceWager,
    Resume,
    Tick,
)
from punto.table.config import CLASSIC, SQUEEZE_PACE, TableKind
from punto.table.events import BettingOpened, CoupCancelled, Paused
from punto.table.reasons import reason_of
from punto.table.squeeze import TURNS_BY_ITSELF_MS
from punto.table.state import Betting, Dealing, ReadyToOpen, ShowingResult, Squeezing
from tests.table.playing import Game


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
            game.wait(TURNS_BY_ITSELF_MS)
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


def test_a_live_card_goes_where_the_rules_want_it_and_may_be_typed_by_two() -> None:
    game = Game(kind=TableKind.LIVE)
    game.accept(OpenShoe("c0ffee", "f1"))
    game.accept(EnterCard("7h"))
    assert isinstance(game.table.phase, ReadyToOpen), "the first card of a shoe is its burn card"
    assert isinstance(game.accept(Tick())[0], BettingOpened), "which patrons have seen before betting opens"
    game.close_betting()
    game.accept(EnterCard("9h", side="player"))
    game.accept(EnterCard("2d", typed_by="dan", confirmed_by="sue"))
    assert (str(game.table.player), str(game.table.banker)) == ("9h", "2d")


@pytest.mark.parametrize(
    ("card", "side", "reason", "detail"),
    [
        ("Xh", None, "card_unknown", "'Xh'"),
        ("4h", "banker", "card_to_wrong_side", "4h to banker"),
        ("7h", None, "card_too_often", "7h"),
    ],
)
def test_a_card_that_cannot_be_stops_the_coup(card: str, side: str | None, reason: str, detail: str) -> None:
    game = Game(kind=TableKind.LIVE)
    game.open_betting(burn="7h")
    game.close_betting()
    seen = game.table.cards_out
    game.set(cards_out=seen + (game.table.book.deck.card("7h"),) * 7)
    (event,) = game.accept(EnterCard(card, side=side))  # type: ignore[arg-type]
    assert isinstance(event, Paused)
    assert (event.reason, event.detail) == (reason, detail)


def test_a_card_when_none_is_due_stops_the_table() -> None:
    game = Game(kind=TableKind.LIVE)
    game.open_betting()
    (event,) = game.accept(EnterCard("4h"))
    assert isinstance(event, Paused)
    assert (event.reason, event.detail) == ("card_not_due", "4h")


@pytest.mark.parametrize(
    ("stored", "reason"),
    [
        ("malfunction", "malfunction"),
        ("restart", "restart"),
        ("The floor is being restarted.", "restart"),
        ("The rules have changed since this shoe was opened.", "rules_changed"),
        ("The table was taken off the floor.", "table_removed"),
        ("its secret has no order", "no_order"),
        ("'Xh' is no card", "card_unknown"),
        ("4h came when no card was due", "card_not_due"),
        ("7h came once more than the shoe holds it", "card_too_often"),
        ("4h came to banker, and it is player's turn", "card_to_wrong_side"),
        ("spilled drink", "other"),
        ("", "other"),
    ],
)
def test_what_earlier_releases_wrote_as_a_reason_is_read_as_its_name(stored: str, reason: str) -> None:
    assert reason_of(stored) == reason
