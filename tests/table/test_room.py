"""What a field offers is taken when it is placed, is all that fits, and where nothing is offered nothing fits."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from punto.table.commands import PlaceWager
from punto.table.config import BetLimit, is_sum_of_chips, least_in_chips, most_in_chips
from punto.table.limits import room_on
from tests.table.playing import Game

CREDIT = 20  # units: every book pays it whole
MOST_TRIED = 60  # credits


@given(
    chips=st.sets(st.integers(1, 12), min_size=1, max_size=3).map(lambda chips: tuple(sorted(chips))),
    limits=st.tuples(st.integers(1, 500), st.integers(0, 900)),
    return_max=st.none() | st.integers(20, 3_000),
    difference_max=st.none() | st.integers(20, 900),
    exposure_max=st.none() | st.integers(20, 3_000),
    purse=st.integers(0, 1_500),
    placed=st.lists(st.tuples(st.sampled_from(("player", "banker", "tie")), st.integers(1, 20)), max_size=3),
    bet=st.sampled_from(("player", "banker", "tie")),
)
@example((1, 5), (100, 400), 1_000, None, None, 5_000, [("tie", 2)], "tie")
@example((1, 5), (20, 900), None, 333, None, 5_000, [], "player")  # a third of a thousand is no sum of whole chips
@example((3, 5), (70, 500), None, None, None, 95, [], "tie")
@settings(max_examples=100, deadline=None)
def test_what_a_field_offers_is_taken_when_it_is_placed(
    chips: tuple[int, ...],
    limits: tuple[int, int],
    return_max: int | None,
    difference_max: int | None,
    exposure_max: int | None,
    purse: int,
    placed: list[tuple[str, int]],
    bet: str,
) -> None:
    low, more = limits
    game = Game(
        purses={"ann": purse},
        chips=chips,
        limits={each: BetLimit(low, low + more, return_max) for each in ("player", "banker", "tie")},
        difference_max=difference_max,
        exposure_max=exposure_max,
    )
    game.open_betting()
    for on, chips_worth in placed:
        game.send(PlaceWager("ann", on, chips_worth * CREDIT))  # or is refused
    room = room_on(game.table, "ann", bet, game.credit("ann"))
    fit = [
        stake
        for stake in range(CREDIT, MOST_TRIED * CREDIT, CREDIT)
        if is_sum_of_chips(chips, stake // CREDIT) and _is_taken(game, bet, stake)
    ]
    assert (room.refusal is None) == bool(fit)
    if room.refusal is None:
        assert (room.next_stake, min(room.room, fit[-1])) == (fit[0], fit[-1])
        assert _is_taken(game, bet, room.room)
    else:
        assert room.room == 0


def test_a_table_remembers_a_bounded_number_of_rooms(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("punto.table.limits.FREE_ROOMS_KEPT", 2)
    game = Game(purses={"ann": 100_000})
    game.open_betting()
    for placed in range(0, 100, CREDIT):
        for bet in ("player", "banker", "tie"):
            assert room_on(game.table, "ann", bet, game.credit("ann")).room == 10_000 - (placed if bet == "tie" else 0)
            assert 0 < len(game.table.free_rooms) <= 2
        game.accept(PlaceWager("ann", "tie", CREDIT))


def _is_taken(game: Game, bet: str, stake: int) -> bool:
    before = game.table, dict(game.balances), list(game.log)
    taken = isinstance(game.send(PlaceWager("ann", bet, stake)), tuple)
    game.table, game.log = before[0], before[2]
    game.balances.clear()
    game.balances.update(before[1])
    return taken


@given(chips=st.sets(st.integers(1, 12), min_size=1, max_size=3), amount=st.integers(-5, 160))
def test_the_nearest_sums_of_chips_are_found_as_by_trying_all(chips: set[int], amount: int) -> None:
    values = tuple(sorted(chips))
    sums = {0}
    for value in values:
        sums = {total for one in sums for total in range(one, 201, value)}
    assert most_in_chips(values, amount) == max((each for each in sums if each <= amount), default=0)
    assert least_in_chips(values, amount) == min(each for each in sums if each >= amount and each > 0)
