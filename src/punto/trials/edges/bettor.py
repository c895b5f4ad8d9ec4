"""A patron who bets all the time on a socket that should stay open, as the web client does; without a line of its own.

After each `welcome` it opens its table again since what it has seen, and after its seat it repeats, with the same ids,
what was not answered. It bets while betting is open, and leaves off shortly before it ends, so that a bet which comes
too late was held up on its way.
"""

from collections.abc import Callable

import msgspec

from punto.server.protocol.client import OpenTable
from punto.server.protocol.table_private import Answer, Seat
from punto.trials.load.bets import STAKE, wager
from punto.trials.load.crowd import kind_of
from punto.trials.load.seen_table import SeenTable

LATE = "betting_is_closed"  # an answer to a bet that crossed the end of betting on its way


SECONDS_BEFORE_THE_END = 0.4


class _State(msgspec.Struct):
    phase: str
    ends_at: int | None


class _Snapshot(msgspec.Struct):
    server_time: int
    state: _State


class _Resumed(msgspec.Struct):
    server_time: int


class _Betting(msgspec.Struct):
    closes_at: int | None


class Bettor:
    def __init__(
        self,
        table: str,
        names: Callable[[], int],
        send: Callable[[bytes], None],
        clock: Callable[[], float],
        pause: float = 0.0,
    ) -> None:
        """`pause`: in seconds, from an answer until the next bet is due."""
        self.accepted = 0  # units that were acknowledged
        self.staked = -1  # units that lie, as the floor told with the last seat
        self.refusals: list[str] = []
        self.late = 0  # bets that came after the end of betting
        self.due_at = 0.0  # the bet that is answered next
        self.answers_bet_of = 0.0  # when the last answered bet was made
        self.longest_wait = 0.0  # from a bet's due time to its answer, in seconds, since it was last set to 0
        self.bets_until = 0.0  # by our own clock
        self._server_ahead = 0.0  # seconds that the server's clock shows more
        self.is_seated = False
        self.was_told_to_wait = False
        self.waiting: dict[str, bytes] = {}
        self._made_at = 0.0  # the last bet
        self._seen = SeenTable(table)
        self._names = names
        self._send = send
        self._clock = clock
        self._pause = pause

    def bet(self) -> None:
        if self.is_seated and not self.waiting and self._clock() < self.bets_until:
            name = self._names()
            self.waiting[str(name)] = wager(name, self._seen.table, STAKE)
            self._made_at = self._clock()
            self._send(self.waiting[str(name)])

    def ask_seat(self) -> None:
        """By a snapshot: what the floor then tells is what is stored."""
        self.is_seated = False
        self._send(msgspec.json.encode(OpenTable(self._seen.table)))

    def hear(self, message: bytes) -> None:
        match kind_of(message):
            case b"welcome":
                self.is_seated = False
                self._send(msgspec.json.encode(OpenTable(self._seen.table, self._seen.since)))
            case b"floor_away":
                self.is_seated, self.was_told_to_wait = False, True
            case b"answer":
                self._answered(msgspec.json.decode(message, type=Answer))
            case b"seat":
                self.staked, self.is_seated = msgspec.json.decode(message, type=Seat).seat.staked, True
                for bet in self.waiting.values():
                    self._send(bet)
            case _:
                self._hear_table(message)

    def _hear_table(self, message: bytes) -> None:
        match kind_of(message):
            case b"table_opened":
                opened = msgspec.json.decode(message, type=_Snapshot)
                self._server_ahead = opened.server_time / 1000 - self._clock()
                self._betting_ends(opened.state.ends_at if opened.state.phase == "betting" else 0)
            case b"table_resumed":
                server_time = msgspec.json.decode(message, type=_Resumed).server_time
                self._server_ahead = server_time / 1000 - self._clock()
            case b"betting_opened":
                self._betting_ends(msgspec.json.decode(message, type=_Betting).closes_at)
            case b"betting_closed":
                self._betting_ends(0)
            case _:
                pass
        self._seen.hear(message)

    def _betting_ends(self, at: int | None) -> None:
        """None: nobody knows when."""
        seconds = float("inf") if at is None else at / 1000 - self._server_ahead
        self.bets_until = seconds - SECONDS_BEFORE_THE_END

    def _answered(self, answer: Answer) -> None:
        if self.waiting.pop(answer.id, None) is None:
            return  # to the first of two
        self.answers_bet_of = self._made_at
        now = self._clock()
        if self.due_at:
            self.longest_wait = max(self.longest_wait, now - self.due_at)
        self.due_at = now + self._pause
        if answer.outcome == "accepted":
            self.accepted += STAKE
        elif answer.outcome == "too_late" or answer.refusal == LATE:
            self.late += 1
        elif self.accepted:  # before that, a new floor's tables may have no shoe yet
            self.refusals.append(answer.refusal or answer.outcome)
