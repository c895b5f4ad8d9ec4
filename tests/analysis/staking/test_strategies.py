"""Each strategy as a table: what it stakes, round after round, when it wins (W), loses (L) and pushes (-)."""

import pytest

from punto.analysis.staking.strategies import EVERY_STRATEGY, follow_the_road, kelly
from punto.analysis.staking.strategy import Patron, Stake, Strategy

BY_NAME = {each.name: each for each in EVERY_STRATEGY}
WON = {"W": 1.0, "L": -1.0, "-": 0.0}


def units_staked(strategy: Strategy, rounds: str) -> list[int]:
    going = strategy.play(Patron("player", 1_000.0))
    wanted, found = next(going), []
    for letter in rounds:
        assert isinstance(wanted, Stake)
        found.append(wanted.units)
        wanted = going.send(WON[letter] * wanted.units)
    return found


@pytest.mark.parametrize(
    ("name", "rounds", "units"),
    [
        ("flat", "WLL-W", [1, 1, 1, 1, 1]),
        ("martingale", "LLLWL-W", [1, 2, 4, 8, 1, 2, 2]),
        ("paroli", "WWWWLW-WW", [1, 2, 4, 1, 2, 1, 2, 2, 4]),
        ("1-3-2-6", "WWWWWLW-WLW", [1, 3, 2, 6, 1, 3, 1, 3, 3, 2, 1]),
    ],
)
def test_what_is_staked(name: str, rounds: str, units: list[int]) -> None:
    assert units_staked(BY_NAME[name], rounds) == units


@pytest.mark.parametrize(
    ("edge", "bankroll", "units"),
    [
        (-0.01, 1_000.0, None),
        (0.0, 1_000.0, None),
        (0.02, 1_000.0, 20),  # a variance of one
        (0.0009, 1_000.0, None),  # less than a unit
        (0.02, 199.0, 3),
    ],
)
def test_kelly_stakes_edge_over_variance_of_the_bankroll(edge: float, bankroll: float, units: int | None) -> None:
    patron = Patron("player", bankroll, expectations={"player": edge}, variances={"player": 1.0})
    assert next(kelly.play(patron)) == (None if units is None else Stake("player", units))


@pytest.mark.parametrize(
    ("results", "bet"),
    [
        ("", None),
        ("T", None),
        ("B", "banker"),  # no road yet: the last winner
        ("BTT", "banker"),
        ("BBP", "player"),  # a second P: as long as the column before
        ("BBPP", "banker"),  # a third P would break the pattern, a B continues it
        ("BPBP", "banker"),  # chop
    ],
)
def test_the_road_is_followed(results: str, bet: str | None) -> None:
    wanted = next(follow_the_road.play(Patron("banker", 100.0, results=list(results))))
    assert wanted == (None if bet is None else Stake(bet, 1))
