"""What patrons must be told: one answer as long as answers are kept, and nothing done twice that cannot be new."""

import random
from dataclasses import replace

import pytest

from punto.server.streams.request import TableAnswer
from punto.table.refusals import Refusal
from punto.table.state import Table
from punto.trials.torture.floor import TABLES
from punto.trials.torture.patrons import SURELY_KEPT_MS, Patrons, Sent

TABLE = Table(*TABLES[0])
NEXT_ROUND = replace(TABLE, coup=TABLE.coup + 1)
TRIES = 1_000


def sent_for_this_round(patrons: Patrons) -> Sent:
    """The first command that names its round and arrives."""
    for _ in range(TRIES):
        _ = patrons.press(TABLE, 0) or patrons.resend()
        for sent in patrons.arriving(TABLE, 0):
            if sent.request.round is not None:
                return sent
            patrons.hear(sent, TableAnswer(refusal=Refusal.BETTING_IS_CLOSED), TABLE, 0)
    raise AssertionError("nobody names a round")


def comes_once_more(patrons: Patrons, sent: Sent, passed_ms: int) -> None:
    for _ in range(TRIES):
        patrons.replay_old({sent.table: TABLE})
        if sent in patrons.arriving(TABLE, passed_ms):
            return
    raise AssertionError("it does not come")


@pytest.fixture
def patrons() -> Patrons:
    return Patrons(random.Random(1))


def test_a_kept_command_has_one_answer(patrons: Patrons) -> None:
    sent = sent_for_this_round(patrons)
    patrons.hear(sent, TableAnswer(4), TABLE, 0)
    patrons.hear(sent, TableAnswer(4), NEXT_ROUND, SURELY_KEPT_MS - 1)
    with pytest.raises(AssertionError, match="was answered"):
        patrons.hear(sent, TableAnswer(5), NEXT_ROUND, SURELY_KEPT_MS - 1)


def test_a_forgotten_command_of_an_old_round_is_not_done_again(patrons: Patrons) -> None:
    sent = sent_for_this_round(patrons)
    patrons.hear(sent, TableAnswer(4), TABLE, 0)
    with pytest.raises(AssertionError, match="was answered"):
        patrons.hear(sent, TableAnswer(5), NEXT_ROUND, SURELY_KEPT_MS)


def test_a_tip_may_be_given_anew_once_forgotten_though_its_second_answer_is_lost(patrons: Patrons) -> None:
    """It came in its own round, when its answer may have been forgotten; the answer is heard in the next."""
    sent = sent_for_this_round(patrons)
    patrons.hear(sent, TableAnswer(4), TABLE, 0)
    comes_once_more(patrons, sent, SURELY_KEPT_MS)
    patrons.hear(sent, TableAnswer(5), NEXT_ROUND, SURELY_KEPT_MS)


def test_an_answer_heard_late_is_kept_since_its_command_was_done(patrons: Patrons) -> None:
    """Done again, its answer lost; asked for once more just before it is forgotten, and then done a third time."""
    sent = sent_for_this_round(patrons)
    patrons.hear(sent, TableAnswer(4), TABLE, 0)
    comes_once_more(patrons, sent, SURELY_KEPT_MS)
    comes_once_more(patrons, sent, 2 * SURELY_KEPT_MS - 1)
    patrons.hear(sent, TableAnswer(5), TABLE, 2 * SURELY_KEPT_MS - 1)
    patrons.hear(sent, TableAnswer(6), TABLE, 2 * SURELY_KEPT_MS)
