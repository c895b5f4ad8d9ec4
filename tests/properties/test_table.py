"""Tables played at random, by patrons and staff who press whatever they like.

Checked after every event (see `tests.table.playing`): money is conserved, no purse is below zero, what lies on the
felt is what lies in escrow. Checked here: each wager is settled once, folding the events gives the table again,
nobody is shown a face too early, no field promises room that is then refused, a snapshot is the table.
"""

import random

import pytest

from punto.rules.coup import struck_text
from punto.rules.hand import Side
from punto.table.commands import (
    AutoRepeat,
    BurnCards,
    CancelCoup,
    CardDrawn,
    ChooseMode,
    ChooseSqueeze,
    ClearAll,
    ClearLast,
    Command,
    Deal,
    DismissDispute,
    DoubleStakes,
    GiveTip,
    KeepBetsOn,
    MoveStake,
    OpenCard,
    OpenShoe,
    PatronCame,
    PatronWent,
    Pause,
    PlaceSet,
    PlaceWager,
    RaiseDispute,
    RaiseStakes,
    RepeatStakes,
    Resume,
    StrikeCards,
    Tick,
    VoidCoup,
)
from punto.table.config import SQUEEZE_PACE, TableKind
from punto.table.decide import decide
from punto.table.events import CoupCancelled, CoupSettled, Event, WagersChanged
from punto.table.limits import room_on
from punto.table.state import Betting, Dealing, NeedsBurn, NeedsShoe, Squeezing
from punto.table.stored.snapshot import snapshot_of, table_from
from punto.table.view import FACE_DOWN, TableView
from tests.table.playing import Game

PATRONS = ("ann", "bob", "cid")
SEEDS, STEPS = 200, 400


