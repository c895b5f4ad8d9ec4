"""The arithmetic of the trials: shares of waits, and what patrons were told against what the log has."""

import pytest

from punto.table.events import (
    BettingOpened,
    CardDealt,
    CoupCancelled,
    CoupSettled,
    Event,
    ShoeOpened,
    WagersChanged,
)
from punto.trials.edges.harm import Harm, at
from punto.trials.edges.stored_stakes import TableLog


@pytest.mark.parametrize(
    ("share", "seconds"),
    [(0.0, 1.0), (0.5, 51.0), (0.99, 100.0), (1.0, 100.0)],
)
def test_the_time_in_which_a_share_had_resumed(share: float, seconds: float) -> None:
    assert at(share, [float(each) for each in range(100, 0, -1)]) == seconds


def test_nobody_waited_for_no_time() -> None:
    assert at(0.99, []) == 0.0


@pytest.mark.parametrize(
    ("accepted", "stored", "lost", "doubled"),
    [
        ({"ann": 300, "bob": 200}, {"ann": 300, "bob": 200}, 0, 0),
        ({"ann": 300}, {"ann": 200}, 100, 0),
        ({"ann": 300}, {}, 300, 0),
        ({"ann": 300}, {"ann": 400}, 0, 100),
        ({}, {"ann": 100}, 0, 100),
        ({"ann": 300, "bob": 200}, {"ann": 200, "bob": 300}, 100, 100),  # they do not cancel out
    ],
)
def test_lost_and_doubled_are_counted_for_each_patron(
    accepted: dict[str, int], stored: dict[str, int], lost: int, doubled: int
) -> None:
    harm = Harm()
    harm.count_money(accepted, stored)
    assert (harm.accepted, harm.lost, harm.doubled) == (sum(accepted.values()), lost, doubled)


def test_two_harms_make_one() -> None:
    harm = Harm(seconds_to_resume=[1.0], accepted=1, lost=2, doubled=3, dropped=4, given_up=5, gaps=6, late=7)
    harm.add(Harm([2.0], [3.0], 10, 20, 30, 40, 50, 60, 70, 80, ["not_enough_credit"]))
    assert harm == Harm([1.0, 2.0], [3.0], 11, 22, 33, 44, 55, 66, 77, 80, ["not_enough_credit"])
    assert harm.refusals_in_words == "1 not_enough_credit"


OPENED = ShoeOpened(shoe=3, commitment="", fingerprint="", at=0)
SETTLED = CoupSettled(player="", banker="", wagers=(), at=0)
CANCELLED = CoupCancelled(by="", reason="", returned=(), used_cards=False, at=0)


def betting(coup: int) -> Event:
    return BettingOpened(coup=coup, at=0, closes_at=5)


def bet(patron: str, stake: int, added: int) -> Event:
    return WagersChanged(patron=patron, action="place", stakes=(("player", stake),), added=added)


def test_stakes_of_a_log_add_up_over_rounds() -> None:
    log = TableLog()
    log.fold([OPENED, betting(1), bet("ann", 100, 100), bet("ann", 300, 200), bet("bob", 50, 50), SETTLED])
    log.fold([betting(2), bet("ann", 100, 100), bet("ann", 40, -60), CANCELLED])
    assert (log.staked, log.version) == ({"ann": 340, "bob": 50}, 10)
    assert log.results == {(3, 1): 1, (3, 2): 1}


def test_a_round_with_two_results_is_seen() -> None:
    log = TableLog()
    log.fold([OPENED, betting(1), CardDealt(side="player", card="9h", at=0), SETTLED, SETTLED])
    assert log.results == {(3, 1): 2}
