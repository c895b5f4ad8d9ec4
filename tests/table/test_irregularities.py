"""Every irregularity of a hand-dealt round, as a row: where it happens, what it does, who answers how, what stands."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from punto.table.commands import AbandonShoe, CancelCoup, Command, EnterCard, Pause, PlaceWager, Resume
from punto.table.config import SQUEEZE_PACE, Misdeal
from punto.table.events import CardSetAside, CoupCancelled, WagersChanged
from punto.table.hand_commands import (
    ConfirmResult,
    DealEarlyCard,
    EndStage,
    OpenBetting,
    RebuildCoup,
    SeeDivider,
    SetAside,
    SettleMisdeal,
    TapIn,
)
from punto.table.state import Dealing, PausedPhase, Squeezing
from tests.table.dealt_by_hand import DEALER, SAM, SUE, HandGame

Start = Callable[[], HandGame]


def typed(card: str) -> EnterCard:
    return EnterCard(card, typed_by=DEALER, confirmed_by=SAM)


def dealt(cards: str = "", **settings: Any) -> Start:
    """A round in which Ann has 100 on Player and these cards are read."""

    def start() -> HandGame:
        game = HandGame(**settings)
        game.open_betting()
        game.accept(PlaceWager("ann", "player", 100))
        game.close_betting()
        game.read(cards)
        game.now += 1_000
        return game

    return start


def nine_fours() -> HandGame:
    """All eight fours of spades are out, and the next card is due."""
    game = dealt("Kc Ad")()
    fours = (game.table.book.deck.card("4s"),) * 8
    game.set(cards_out=fours + game.table.cards_out)
    return game


def squeezing() -> HandGame:
    game = dealt("9h 2d Tc", book="squeeze", has_squeeze=True, pace=SQUEEZE_PACE)()
    game.read("Td")
    assert isinstance(game.table.phase, Squeezing)
    return game


class Row(NamedTuple):
    name: str
    table: Start
    happens: Command
    stops: str | None  # the reason of the stop; None: the table plays on
    answers: tuple[Command, ...]
    hands: str  # player / banker afterwards
    ann: int  # her purse afterwards, once the round is confirmed if it can be


ROWS = [
    Row(
        "misscan, scanned again",
        dealt("9h 2d"),
        EnterCard("??"),
        "card_unknown",
        (Resume(DEALER), EnterCard("Tc")),
        "9h Tc / 2d",
        9_900,
    ),
    Row(
        "misscan, typed by two",
        dealt("9h 2d"),
        EnterCard("??"),
        "card_unknown",
        (typed("Tc"),),
        "9h Tc / 2d",
        9_900,
    ),
    Row(
        "a ninth of its kind",
        nine_fours,
        EnterCard("4s"),
        "card_too_often",
        (typed("4c"),),
        "Kc 4c / Ad",
        9_900,
    ),
    Row(
        "to the wrong side",
        dealt("9h"),
        EnterCard("2d", side="player"),
        "card_to_wrong_side",
        (Resume(DEALER), EnterCard("2d")),
        "9h / 2d",
        9_900,
    ),
    Row(
        "not called for, cancelled",
        dealt("9h 2d Tc Td"),
        EnterCard("5s"),
        "card_not_called",
        (SettleMisdeal(SUE),),
        "9h Tc / 2d Td",
        10_000,
    ),
    Row(
        "not called for, next burn",
        dealt("9h 2d Tc Td", misdeal=Misdeal.NEXT_BURN),
        EnterCard("5s"),
        "card_not_called",
        (SettleMisdeal(SUE),),
        "9h Tc / 2d Td",
        10_100,
    ),
    Row(
        "not called for, free hand",
        dealt("9h 2d Tc Td", misdeal=Misdeal.FREE_HAND),
        EnterCard("5s"),
        "card_not_called",
        (SettleMisdeal(SUE),),
        "9h Tc / 2d Td",
        10_100,
    ),
    Row(
        "two cards at once, as read",
        dealt("9h"),
        EnterCard("2d", read_at=1_018_250),
        "two_cards",
        (RebuildCoup(SUE, SAM, "9h", "2d"),),
        "9h / 2d",
        9_900,
    ),
    Row(
        "two cards at once, the other way",
        dealt("9h"),
        EnterCard("2d", read_at=1_018_250),
        "two_cards",
        (RebuildCoup(SUE, SAM, "2d", "9h"),),
        "2d / 9h",
        9_900,
    ),
    Row("the same card read twice", dealt("9h"), EnterCard("9h", read_at=1_018_250), None, (), "9h / ", 9_900),
    Row(
        "exposed card, played",
        dealt("9h 2d"),
        Pause(DEALER, "card_exposed"),
        "card_exposed",
        (RebuildCoup(SUE, SAM, "9h Tc", "2d"),),
        "9h Tc / 2d",
        9_900,
    ),
    Row(
        "exposed card, out of the game",
        dealt("9h 2d"),
        Pause(DEALER, "card_exposed"),
        "card_exposed",
        (SetAside(SUE, "5s", SAM), Resume(SUE)),
        "9h / 2d",
        9_900,
    ),
    Row(
        "exposed card, cancelled",
        dealt("9h 2d"),
        Pause(DEALER, "card_exposed"),
        "card_exposed",
        (CancelCoup(SUE, "card_exposed"),),
        "9h / 2d",
        10_000,
    ),
    Row(
        "cleared too early",
        dealt("9h 2d"),
        Pause(DEALER, "cleared_early"),
        "cleared_early",
        (RebuildCoup(SUE, SAM, "9h Tc", "2d Td"),),
        "9h Tc / 2d Td",
        10_100,
    ),
    Row("burn forgotten", dealt("9h 2d"), AbandonShoe(SUE, "burn_forgotten"), None, (), " / ", 10_000),
    Row("divider missed and seen late", dealt("9h 2d Tc Td"), SeeDivider(DEALER), None, (), "9h Tc / 2d Td", 10_100),
    Row("reader lost, cards typed", dealt("9h 2d"), typed("Tc"), None, (), "9h Tc / 2d", 9_900),
    Row(
        "picture lost",
        dealt("9h 2d"),
        Pause("system", "picture_lost"),
        "picture_lost",
        (Resume(SUE),),
        "9h / 2d",
        9_900,
    ),
    Row(
        "dealer unwell",
        dealt("9h 2d"),
        Pause(SUE, "dealer_unwell"),
        "dealer_unwell",
        (TapIn(SUE, "eva"), Resume(SUE)),
        "9h / 2d",
        9_900,
    ),
    Row("shoe abandoned", dealt("9h 2d"), AbandonShoe(SUE, "malfunction"), None, (), " / ", 10_000),
    Row("squeeze card revealed early, goes on", squeezing, EndStage(DEALER), None, (), "9h Tc / 2d Td", 10_100),
    Row(
        "squeeze card revealed early, affects it",
        squeezing,
        Pause(DEALER, "revealed_early"),
        "revealed_early",
        (CancelCoup(SUE, "revealed_early"),),
        "9h Tc / 2d Td",
        10_000,
    ),
    Row(
        "a card during the squeeze, not drawn",
        squeezing,
        EnterCard("5s"),
        "card_not_due",
        (Resume(SUE, nothing_drawn=True),),
        "9h Tc / 2d Td",
        9_900,
    ),
    Row(
        "a card during the squeeze, drawn and set aside",
        squeezing,
        EnterCard("5s"),
        "card_not_due",
        (SetAside(SUE, "5s", SAM), Resume(SUE)),
        "9h Tc / 2d Td",
        9_900,
    ),
    Row(
        "wrong hands during the squeeze",
        squeezing,
        Pause(SUE, "card_error"),
        "card_error",
        (RebuildCoup(SUE, SAM, "9h Kc", "2d Td"),),
        "9h Kc / 2d Td",
        10_100,
    ),
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_an_irregularity_and_its_answer(row: Row) -> None:
    game = row.table()
    game.accept(row.happens)
    paused = game.table.phase
    assert (paused.reason if isinstance(paused, PausedPhase) else None) == row.stops
    for answer in row.answers:
        game.now += 1_000
        game.accept(answer)
    assert not isinstance(game.table.phase, PausedPhase)
    if game.table.awaits_confirmation:
        game.accept(ConfirmResult(DEALER))
    assert f"{game.table.player} / {game.table.banker}" == row.hands
    assert game.credit("ann") == row.ann
    assert game.table.book.deck.size >= game.table.cards_used


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
