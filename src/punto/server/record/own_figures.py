"""What a patron's own record adds up to: the session in play, round by round, and everything since they began.

Plays come newest first, a page at a time; every figure here is the same in either order. A session ends where half an
hour passes without a round, as everywhere else. Tips, cancelled and voided rounds are in no figure.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from punto.rules.coup import WinnerOrTie
from punto.rules.hand import Side
from punto.rules.rulebook import RuleBook
from punto.server.people.limits.play_sessions import BREAK_MS
from punto.server.record.plays_of_coup import PlayedBet
from punto.server.store.plays import Play
from punto.table.state import Instant

POINTS_MAX = 500  # rounds of a session that are drawn, the latest ones
COUNTED = ("settled", "corrected")
KINDS: tuple["BetKind", ...] = ("player", "banker", "tie", "side")

BetKind = Literal["player", "banker", "tie", "side"]
FindBook = Callable[[str], RuleBook | None]


class SessionPoint(Struct, frozen=True):
    net: int  # of the session after this round
    winner: WinnerOrTie | None  # null: the house has put the book away


class OwnSession(Struct, frozen=True):
    """The last session with a round in it."""

    started_at: int  # its first result
    played_at: int  # its last
    is_over: bool
    rounds: int
    staked: int
    returned: int
    fee: int  # of what was staked, what storms have cost
    points: tuple[SessionPoint, ...]  # oldest first


class BetsOfKind(Struct, frozen=True):
    kind: BetKind
    bets: int
    won: int  # returned more than their stake


class BestRound(Struct, frozen=True):
    profit: int
    table: str
    shoe: int
    round: int


class HeldRun(Struct, frozen=True):
    """Rounds in a row that a patron won on one side; ties neither count nor end it."""

    side: Literal["player", "banker"]
    length: int
    table: str
    shoe: int


class MostPlayed(Struct, frozen=True):
    table: str
    rounds: int


class Lifetime(Struct, frozen=True):
    since: int
    sessions: int
    rounds: int
    staked: int
    returned: int
    fee: int  # of what was staked, what storms have cost
    house_keeps: int | None  # of these stakes by the exact odds, on average; null: the odds of a book are not known
    bets: tuple[BetsOfKind, ...]
    best: BestRound | None  # null: no round brought more than it cost
    run: HeldRun | None  # null: no two in a row
    most_played: MostPlayed


class _Body(Struct, frozen=True):
    """What is read of a play's body; the rest is skipped."""

    player: str
    banker: str
    bets: tuple[PlayedBet, ...]


class _Run(Struct, frozen=True):
    coup: int  # the last one looked at
    side: Side | None = None
    length: int = 0


