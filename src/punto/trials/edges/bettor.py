"""A patron who bets all the time on a socket that should stay open, as the web client does; without a line of its own.

After each `welcome` it opens its table again since what it has seen, and after its seat it repeats, with the same ids,
what was not answered.
"""

from collections.abc import Callable

import msgspec

from punto.server.protocol.client import OpenTable
from punto.server.protocol.table_private import Answer, Seat
from punto.trials.load.bets import STAKE, wager
from punto.trials.load.crowd import kind_of
from punto.trials.load.seen_table import SeenTable


class Bettor:
    def __init__(
        self, table: str, names: Callable[[], int], send: Callable[[bytes], None], clock: Callable[[], float]
    ) -> None:
        self.accepted = 0  # units that were acknowledged
        self.staked = -1  # units that lie, as the floor told with the last seat
        self.refusals: list[str] = []
        self.answered_at = 0.0
        self.is_seated = False
        self.was_told_to_wait = False
        self.waiting: dict[str, bytes] = {}
        self._seen = SeenTable(table)
        self._names = names
        self._send = send
        self._clock = clock

    def bet(self) -> None:
        if self.is_seated and not self.waiting:
            name = self._names()
            self.waiting[str(name)] = wager(name, self._seen.table, STAKE)
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
                self._seen.hear(message)

    def _answered(self, answer: Answer) -> None:
        if self.waiting.pop(answer.id, None) is None:
            return  # to the first of two
        self.answered_at = self._clock()
        if answer.outcome == "accepted":
            self.accepted += STAKE
        elif self.accepted:  # before that, a new floor's tables may have no shoe yet
            self.refusals.append(answer.refusal or answer.outcome)
