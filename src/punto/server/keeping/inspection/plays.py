"""Compares the play record with the log: every patron's part in every coup, tips, and the totals by bet.

The record is written a moment after the log, so only what it claims to have written is expected of it.
"""

from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable

import msgspec

from punto.ledger.accounts import is_bot
from punto.rules.coup import written_coup
from punto.server.keeping.inspection.findings import Findings
from punto.server.keeping.inspection.floor_rows import FloorRows
from punto.server.keeping.inspection.scope import Scope
from punto.server.keeping.inspection.seen import ExpectedBet, ExpectedPlay, SeenCoup
from punto.server.record.plays_of_coup import FEE, PUSHED, TIP, PlayBody
from punto.server.store.plays import Play
from punto.table import events
from punto.table.events import Event, TipGiven
from punto.table.settled_wagers import SettledWager, by_patron

TotalKey = tuple[str, str, str]  # day, book and bet


class PlayChecks:
    """Of one table."""

    def __init__(self, rows: FloorRows, table: str, stream: str, findings: Findings, scope: Scope) -> None:
        self._rows, self._table, self._stream = rows, table, stream
        self._findings, self._scope = findings, scope
        self._written_up_to = rows.followed(stream).version
        self._versions, self._counts = array("q"), array("q")  # of events with plays, and how many each has
        self._fresh: list[SeenCoup] = []  # ended in the change that is being read
        self._finished: list[SeenCoup] = []  # to be compared once that change is read
        self.totals: dict[TotalKey, list[int]] = defaultdict(lambda: [0, 0, 0])
        self.plays = 0

    def observe(self, coup: SeenCoup, event: Event, version: int, book: str) -> None:
        """A coup has ended or changed; what the record does not claim to have written yet is left as it was."""
        if version > self._written_up_to:
            return
        match event:
            case events.CoupSettled(wagers=wagers):
                coup.plays = {patron: _settled(coup, own) for patron, own in _people(wagers).items()}
                self._count(coup, book, coup.plays.values(), sign=1)
                self._expect_plays(version, len(coup.plays))
                self._fresh.append(coup)
            case events.CoupCancelled(returned=returned):
                coup.plays = {patron: _cancelled(coup, patron) for patron, _ in returned if not is_bot(patron)}
                self._expect_plays(version, len(coup.plays))
                self._fresh.append(coup)
            case events.CoupVoided() | events.CoupCorrected():
                self._count(coup, book, coup.plays.values(), sign=-1)
                self._change(coup, event)
                if isinstance(event, events.CoupCorrected):
                    self._count(coup, book, coup.plays.values(), sign=1)

    def _change(self, coup: SeenCoup, event: events.TakenBack) -> None:
        amounts = {each.patron: each.amount for each in event.adjustments}
        again = _people(event.wagers) if isinstance(event, events.CoupCorrected) else {}
        for patron, play in coup.plays.items():
            play.returned += amounts.get(patron, 0)
            play.status = coup.status
            if isinstance(event, events.CoupCorrected):
                play.bets, play.player, play.banker = _bets(again.get(patron, ())), event.player, event.banker
            else:
                play.bets = tuple(ExpectedBet(each.bet, each.stake, PUSHED, each.stake) for each in play.bets)

    def tip(self, event: TipGiven, version: int) -> None:
        """Tips of the first release did not say when they were given, and stayed in the ledger alone."""
        if is_bot(event.patron) or not event.at or version > self._written_up_to:
            return
        self._expect_plays(version, 1)
        play = self._found(event.patron, event.at, version)
        if play is None:
            return
        goes_to = "dealer" if event.goes_to == f"dealer:{self._table}" else event.goes_to  # a person stands by name
        self._add(event.at, play.book, f"{TIP}{goes_to}", 1, event.amount, 0)
        body = self._body(play, version, event.patron)
        if body is not None and self._scope.covers(self._table, event.at):
            what = f"the play record: {event.patron}'s tip"
            self._findings.expect(self._stream, version, what, says=body.tip, should=event.amount)

    def done(self, coup: SeenCoup) -> None:
        """Nothing of it changes any more."""
        if self._scope.covers(self._table, coup.at):
            self._finished.append(coup)

    def change_read(self, balance: Callable[[str], int] | None) -> None:
        """All events of a change were fed; `balance` is a patron's after it, where that is known."""
        if balance is not None:
            for coup in self._fresh:
                for patron, play in coup.plays.items():
                    play.balance_after = balance(patron)
        self._fresh.clear()
        for coup in self._finished:
            self._compare_all(coup)
        self._finished.clear()

    def _compare_all(self, coup: SeenCoup) -> None:
        for patron, expected in coup.plays.items():
            play = self._found(patron, coup.at, coup.ended)
            if play is not None:
                self._compare(coup, patron, play, expected)
        coup.plays = {}

    def _compare(self, coup: SeenCoup, patron: str, play: Play, expected: ExpectedPlay) -> None:
        self.plays += 1
        named = f"the play record: {patron} in {coup.name}"
        body = self._body(play, coup.ended, patron)
        pairs: list[tuple[str, object, object]] = [
            ("shoe", play.shoe, coup.shoe),
            ("round", play.coup, coup.coup),
            ("status", play.status, expected.status),
            ("staked", play.staked, expected.staked),
            ("returned", play.returned, expected.returned),
        ]
        if body is not None:
            bets = tuple(ExpectedBet(each.bet, each.stake, each.odds, each.returned, each.fee) for each in body.bets)
            pairs += [
                ("hands", body.text, written_coup(expected.player, expected.banker, expected.struck)),
                ("bets", _in_words(bets), _in_words(expected.bets)),
            ]
            if expected.balance_after is not None:
                pairs.append(("balance", body.balance_after, expected.balance_after))
        for what, says, should in pairs:
            self._findings.expect(self._stream, coup.ended, f"{named}, {what}", says=says, should=should)

    def _found(self, patron: str, at: int, version: int) -> Play | None:
        play = self._rows.play(patron, at, self._table, version)
        if play is None:
            self._findings.add(self._stream, version, "the play record", says="", should=f"a play of {patron}")
        return play

    def _body(self, play: Play, version: int, patron: str) -> PlayBody | None:
        try:
            return msgspec.json.decode(play.body, type=PlayBody)
        except msgspec.DecodeError as error:
            what = f"the play record: {patron}'s play"
            self._findings.add(self._stream, version, what, says="what cannot be read", should=f"a play ({error})")
            return None

    # --- totals, and plays that no event explains ---------------------------------------------------------------------

    def _expect_plays(self, version: int, count: int) -> None:
        self._versions.append(version)
        self._counts.append(count)

    def explains(self, version: int) -> bool:
        """Whether an event has a play for this row; to be asked once for each row of the record."""
        if version > self._written_up_to:
            return True
        place = bisect_left(self._versions, version)
        if place == len(self._versions) or self._versions[place] != version or not self._counts[place]:
            return False
        self._counts[place] -= 1
        return True

    def _count(self, coup: SeenCoup, book: str, plays: Iterable[ExpectedPlay], *, sign: int) -> None:
        for play in plays:
            for each in play.bets:
                self._add(coup.at, book, each.bet, sign, sign * each.stake, sign * each.returned)
                if each.fee:
                    self._add(coup.at, book, f"{FEE}{each.bet}", sign, sign * each.fee, 0)

    def _add(self, at: int, book: str, bet: str, wagers: int, staked: int, returned: int) -> None:
        total = self.totals[self._scope.day_of(at), book, bet]
        for place, amount in enumerate((wagers, staked, returned)):
            total[place] += amount


