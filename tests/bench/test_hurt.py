"""What a trial of a cluster reports: a row for docs/benchmarks.md."""

import pytest

from bench.hurt.kinds import KINDS
from bench.hurt.report import table
from bench.hurt.trial import Outcome
from punto.trials.edges.harm import Harm
from punto.trials.edges.nodes import FLOOR, PIT, Role

WAITS = [0.5] * 98 + [1.0, 4.0]


@pytest.mark.parametrize(
    ("kind", "role", "harm", "row"),
    [
        (
            "kill",
            FLOOR,
            Harm([0.5, 0.6], [0.7]),
            (
                "| `kill -9` of the floor | 3 | 0.60 / 0.60 / 0.60 s | 0.70 / 0.70 / 0.70 s | ≤ 3 s "
                "| none | none | none | none | 1,200 |"
            ),
        ),
        (
            "kill",
            PIT,
            Harm(WAITS, [], lost=100, doubled=200, dropped=2, late=4, refusals=["credit_is_short"]),
            (
                "| `kill -9` of the pit | 3 | 0.50 / 4.00 / 4.00 s | 0.00 / 0.00 / 0.00 s | ≤ 3 s; **missed** "
                "| 2 | 1 credit_is_short | 4 | **100 and 200 units** | 1,200 |"
            ),
        ),
    ],
)
def test_an_outcome_is_a_row(kind: str, role: Role, harm: Harm, row: str) -> None:
    head, rule, found = table([Outcome(KINDS[kind], role, times=3, harm=harm, rounds=1_200)])
    assert found == row
    assert head.count("|") == rule.count("|") == found.count("|")


def test_an_outcome_is_called_as_it_was_asked_for() -> None:
    assert [Outcome(KINDS["kill"], role).name for role in (FLOOR, PIT)] == ["kill", "kill:pit"]
