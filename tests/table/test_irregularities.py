"""Every irregularity of a hand-dealt round, as a row: where it happens, what it does, who answers how, what stands."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from punto.table.commands import AbandonShoe, CancelCoup, Command, EnterCard, Pause, PlaceWager, Resume
from punto.table.config import SQUEEZE_PACE, Misdeal
from punto.table.hand_commands import (
    ConfirmResult,
    EndStage,
    RebuildCoup,
    SeeDivider,
    SetAside,
    SettleMisdeal,
    TapIn,
)
from punto.table.state import PausedPhase, Squeezing
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