def _people(wagers: Iterable[SettledWager]) -> dict[str, tuple[SettledWager, ...]]:
    """Bots have no record."""
    return {patron: own.wagers for patron, own in by_patron(wagers).items() if not is_bot(patron)}


def _bets(wagers: Iterable[SettledWager]) -> tuple[ExpectedBet, ...]:
    return tuple(ExpectedBet(each.bet, each.stake, each.odds, each.returned, each.fee) for each in wagers)


def _settled(coup: SeenCoup, wagers: tuple[SettledWager, ...]) -> ExpectedPlay:
    bets = _bets(wagers)
    staked, returned = sum(each.stake for each in bets), sum(each.returned for each in bets)
    return ExpectedPlay("settled", staked, returned, bets, coup.player, coup.banker, struck=coup.struck)


def _cancelled(coup: SeenCoup, patron: str) -> ExpectedPlay:
    bets = tuple(ExpectedBet(bet, stake, PUSHED, stake) for bet, stake in coup.stakes.get(patron, ()))
    staked = sum(each.stake for each in bets)
    return ExpectedPlay("cancelled", staked, staked, bets, coup.player, coup.banker, struck=coup.struck)


def _in_words(bets: Iterable[ExpectedBet]) -> str:
    return ", ".join(
        f"{each.stake} on {each.bet} at {each.odds} returned {each.returned}"
        + (f", fee {each.fee}" if each.fee else "")
        for each in bets
    )
