"""The bettor of the trials, fed by hand: when it bets, what it counts as late, and how long it waited."""

from typing import Literal

import msgspec
import pytest

from punto.server.protocol.refusals import RefusalName
from punto.server.protocol.table_private import Answer, Seat, SeatState
from punto.trials.edges.bettor import SECONDS_BEFORE_THE_END, Bettor
from punto.trials.load.bets import STAKE

TABLE = "felt-1"
SERVER_AT_ZERO = 1_000_000  # what the server's clock shows when ours shows 0, in milliseconds
SEAT = SeatState(
    mode=None,
    denomination=1,
    stakes=(),
    staked=0,
    last_stakes=(),
    last_settled=None,
    keeps_bets_on=False,
    auto_repeats=False,
    squeezes=False,
    holds=(),
    faces=(),
    opened=(),
    player_total=None,
    banker_total=None,
    fields=(),
    may_dispute=False,
)


class Line:
    """What the bettor sends, and a clock that is set by hand."""

    def __init__(self, pause: float = 0.0) -> None:
        self.now = 0.0
        self.sent: list[bytes] = []
        self.bettor = Bettor(TABLE, lambda: len(self.sent), self.sent.append, lambda: self.now, pause)

    def hear(self, **message: object) -> None:
        self.bettor.hear(msgspec.json.encode(message))

    def open(self, phase: str, ends_at: int | None) -> None:
        state = {"phase": phase, "ends_at": ends_at}
        offset = {"log": "log", "version": 1}
        self.hear(type="table_opened", offset=offset, server_time=SERVER_AT_ZERO + int(self.now * 1000), state=state)
        self.bettor.hear(msgspec.json.encode(Seat(TABLE, 1, 1, SEAT)))

    def answer(
        self, outcome: Literal["accepted", "refused", "too_late"] = "accepted", refusal: RefusalName | None = None
    ) -> None:
        [name] = self.bettor.waiting
        self.bettor.hear(msgspec.json.encode(Answer(name, TABLE, outcome, refusal)))

    def bets_at(self, now: float) -> bool:
        """Whether it does."""
        self.now, sent = now, len(self.sent)
        self.bettor.bet()
        return len(self.sent) > sent


def test_it_bets_until_shortly_before_the_end_of_betting() -> None:
    line = Line()
    line.open("betting", SERVER_AT_ZERO + 2_000)
    assert line.bets_at(2.0 - SECONDS_BEFORE_THE_END - 0.01)
    line.answer()
    assert not line.bets_at(2.0 - SECONDS_BEFORE_THE_END)
    line.hear(type="betting_closed", table=TABLE, version=2, at=SERVER_AT_ZERO + 2_000)
    assert not line.bets_at(2.1)
    line.hear(type="betting_opened", table=TABLE, version=3, closes_at=SERVER_AT_ZERO + 5_000)
    assert line.bets_at(2.2)


def test_it_waits_for_betting_to_open_and_for_its_last_answer() -> None:
    line = Line()
    line.open("dealing", SERVER_AT_ZERO + 9_000)
    assert not line.bets_at(1.0)
    line.open("betting", None)
    assert line.bets_at(1.0)
    assert not line.bets_at(50.0), "the first is not answered"


@pytest.mark.parametrize(
    ("outcome", "refusal", "late", "refusals"),
    [
        ("refused", "betting_is_closed", 1, []),
        ("too_late", None, 1, []),
        ("refused", "credit_is_short", 0, ["credit_is_short"]),
    ],
)
def test_a_late_bet_is_no_refusal(
    outcome: Literal["refused", "too_late"], refusal: RefusalName | None, late: int, refusals: list[str]
) -> None:
    line = Line()
    line.open("betting", None)
    line.bets_at(1.0)
    line.answer()
    line.bets_at(2.0)
    line.answer(outcome, refusal)
    assert (line.bettor.accepted, line.bettor.late, line.bettor.refusals) == (STAKE, late, refusals)


def test_the_longest_wait_counts_from_when_a_bet_was_due() -> None:
    line = Line(pause=0.1)
    line.open("betting", None)
    for at, answered_at in ((1.0, 1.1), (1.2, 1.3)):
        line.bets_at(at)
        line.now = answered_at
        line.answer()
    line.bettor.longest_wait = 0.0  # the floor is hurt
    for at, answered_at in ((1.4, 4.3), (4.4, 4.5)):
        line.bets_at(at)
        line.now = answered_at
        line.answer()
    assert line.bettor.longest_wait == pytest.approx(2.9)