class OwnFigures:
    def __init__(self, book: FindBook, now: Instant) -> None:
        self._book = book
        self._now = now
        self._last: Play | None = None  # the oldest so far
        self._session: OwnSession | None = None
        self._changes: list[tuple[int, WinnerOrTie | None]] = []  # of the session in play, newest first
        self._sessions = self._rounds = self._staked = self._returned = self._fee = 0
        self._bets: Counter[BetKind] = Counter()
        self._won: Counter[BetKind] = Counter()
        self._tables: Counter[str] = Counter()
        self._staked_on: Counter[tuple[str, str]] = Counter()
        self._runs: dict[tuple[str, int], _Run] = {}
        self._best: BestRound | None = None
        self._longest: HeldRun | None = None

    def add(self, plays: Iterable[Play]) -> None:
        for play in plays:
            if play.status in COUNTED:
                self._add(play, msgspec.json.decode(play.body, type=_Body))

    @property
    def session(self) -> OwnSession | None:
        """None before the first round."""
        if self._session is None:
            return None
        net, points = 0, []
        for change, winner in reversed(self._changes):
            net += change
            points.append(SessionPoint(net, winner))
        return replace(self._session, points=tuple(points[-POINTS_MAX:]))

    @property
    def books(self) -> list[RuleBook]:
        """Those that were played and are still known."""
        return [book for id_ in sorted({book for book, _ in self._staked_on}) if (book := self._book(id_))]

    def lifetime(self, edges: Mapping[tuple[str, str], Fraction]) -> Lifetime | None:
        """`edges`: what the house keeps of a unit, by book and bet."""
        if self._last is None:
            return None
        table, rounds = min(self._tables.items(), key=lambda each: (-each[1], each[0]))
        is_known = all(each in edges for each in self._staked_on)
        keeps = sum((stake * edges.get(each, Fraction(0)) for each, stake in self._staked_on.items()), Fraction(0))
        return Lifetime(
            since=self._last.at,
            sessions=self._sessions,
            rounds=self._rounds,
            staked=self._staked,
            returned=self._returned,
            fee=self._fee,
            house_keeps=round(keeps) if is_known else None,
            bets=tuple(BetsOfKind(kind, self._bets[kind], self._won[kind]) for kind in KINDS),
            best=self._best,
            run=self._longest,
            most_played=MostPlayed(table, rounds),
        )

    def _add(self, play: Play, body: _Body) -> None:
        book = self._book(play.book)
        self._count_session(play, body, book)
        self._last = play
        self._rounds += 1
        self._staked += play.staked
        self._returned += play.returned
        self._fee += _fee(body)
        self._tables[play.table] += 1
        profit = play.returned - play.staked
        if profit > (self._best.profit if self._best else 0):
            self._best = BestRound(profit, play.table, play.shoe, play.coup)
        for bet in body.bets:
            kind = _kind(book, bet.bet)
            self._bets[kind] += 1
            self._won[kind] += bet.returned > bet.stake
            self._staked_on[play.book, bet.bet] += bet.stake
        self._count_run(play, body, book)

    def _count_session(self, play: Play, body: _Body, book: RuleBook | None) -> None:
        begins = self._last is None or self._last.at - play.at >= BREAK_MS
        self._sessions += begins
        if self._last is None:
            is_over = self._now - play.at >= BREAK_MS
            self._session = OwnSession(play.at, play.at, is_over, 0, 0, 0, 0, ())
        if self._session is None or self._sessions > 1:
            return
        self._changes.append((play.returned - play.staked, _winner(book, body)))
        self._session = replace(
            self._session,
            started_at=play.at,
            rounds=self._session.rounds + 1,
            staked=self._session.staked + play.staked,
            returned=self._session.returned + play.returned,
            fee=self._session.fee + _fee(body),
        )

    def _count_run(self, play: Play, body: _Body, book: RuleBook | None) -> None:
        place = (play.table, play.shoe)
        run = self._runs.get(place, _Run(play.coup))
        if abs(run.coup - play.coup) > 1:
            run = _Run(play.coup)
        backed = [(book.bet(bet.bet).backs, bet.returned - bet.stake) for bet in body.bets] if book else []
        sides = [(side, profit) for side, profit in backed if side is not None]
        won = next((side for side, profit in sides if profit > 0), None)
        if won is not None:
            run = _Run(play.coup, won, run.length + 1 if run.side is won else 1)
        elif sides and all(profit == 0 for _, profit in sides):
            run = replace(run, coup=play.coup)
        else:
            run = _Run(play.coup)
        self._runs[place] = run
        if run.side is not None and run.length > (self._longest.length if self._longest else 1):
            self._longest = HeldRun(run.side.value, run.length, play.table, play.shoe)


def _kind(book: RuleBook | None, bet_id: str) -> BetKind:
    bet = book.bet(bet_id) if book else None
    if bet is None:
        return "side"
    if bet.backs is not None:
        return bet.backs.value
    return "tie" if bet.is_tie else "side"


def _fee(body: _Body) -> int:
    return sum(bet.fee for bet in body.bets)


def _winner(book: RuleBook | None, body: _Body) -> WinnerOrTie | None:
    if book is None:
        return None
    return book.parse_coup(f"{body.player} / {body.banker}").result.winner_or_tie
