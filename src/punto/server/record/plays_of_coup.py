"""The plays that the end of a coup adds to its patrons' records. Bots have no record."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from punto.ledger.accounts import is_bot, purse
from punto.rules.coup import written_coup
from punto.rules.rulebook import RuleBook
from punto.server.record.coup_records import LoggedCoup
from punto.server.store.plays import BetTotal, Play
from punto.table.config import TableConfig
from punto.table.events import (
    Adjustment,
    CoupCancelled,
    CoupCorrected,
    CoupSettled,
    CoupVoided,
    StakeList,
    TakenBack,
    TipGiven,
    total_of,
)
from punto.table.reasons import Reason, reason_of
from punto.table.settled_wagers import OwnWagers, SettledWager, by_patron

TIP = "tip:"  # how what a tip is counted under begins: no bet has a colon in its id
FEE = "fee:"  # and what storms have cost on a bet
PUSHED = "0"  # the odds of a stake that goes back

Commissions = Mapping[str, tuple[int, int]]  # bet to what the house keeps back of a stake that won, as "a of b"


class PlayedBet(Struct, frozen=True):
    bet: str
    stake: int
    odds: str  # net, to one
    returned: int  # stake included
    commission: int = 0  # what the house kept back of the win
    fee: int = 0  # of the stake, what a storm has cost


class PlayChange(Struct, frozen=True):
    """What a decision of staff changed in a play, and how that stood before."""

    status: Literal["voided", "corrected"]
    at: int
    role: str  # of the person who decided; empty: unknown
    reason: Reason
    player: str  # before
    banker: str
    bets: tuple[PlayedBet, ...]
    adjusted: int  # what was given, or taken back when below zero
    uncovered: int  # what was no longer there to be taken back


class PlayBody(Struct, frozen=True):
    player: str
    banker: str
    fingerprint: str  # of the rules that were in force
    bets: tuple[PlayedBet, ...]
    balance_before: int  # of the purse, with the stakes of this coup in it
    balance_after: int
    adjusted: int = 0  # what was given or taken back when the coup was voided or corrected
    uncovered: int = 0  # what was no longer there to be taken back
    adjusted_at: int | None = None
    tip: int = 0  # when it is one, and no coup
    changes: tuple[PlayChange, ...] = ()  # the oldest first; empty in records from before they were kept
    struck: str = ""  # by a storm, before the coup was dealt

    @property
    def text(self) -> str:
        """The coup as written: `player / banker`, and what was struck."""
        return written_coup(self.player, self.banker, self.struck)


class Ended(Struct, frozen=True):
    """A coup that has ended at a table, as the public log has it."""

    config: TableConfig
    fingerprint: str
    coup: LoggedCoup


def settled_plays(
    ended: Ended, book: RuleBook, event: CoupSettled, balances: Mapping[str, int]
) -> Iterator[tuple[Play, tuple[PlayedBet, ...]]]:
    keeps = _commissions(book, event)
    for patron, own in event.by_patron.items():
        if not is_bot(patron):
            bets = tuple([_played(wager, keeps) for wager in own.wagers])
            balance = balances[purse(patron, ended.config.currency)]
            yield _play(ended, patron, bets, balance, staked=own.staked, returned=own.returned), bets


def cancelled_plays(
    ended: Ended, event: CoupCancelled, stakes: Mapping[str, StakeList], balances: Mapping[str, int]
) -> Iterator[Play]:
    for patron, _ in event.returned:
        if not is_bot(patron):
            bets = tuple(PlayedBet(bet, stake, PUSHED, stake) for bet, stake in stakes[patron])
            staked, balance = total_of(stakes[patron]), balances[purse(patron, ended.config.currency)]
            yield _play(ended, patron, bets, balance, staked=staked, returned=staked)


def tip_play(config: TableConfig, event: TipGiven, version: int, where: tuple[int, int], balance: int) -> Play:
    """Nothing was staked and nothing comes back: a tip is in no sum of wins and losses. `where`: shoe and coup."""
    shoe, coup = where
    body = PlayBody("", "", "", (), balance + event.amount, balance, tip=event.amount)
    return Play(
        patron=event.patron,
        at=event.at,
        table=config.id,
        version=version,
        changed=version,
        book=config.book,
        shoe=shoe,
        coup=coup,
        status="tip",
        staked=0,
        returned=0,
        body=msgspec.json.encode(body),
    )


def tip_total(config: TableConfig, event: TipGiven, day: str) -> BetTotal:
    """Where a program deals, the dealer is the table, which stands beside it."""
    goes_to = "dealer" if event.goes_to == f"dealer:{config.id}" else event.goes_to
    return BetTotal(day, config.id, config.book, f"{TIP}{goes_to}", 1, event.amount, 0)


def changed_plays(
    plays: Iterable[Play], book: RuleBook, event: TakenBack, version: int
) -> Iterator[tuple[Play, PlayBody, PlayBody]]:
    """Each play as it is now, with its body before and after. A play that was changed before is left alone."""
    adjustments = {each.patron: each for each in event.adjustments}
    corrected: dict[str, OwnWagers] = {}
    keeps: Commissions = {}
    if isinstance(event, CoupCorrected):
        corrected = by_patron(event.wagers)
        keeps = _commissions(book, event)
    for play in plays:
        if play.changed >= version:
            continue
        body = msgspec.json.decode(play.body, type=PlayBody)
        each = adjustments[play.patron]
        changed = replace(
            body,
            adjusted=body.adjusted + each.amount,
            uncovered=body.uncovered + each.uncovered,
            adjusted_at=event.at,
            changes=(*body.changes, _change(body, event, each)),
        )
        if isinstance(event, CoupCorrected):
            bets = tuple(_played(wager, keeps) for wager in corrected[play.patron].wagers)
            changed = replace(changed, bets=bets, player=event.player, banker=event.banker)
        else:
            pushed = tuple(PlayedBet(each.bet, each.stake, PUSHED, each.stake) for each in body.bets)
            changed = replace(changed, bets=pushed)
        now = replace(
            play,
            changed=version,
            status=changed.changes[-1].status,
            returned=play.returned + each.amount,
            body=msgspec.json.encode(changed),
        )
        yield now, body, changed


def _change(before: PlayBody, event: TakenBack, adjustment: Adjustment) -> PlayChange:
    return PlayChange(
        status="voided" if isinstance(event, CoupVoided) else "corrected",
        at=event.at,
        role=event.role,
        reason=reason_of(event.reason),
        player=before.player,
        banker=before.banker,
        bets=before.bets,
        adjusted=adjustment.amount,
        uncovered=adjustment.uncovered,
    )


def bet_totals(
    ended: Ended, day: str, counted: Iterable[PlayedBet], taken_back: Iterable[PlayedBet] = ()
) -> tuple[BetTotal, ...]:
    """And of each bet with a fee what that was, under a name of its own."""
    sums: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    for sign, bets in ((1, counted), (-1, taken_back)):
        for each in bets:
            if each.fee:
                fees = sums[f"{FEE}{each.bet}"]
                fees[0] += sign
                fees[1] += sign * each.fee
            wagers_staked_returned = sums[each.bet]
            wagers_staked_returned[0] += sign
            wagers_staked_returned[1] += sign * each.stake
            wagers_staked_returned[2] += sign * each.returned
    return tuple(BetTotal(day, ended.config.id, ended.config.book, bet, *sums[bet]) for bet in sorted(sums))


def bets_of_patrons(wagers: Iterable[SettledWager]) -> Iterator[PlayedBet]:
    """Without commissions, for sums."""
    for wager in wagers:
        if not is_bot(wager.patron):
            yield PlayedBet(wager.bet, wager.stake, wager.odds, wager.returned, fee=wager.fee)


def _commissions(book: RuleBook, event: CoupSettled | CoupCorrected) -> Commissions:
    """Only bets that were backed and keep something back."""
    coup = book.parse_coup(written_coup(event.player, event.banker, event.struck))
    lines = {bet: book.bet(bet).line(coup) for bet in {wager.bet for wager in event.wagers}}
    return {bet: line.commission.as_integer_ratio() for bet, line in lines.items() if line and line.commission}


def _played(wager: SettledWager, keeps: Commissions) -> PlayedBet:
    kept = 0
    if wager.bet in keeps:
        part, of = keeps[wager.bet]
        kept, rest = divmod(wager.stake * part, of)
        assert not rest, "what is paid whole is kept whole"
    return PlayedBet(wager.bet, wager.stake, wager.odds, wager.returned, kept, wager.fee)


def _play(ended: Ended, patron: str, bets: tuple[PlayedBet, ...], balance: int, *, staked: int, returned: int) -> Play:
    coup = ended.coup
    before = balance - returned + staked
    body = PlayBody(coup.player, coup.banker, ended.fingerprint, bets, before, balance, struck=coup.struck)
    return Play(
        patron=patron,
        at=coup.at,
        table=ended.config.id,
        version=coup.last_version,
        changed=coup.last_version,
        book=ended.config.book,
        shoe=coup.shoe,
        coup=coup.coup,
        status=coup.status,
        staked=staked,
        returned=returned,
        body=msgspec.json.encode(body),
    )
