"""Every refusal there is, with the smallest command that causes it."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from punto.table.commands import (
    AbandonShoe,
    AutoRepeat,
    CancelCoup,
    ChooseDenomination,
    ChooseMode,
    ClearLast,
    Command,
    CommitShoe,
    Contribute,
    CorrectCoup,
    Deal,
    DismissDispute,
    DoubleStakes,
    EnterCard,
    GiveTip,
    KeepBetsOn,
    MoveStake,
    OpenCard,
    Pause,
    PlaceSet,
    PlaceWager,
    RaiseDispute,
    RaiseStakes,
    RepeatStakes,
    Resume,
    VoidCoup,
)
from punto.table.config import BetLimit, Misdeal, TableKind
from punto.table.hand_commands import (
    CloseBetting,
    ConfirmResult,
    ConfirmShoe,
    DealEarlyCard,
    EndStage,
    OpenBetting,
    RebuildCoup,
    SeeDivider,
    SetAside,
    SettleMisdeal,
    TapIn,
    TapOut,
)
from punto.table.refusals import Refusal
from punto.table.state import Dispute
from punto.table.taken_back import DISPUTES_MAX
from tests.table.dealt_by_hand import HandGame
from tests.table.playing import Game

DIGEST = "0123456789abcdef" * 4
PLAYER_100 = PlaceWager("ann", "player", 100)


def betting(*commands: Command, **settings: object) -> Callable[[], Game]:
    """A table in its first betting, after these commands."""

    def start() -> Game:
        game = Game(**settings)  # type: ignore[arg-type]
        game.open_betting()
        for command in commands:
            game.accept(command)
        return game

    return start


def committed(*commands: Command) -> Callable[[], Game]:
    """A table whose first shoe is bound and takes contributions."""

    def start() -> Game:
        game = Game()
        for command in (CommitShoe("c0ffee"), *commands):
            game.accept(command)
        return game

    return start


def dealing(**settings: object) -> Callable[[], Game]:
    def start() -> Game:
        game = betting(PLAYER_100, **settings)()
        game.close_betting()
        return game

    return start


def settled(*commands: Command, **settings: object) -> Callable[[], Game]:
    def start() -> Game:
        game = dealing(**settings)()
        game.draw("9h 2d Tc Td")
        for command in commands:
            game.accept(command)
        return game

    return start


ONE_FIELD = {"player": BetLimit(40, 100, return_max=160)}
LIVE = {"kind": TableKind.LIVE}


def all_nines_of_diamonds_are_out() -> Game:
    """Of a shoe that was not committed to."""
    game = settled(**LIVE)()
    assert game.table.last
    nines = (game.table.book.deck.card("9d"),) * 8
    game.set(cards_out=nines + game.table.cards_out, last=replace(game.table.last, is_committed=False))
    return game


def every_dispute_is_open() -> Game:
    game = settled(**LIVE)()
    assert game.table.last
    coups = (replace(game.table.last, coup=100 + each) for each in range(DISPUTES_MAX))
    game.set(disputes=tuple(Dispute(coup, ("bob",), since=0) for coup in coups))
    return game


def by_hand(cards: str = "", *commands: Command) -> Callable[[], Game]:
    """A round that a person deals, after these cards and commands."""

    def start() -> Game:
        game = HandGame()
        game.deal(cards)
        for command in commands:
            game.accept(command)
        return game

    return start


def tapped_in() -> Game:
    game = HandGame()
    game.accept(TapIn("dan", "dan"))
    return game


def paused_between_rounds() -> Game:
    game = HandGame()
    game.confirm_shoe()
    game.accept(Pause("sue", "interruption"))
    return game


def a_free_hand_is_due() -> Game:
    game = HandGame(misdeal=Misdeal.FREE_HAND)
    game.play(NATURAL)
    game.accept(EnterCard("5s"))
    game.accept(SettleMisdeal("sue"))
    game.now += 60_000
    return game


NATURAL = "9h 2d Tc Td"
REFUSED = [
    # refusal                                table                                          command
    (Refusal.BETTING_IS_CLOSED, dealing(), PLAYER_100),
    (Refusal.BETTING_IS_CLOSED, betting(PLAYER_100, kind=TableKind.ON_DEMAND), None),
    (Refusal.BET_IS_NOT_OFFERED, betting(), PlaceWager("ann", "dragon", 100)),
    (Refusal.BET_IS_NOT_OFFERED, betting(), PlaceWager("ann", "banker-no-commission", 100)),  # not in this mode
    (Refusal.BET_IS_NOT_OFFERED, betting(limits=ONE_FIELD), PlaceWager("ann", "tie", 100)),  # no open field
    (Refusal.BET_IS_CLOSED_FOR_THIS_SHOE, betting(), PlaceWager("ann", "any-pair", 100)),
    (Refusal.BET_IS_NOT_OFFERED, betting(), PlaceSet("ann", (("player", 100), ("dragon", 100)))),
    (Refusal.BET_IS_CLOSED_FOR_THIS_SHOE, betting(), PlaceSet("ann", (("any-pair", 100),))),  # nothing is left
    (Refusal.STAKE_IS_NOT_CHIPS, betting(), PlaceSet("ann", (("player", 100), ("tie", 0)))),
    (Refusal.STAKE_IS_NOT_CHIPS, betting(), PlaceWager("ann", "player", 110)),
    (Refusal.STAKE_IS_NOT_CHIPS, betting(), PlaceWager("ann", "player", 0)),
    (Refusal.STAKE_IS_NOT_CHIPS, betting(), PlaceWager("ann", "player", -20)),
    (Refusal.STAKE_IS_NOT_CHIPS, betting(chips=(2, 5)), PlaceWager("ann", "player", 60)),  # three credits
    (Refusal.STAKE_IS_NOT_CHIPS, betting(PLAYER_100), RaiseStakes("ann", 7)),
    (Refusal.STAKE_IS_BELOW_MINIMUM, betting(limits=ONE_FIELD), PlaceWager("ann", "player", 20)),
    (Refusal.STAKE_IS_ABOVE_MAXIMUM, betting(limits=ONE_FIELD), PlaceWager("ann", "player", 120)),
    (Refusal.RETURN_IS_ABOVE_MAXIMUM, betting(limits=ONE_FIELD), PlaceWager("ann", "player", 100)),
    (Refusal.DIFFERENCE_IS_TOO_LARGE, betting(difference_max=80), PLAYER_100),
    (Refusal.EXPOSURE_IS_TOO_LARGE, betting(exposure_max=80), PLAYER_100),
    (Refusal.CREDIT_IS_SHORT, betting(purses={"ann": 80}), PLAYER_100),
    (Refusal.CREDIT_IS_SHORT, betting(purses={"ann": 80}), GiveTip("ann", 81)),
    (Refusal.NOTHING_TO_CLEAR, betting(), ClearLast("ann")),
    (Refusal.NOTHING_TO_DOUBLE, betting(), DoubleStakes("ann")),
    (Refusal.NOTHING_TO_RAISE, betting(), RaiseStakes("ann", 1)),
    (Refusal.NOTHING_TO_REPEAT, betting(), RepeatStakes("ann")),
    (Refusal.NOTHING_TO_MOVE, betting(PLAYER_100), MoveStake("ann", "tie", "player")),
    (Refusal.NOTHING_TO_MOVE, betting(PLAYER_100), MoveStake("ann", "player", "player")),
    (Refusal.BETS_LIE, betting(PLAYER_100), ChooseMode("ann", "no_commission")),
    (Refusal.BETS_LIE, betting(PLAYER_100), ChooseDenomination("ann", 100)),
    (Refusal.MODE_IS_UNKNOWN, betting(), ChooseMode("ann", "free")),
    (Refusal.DENOMINATION_IS_UNKNOWN, betting(), ChooseDenomination("ann", 7)),
    (Refusal.KEEP_BETS_ON_IS_OFF, betting(), KeepBetsOn("ann", on=True)),
    (
        Refusal.KEEP_BETS_ON_IS_OFF,
        betting(kind=TableKind.ON_DEMAND, allows_keep_bets_on=False),
        KeepBetsOn("ann", on=True),
    ),
    (Refusal.NOTHING_IS_STAKED, betting(kind=TableKind.ON_DEMAND), Deal("ann")),
    (Refusal.DEAL_IS_NOT_OFFERED, betting(PLAYER_100), Deal("ann")),
    (Refusal.CARD_IS_NOT_YOURS, betting(PLAYER_100), OpenCard("ann", "player", 0)),
    (Refusal.TIP_IS_NOT_POSITIVE, betting(), GiveTip("ann", 0)),
    (Refusal.TIP_IS_TOO_LARGE, betting(tip_max=50), GiveTip("ann", 51)),
    (Refusal.TABLE_IS_PAUSED, betting(Pause("sue", "spilled drink")), PLAYER_100),
    (Refusal.TABLE_IS_PAUSED, betting(Pause("sue", "spilled drink")), Pause("sue", "again")),
    (Refusal.TABLE_IS_PAUSED, betting(Pause("sue", "spilled drink"), **LIVE), EnterCard("4h")),
    (Refusal.TABLE_IS_PAUSED, betting(Pause("sue", "spilled drink")), OpenCard("ann", "player", 0)),
    (
        Refusal.TABLE_IS_PAUSED,
        betting(PLAYER_100, Pause("sue", "spilled drink"), kind=TableKind.ON_DEMAND),
        Deal("ann"),
    ),
    (Refusal.TABLE_IS_NOT_PAUSED, betting(), Resume("sue")),
    (Refusal.NO_COUP_RUNS, settled(), CancelCoup("sue", "late")),
    (Refusal.NO_COUP_RUNS, Game, Pause("sue", "no shoe yet")),
    (Refusal.NO_COUP_RUNS, Game, EnterCard("4h")),
    (Refusal.NO_COUP_TO_VOID, betting(), VoidCoup("sue", "what?")),
    (Refusal.NO_COUP_TO_CORRECT, betting(), CorrectCoup("sue", "what?", player="9h Tc", banker="9d Td")),
    (Refusal.CORRECTION_CHANGES_NOTHING, settled(**LIVE), CorrectCoup("sue", "what?", player="9h Tc", banker="2d Td")),
    (
        Refusal.CARDS_ARE_NOT_THE_COMMITTED_ONES,
        settled(**LIVE),
        CorrectCoup("sue", "what?", player="9h Tc", banker="9d Td", committed="9h Tc / 2d Td"),
    ),
    (
        Refusal.CARDS_ARE_NOT_IN_THE_SHOE,
        all_nines_of_diamonds_are_out,
        CorrectCoup("sue", "what?", player="9h Tc", banker="9d Td"),
    ),
    (Refusal.DISPUTE_IS_NOT_OFFERED, settled(), RaiseDispute("ann")),
    (Refusal.DISPUTE_IS_TOO_LATE, dealing(**LIVE), RaiseDispute("ann")),
    (Refusal.DISPUTE_IS_TOO_LATE, betting(PLAYER_100, **LIVE), RaiseDispute("ann")),  # no coup is over yet
    (Refusal.NO_WAGER_IN_THAT_COUP, settled(**LIVE), RaiseDispute("bob")),
    (Refusal.DISPUTE_IS_OPEN, settled(RaiseDispute("ann"), **LIVE), RaiseDispute("ann")),
    (Refusal.NO_DISPUTE_IS_OPEN, settled(**LIVE), DismissDispute("sue")),
    (Refusal.CONTRIBUTIONS_ARE_CLOSED, Game, Contribute("ann", DIGEST)),  # nothing is bound yet
    (Refusal.TOO_MANY_DISPUTES, every_dispute_is_open, RaiseDispute("ann")),
    (Refusal.CONTRIBUTIONS_ARE_CLOSED, betting(), Contribute("ann", DIGEST)),
    (Refusal.DIGEST_IS_NOT_SHA256, committed(), Contribute("ann", DIGEST[:-1])),
    (Refusal.DIGEST_IS_NOT_SHA256, committed(), Contribute("ann", "alice")),
    (Refusal.ALREADY_CONTRIBUTED, committed(Contribute("ann", DIGEST)), Contribute("ann", "f" * 64)),
    (Refusal.NO_SHOE_TO_ABANDON, Game, AbandonShoe("sue", "spilled drink")),
    (Refusal.SECOND_PERSON_IS_NEEDED, dealing(**LIVE), EnterCard("4h", typed_by="dan")),
    (Refusal.SECOND_PERSON_IS_NEEDED, dealing(**LIVE), EnterCard("4h", typed_by="dan", confirmed_by="dan")),
    (Refusal.SECOND_PERSON_IS_NEEDED, by_hand(), SetAside("sue", "4h")),
    (Refusal.SECOND_PERSON_IS_NEEDED, by_hand(), RebuildCoup("sue", "sue", "9h", "")),
    (Refusal.NOT_DEALT_BY_HAND, betting(), OpenBetting("dan")),
    (Refusal.NOT_DEALT_BY_HAND, betting(**LIVE), SettleMisdeal("sue")),
    (Refusal.DEALER_IS_MISSING, HandGame, ConfirmShoe("dan", "f1ngerpr1nt")),
    (Refusal.DEALER_IS_MISSING, HandGame, TapOut("dan")),
    (Refusal.DEALER_IS_TAPPED_IN, by_hand(), TapIn("dan", "dan")),
    (Refusal.COUP_RUNS, by_hand(), TapIn("eva", "eva")),
    (Refusal.COUP_RUNS, by_hand(), OpenBetting("dan")),
    (Refusal.RESULT_IS_SHOWN, by_hand(NATURAL, ConfirmResult("dan")), OpenBetting("dan")),
    (Refusal.SHOE_IS_OVER, by_hand(NATURAL, SeeDivider("dan"), ConfirmResult("dan")), OpenBetting("dan")),
    (Refusal.NO_SHOE_IS_IN_PLAY, tapped_in, OpenBetting("dan")),
    (Refusal.NO_SHOE_IS_IN_PLAY, tapped_in, SeeDivider("dan")),
    (Refusal.NO_SHOE_IS_IN_PLAY, tapped_in, SetAside("sue", "4h", "sam")),
    (Refusal.SHOE_IS_IN_PLAY, by_hand(), ConfirmShoe("dan", "f1ngerpr1nt")),
    (Refusal.FREE_HAND_IS_DUE, a_free_hand_is_due, OpenBetting("dan")),
    (Refusal.BETTING_IS_NOT_OPEN, by_hand(), CloseBetting("dan")),
    (Refusal.NOTHING_TO_CONFIRM, by_hand("9h 2d"), ConfirmResult("dan")),
    (Refusal.NOTHING_TO_CONFIRM, by_hand(NATURAL, Pause("sue", "interruption")), ConfirmResult("dan")),
    (Refusal.DIVIDER_WAS_SEEN, by_hand("", SeeDivider("dan")), SeeDivider("dan")),
    (Refusal.NO_SQUEEZE_RUNS, by_hand(), EndStage("dan")),
    (Refusal.NO_EARLY_CARD, by_hand("", Pause("sue", "interruption")), DealEarlyCard("sue")),
    (Refusal.NO_EARLY_CARD, by_hand(), DealEarlyCard("sue")),
    (Refusal.NO_MISDEAL, by_hand("", Pause("sue", "interruption")), SettleMisdeal("sue")),
    (Refusal.NO_MISDEAL, by_hand(), SettleMisdeal("sue")),
    (Refusal.CARD_IS_UNANSWERED, by_hand("9h 2d Kc 5s", EnterCard("7d")), Resume("sue")),
    (Refusal.HANDS_ARE_NOT_AS_DEALT, by_hand("", Pause("sue", "interruption")), RebuildCoup("sue", "sam", "", "9h")),
    (Refusal.TABLE_IS_NOT_PAUSED, by_hand(), RebuildCoup("sue", "sam", "9h", "")),
    (Refusal.NO_COUP_RUNS, paused_between_rounds, RebuildCoup("sue", "sam", "9h", "")),
    (Refusal.CARDS_ARE_NOT_IN_THE_SHOE, by_hand(), SetAside("sue", "Zz", "sam")),
]


@pytest.mark.parametrize(
    ("refusal", "table", "command"), REFUSED, ids=[f"{row[0]}-{index}" for index, row in enumerate(REFUSED)]
)
def test_a_refusal_and_its_smallest_cause(refusal: Refusal, table: Callable[[], Game], command: Command | None) -> None:
    game = table()
    if refusal is Refusal.BET_IS_CLOSED_FOR_THIS_SHOE:
        game.set(coup=51)
    if command is None:  # Deal closes the betting of an on-demand table, and cannot be pressed twice
        game.accept(Deal("ann"))
        command = Deal("ann")
    before, money = game.table, dict(game.balances)
    assert game.send(command) is refusal
    assert (game.table, dict(game.balances)) == (before, money), "a refusal changes nothing"


def test_every_refusal_is_listed() -> None:
    assert {refusal for refusal, _, _ in REFUSED} == set(Refusal)


def test_choices_are_refused_or_made_whatever_the_phase() -> None:
    game = dealing()()
    game.accept(AutoRepeat("bob", on=True))
    assert game.table.seat("bob").repeats
