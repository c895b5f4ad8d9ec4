"""The test of storms: sound ones pass, and storms with known faults are found."""

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from punto.analysis.report.html import report_html
from punto.books import STORM
from punto.lab.randomness import storm_draws
from punto.lab.randomness.card_positions import tests_of_positions as positions_of
from punto.lab.randomness.drawn_shoes import TABLE, DrawnShoes, draw_shoes
from punto.lab.randomness.storm_draws import StormTests
from punto.lab.randomness.storm_draws import tests_of_storms as storms_of
from punto.lab.randomness.verdict import judge, randomness_page
from punto.rules.coup import Struck
from punto.rules.rulebook import RuleBook
from punto.rules.storm import Storm, Weighted
from punto.table.fair_shoe import SECRET_BYTES, commitment
from punto.table.fair_storm import storm_drawn

SHOES = 2_000


@pytest.fixture(scope="module")
def drawn() -> DrawnShoes:
    return draw_shoes(STORM.deck, SHOES, source=random.Random(5).randbytes)


def failed(drawn: DrawnShoes, found: StormTests) -> set[str]:
    return {each.name for each in judge(positions_of(drawn), None, [found]).failures if "storm" in each.name}


def with_storm(cards: Weighted, multipliers: Weighted) -> RuleBook:
    """The same book as far as this test looks at it."""
    assert STORM.storm is not None
    return replace(STORM, bets=STORM.bets[2:], storm=replace(STORM.storm, cards=cards, multipliers=multipliers))


def test_sound_storms_pass_and_are_judged_with_the_shoes(drawn: DrawnShoes) -> None:
    found = storms_of(drawn, STORM)
    assert [each.name for each in found.tests] == ["how many cards", *(f"card {n}" for n in range(1, 7)), "multipliers"]
    assert failed(drawn, found) == set()
    without, judged = judge(positions_of(drawn), None).judged, judge(positions_of(drawn), None, [found]).judged
    assert len(judged) == len(without) + 8


def test_anybody_can_draw_the_same_storms_from_the_secrets(drawn: DrawnShoes) -> None:
    assert STORM.storm is not None
    secret = drawn.secrets[6 * SECRET_BYTES : 7 * SECRET_BYTES]
    struck = storm_drawn(secret, commitment(secret, TABLE, 7, STORM.deck), (), 1, STORM.storm)
    assert storms_of(drawn, STORM).storms[6] == struck


@pytest.mark.parametrize(
    ("fault", "names"),
    [
        (lambda struck: struck[:4], {"how many cards"}),
        (lambda struck: (struck[0], *((card, 2) for card, _ in struck[1:])), {"multipliers"}),
        (lambda struck: tuple(sorted(struck, key=lambda each: str(each[0]))), {f"card {n}" for n in range(1, 7)}),
    ],
)
def test_storms_with_a_fault_are_found(
    drawn: DrawnShoes, monkeypatch: pytest.MonkeyPatch, fault: Callable[[Struck], Struck], names: set[str]
) -> None:
    def faulty(secret: bytes, bound: bytes, given: tuple[bytes, ...], coup: int, storm: Storm) -> Struck:
        return fault(storm_drawn(secret, bound, given, coup, storm))

    monkeypatch.setattr(storm_draws, "storm_drawn", faulty)
    assert failed(drawn, storms_of(drawn, STORM)) >= {f"storms of storm, {name}" for name in names}


def test_what_is_always_the_same_or_drawn_too_rarely_is_not_judged() -> None:
    few = draw_shoes(STORM.deck, 300, source=random.Random(5).randbytes)
    found = storms_of(few, with_storm(Weighted(((2, 99), (3, 1))), Weighted(((2, 1),))))
    assert [each.name for each in found.tests] == ["card 1", "card 2"]
    assert [each.name for each in found.left_out] == ["how many cards", "card 3", "multipliers"]


def test_the_page_shows_every_test(drawn: DrawnShoes) -> None:
    found, positions = storms_of(drawn, STORM), positions_of(drawn)
    page = report_html(
        randomness_page(drawn, positions, None, "it is not here", judge(positions, None, [found]), [found])
    )
    assert all(f"<td>{each.name}</td>" in page for each in found.tests)
    assert "storms-storm.csv" in page
