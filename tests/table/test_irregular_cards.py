"""A card at the wrong moment or in the wrong place, beyond the rows of irregularities: what stands after it."""

import pytest

from punto.table.commands import EnterCard, Pause, PlaceWager, Resume
from punto.table.config import Misdeal
from punto.table.events import CardSetAside, CoupCancelled, WagersChanged
from punto.table.hand_commands import (
    ConfirmResult,
    DealEarlyCard,
    OpenBetting,
    RebuildCoup,
    SetAside,
    SettleMisdeal,
)
from punto.table.state import Dealing, PausedPhase
from tests.table.dealt_by_hand import DEALER, SAM, SUE, HandGame
from tests.table.test_irregularities import dealt, nine_fours, typed

EARLY = [
    # when the card was really dealt, after the bets at 0, 2 and 4 s      stake kept, purse
    (1_001_000, 100, 9_900),
    (1_003_000, 200, 9_800),
    (1_005_000, 300, 9_700),
]


@pytest.mark.parametrize(("dealt_at", "kept", "purse"), EARLY)
def test_bets_after_a_card_was_dealt_go_back(dealt_at: int, kept: int, purse: int) -> None:
    game = HandGame()
    game.confirm_shoe()
    game.now = 1_000_000
    game.accept(OpenBetting(DEALER))
    for _ in range(3):
        game.accept(PlaceWager("ann", "player", 100))
        game.now += 2_000
    game.accept(EnterCard("9h", read_at=1_005_500))
    assert isinstance(game.table.phase, PausedPhase)
    game.accept(DealEarlyCard(SUE, dealt_at))
    assert isinstance(game.table.phase, Dealing)
    assert (game.stakes("ann"), game.credit("ann"), str(game.table.player)) == ({"player": kept}, purse, "9h")
    assert game.replayed() == game.table


def test_what_was_taken_off_after_the_moment_stays_off() -> None:
    game = HandGame()
    game.open_betting()
    game.accept(PlaceWager("ann", "player", 300))
    game.now += 1_000
    moment = game.now
    game.now += 1_000
    game.accept(PlaceWager("ann", "tie", 40))
    game.accept(PlaceWager("bob", "banker", 40))
    game.accept(EnterCard("9h"))
    returned = [event for event in game.accept(DealEarlyCard(SUE, moment)) if isinstance(event, WagersChanged)]
    assert [(each.patron, each.action, each.added) for each in returned] == [
        ("ann", "too_late", -40),
        ("bob", "too_late", -40),
    ]


def test_a_stray_read_while_betting_is_open_is_forgotten() -> None:
    game = HandGame()
    game.open_betting()
    game.accept(EnterCard("9h"))
    assert game.send(PlaceWager("ann", "player", 100)) == "table_is_paused"
    game.accept(Resume(SUE, nothing_drawn=True))
    game.accept(PlaceWager("ann", "player", 100))
    assert game.table.cards_out == game.table.book.deck.parse("7h")


def test_a_free_hand_begins_with_the_card_that_was_drawn() -> None:
    game = dealt("9h 2d Tc Td", misdeal=Misdeal.FREE_HAND)()
    game.accept(EnterCard("5s"))
    game.accept(SettleMisdeal(SUE))
    game.accept(ConfirmResult(DEALER))
    game.now += 60_000
    assert game.send(OpenBetting(DEALER)) == "free_hand_is_due"
    game.accept(OpenBetting(DEALER, is_free_hand=True))
    assert (str(game.table.player), game.table.set_aside) == ("5s", ())
    game.read("2h 4s Kd")
    game.accept(ConfirmResult(DEALER))
    assert [score for _, score in game.table.scores] == ["P9", "P9"]
    assert game.replayed() == game.table


def test_a_card_between_two_rounds_is_set_aside_whatever_the_house_does() -> None:
    game = HandGame()
    game.play("9h 2d Tc Td")
    game.accept(EnterCard("5s"))
    assert game.accept(SettleMisdeal(SUE))[0] == CardSetAside("5s", SUE, game.now)
    assert game.table.cards_used == 13  # the burn card, seven behind it, four dealt and this one


def test_a_card_on_the_floor_is_set_aside_while_the_table_plays_on() -> None:
    game = HandGame()
    game.play("9h 2d Tc Td")
    game.accept(SetAside(SUE, "5s", SAM))
    assert [str(card) for card in game.table.set_aside] == ["5s"]
    assert game.replayed() == game.table


def test_a_cancelled_misdeal_keeps_its_cards_out() -> None:
    game = dealt("9h 2d Tc Td")()
    game.accept(EnterCard("5s"))
    aside, cancelled = game.accept(SettleMisdeal(SUE))
    assert isinstance(aside, CardSetAside)
    assert isinstance(cancelled, CoupCancelled)
    assert (cancelled.used_cards, game.table.cards_used, game.table.scores) == (True, 13, ())


@pytest.mark.parametrize(
    ("player", "banker", "refusal"),
    [
        ("9h 9h", "2d", None),
        ("9h 2d Tc", "Td", "hands_are_not_as_dealt"),
        ("9h Tc 5s", "2d Td", "hands_are_not_as_dealt"),  # a natural draws nothing
        ("9h Tc", "2d Td 5s", "hands_are_not_as_dealt"),
        ("", "2d", "hands_are_not_as_dealt"),
        ("2d", "", None),
        ("Zz", "2d", "hands_are_not_as_dealt"),
        ("4s", "2d", "cards_are_not_in_the_shoe"),
    ],
)
def test_hands_are_rebuilt_as_they_could_have_been_dealt(player: str, banker: str, refusal: str | None) -> None:
    game = nine_fours()
    game.accept(Pause(DEALER, "cleared_early"))
    before = game.table
    decision = game.send(RebuildCoup(SUE, SAM, player, banker))
    if refusal is None:
        assert f"{game.table.player} / {game.table.banker}" == f"{player} / {banker}"
    else:
        assert (decision, game.table) == (refusal, before)


def test_a_typed_card_that_cannot_be_leaves_the_table_stopped() -> None:
    game = nine_fours()
    game.accept(EnterCard("4s"))
    before = game.table
    assert game.send(typed("4s")) == "cards_are_not_in_the_shoe"
    assert game.send(EnterCard("4c")) == "table_is_paused", "a reader alone resumes nothing"
    assert game.table == before