class Crowd:
    """Commands that a floor could send, chosen by chance; the shoe is shuffled by chance too."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        book = self.chance.choice(["sa", "squeeze", "multicolor", "interblock", "seven-luck-no-commission", "storm"])
        has_storm = book == "storm"
        kind = self.chance.choice([kind for kind in TableKind if kind is not TableKind.LIVE or not has_storm])
        self.game = Game(
            book,
            purses=dict.fromkeys(PATRONS, 15_000 if has_storm else 3_000),
            kind=kind,
            pace=SQUEEZE_PACE,
            denominations=(100,) if has_storm else (20,),
            has_squeeze=self.chance.random() < 0.5,
            has_lead=self.chance.random() < 0.5,
            difference_max=self.chance.choice([None, 400]),
            exposure_max=self.chance.choice([None, 25_000 if has_storm else 5_000]),
            cut_card=self.chance.choice([14, 380]),
            plays_one_more=self.chance.random() < 0.5,
        )
        self.shoe: list[str] = []

    def step(self) -> tuple[Event, ...]:
        phase = self.game.table.phase
        if isinstance(phase, NeedsShoe):
            self.shoe = [str(card) for card in self.game.table.book.deck.cards]
            self.chance.shuffle(self.shoe)
            self.game.now = max(self.game.now, phase.ready_at)
            return self.game.accept(OpenShoe("c0ffee", "f1"))
        if isinstance(phase, NeedsBurn):
            events = self.game.accept(BurnCards(self.shoe[0]))
            del self.shoe[: self.game.table.cards_used]
            return events
        if isinstance(phase, Dealing) and self.chance.random() < 0.7:
            self.game.now = max(self.game.now, phase.next_at)
            storm = self.game.table.book.storm
            if storm is not None and self.game.table.awaits_storm:
                return self.game.accept(StrikeCards(struck_text(storm.drawn(self.chance.randrange))))
            return self.game.accept(CardDrawn(self.shoe.pop(0)))
        if self.chance.random() < 0.15:
            self.game.now += self.chance.randrange(0, 25_000)
            return self.game.accept(Tick())
        decision = self.game.send(self.command())
        return decision if isinstance(decision, tuple) else ()

    def command(self) -> Command:
        patron = self.chance.choice(PATRONS)
        bets = [bet.id for bet in self.game.table.book.bets]
        rare: list[Command] = [
            Pause("sue", "x"),
            Resume("sue"),
            Resume("sue"),
            CancelCoup("sue", "x"),
            VoidCoup("sue", "x"),
            RaiseDispute(patron),
            DismissDispute("sue"),
            PatronWent(patron),
            PatronCame(patron),
            GiveTip(patron, self.chance.randint(-5, 50)),
            ChooseMode(patron, self.chance.choice(["commission", "no_commission"])),
            KeepBetsOn(patron, on=True),
            AutoRepeat(patron, on=True),
            ChooseSqueeze(patron, on=self.chance.random() < 0.7),
        ]
        often: list[Command] = [
            PlaceWager(patron, self.chance.choice(bets), self.chance.choice([20, 40, 100, 500, 30])),
            PlaceWager(patron, self.chance.choice(["player", "banker"]), 100),
            MoveStake(patron, self.chance.choice(bets), self.chance.choice([*bets, None])),
            ClearLast(patron),
            ClearAll(patron),
            DoubleStakes(patron),
            RaiseStakes(patron, self.chance.choice([1, 5, 7])),
            RepeatStakes(patron),
            PlaceSet(patron, ((self.chance.choice(bets), 20), ("banker", self.chance.choice([20, 30, 100])))),
            Deal(patron),
            OpenCard(patron, self.chance.choice(["player", "banker"]), self.chance.randrange(3)),
        ]
        return self.chance.choice(rare if self.chance.random() < 0.15 else often)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_whatever_a_floor_does_every_promise_holds(seed: int) -> None:
    crowd = Crowd(seed)
    game = crowd.game
    for _ in range(STEPS):
        before = game.table
        for event in crowd.step():
            if isinstance(event, CoupSettled):
                assert sorted((each.patron, each.bet, each.stake) for each in event.wagers) == sorted(
                    (patron, bet, stake) for patron, seat in before.seats.items() for bet, stake in seat.stakes
                )
            if isinstance(event, CoupSettled | CoupCancelled):
                assert not any(seat.stakes for seat in game.table.seats.values())
        check_faces(game)
        check_snapshot(game)
        if isinstance(game.table.phase, Betting):
            check_room(game, crowd.chance)
    assert game.replayed() == game.table
    assert any(isinstance(event, WagersChanged) for event in game.log)


def check_snapshot(game: Game) -> None:
    """A table at rest can be put away and taken up again as it was."""
    body = snapshot_of(game.table)
    if body is not None:
        assert table_from(body, game.table.config, game.table.book) == game.table


def check_faces(game: Game) -> None:
    """During a stage, its cards are seen by their holders and by nobody else, unless the lead has turned them,
    or time has."""
    phase = game.table.phase
    if not isinstance(phase, Squeezing):
        return
    for patron in (*PATRONS, "eve"):
        view = TableView(game.table, patron)
        for side in Side:
            for index, (seen, card) in enumerate(zip(view.cards(side), game.table.hand(side).cards, strict=True)):
                stage = 1 if index < 2 else 2 if side is Side.PLAYER else 3
                turned = game.table.config.has_lead and any(each[1:] == (side, index) for each in phase.opened)
                turned = turned or any(of is side for of, _ in phase.turned)
                may = stage <= game.table.stages_ended or (
                    stage == phase.stage and ((patron, side) in phase.holders or turned)
                )
                assert (seen == str(card)) if may else (seen == FACE_DOWN), (patron, side, index)


def check_room(game: Game, chance: random.Random) -> None:
    """What a field says fits, fits."""
    patron, bet = (
        chance.choice(PATRONS),
        chance.choice([bet.id for bet in game.table.offered_bets(game.table.seat("ann"))]),
    )
    room = room_on(game.table, patron, bet, game.credit(patron))
    assert isinstance(game.table.phase, Betting)
    if room.refusal is None and (game.table.phase.closes_at is None or game.now < game.table.phase.closes_at):
        for stake in (room.next_stake, room.room):
            decision = decide(game.table, PlaceWager(patron, bet, stake), game.credit, game.now)
            assert isinstance(decision, tuple), (bet, room, decision)
