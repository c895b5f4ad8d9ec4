"""Do storms strike as many cards, every card, and every multiplier as often as the book publishes?

Each shoe gives one storm, that of its first round. Shoes are independent, so Pearson's chi-square holds as it stands
for how many cards are struck, and for the face that is struck first, second and so on. Multipliers are drawn one by
one, each on its own, so those of all struck cards are counted together.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from punto.analysis.report.blocks import Block, Paragraph, Section, Sheet
from punto.analysis.simulation.chi_square import EXPECTED_MIN, chi_square_tail
from punto.lab.randomness.card_positions import both_sides
from punto.lab.randomness.drawn_shoes import TABLE, DrawnShoes
from punto.rules.coup import Struck
from punto.rules.rulebook import RuleBook
from punto.rules.storm import Storm, Weighted
from punto.table.fair_shoe import SECRET_BYTES, commitment
from punto.table.fair_storm import storm_drawn

ROUND = 1


@dataclass(frozen=True)
class StormTest:
    name: str
    values: tuple[str, ...]  # faces or numbers
    counts: tuple[int, ...]
    expected: tuple[float, ...]

    @property
    def says_something(self) -> bool:
        """Enough was drawn, from more than one value."""
        return len(self.values) > 1 and min(self.expected) >= EXPECTED_MIN

    @property
    def statistic(self) -> float:
        return sum((count - wanted) ** 2 / wanted for count, wanted in zip(self.counts, self.expected, strict=True))

    @property
    def degrees_of_freedom(self) -> int:
        return len(self.values) - 1

    @property
    def p_value(self) -> float:
        return both_sides(chi_square_tail(self.statistic, self.degrees_of_freedom))


@dataclass(frozen=True)
class StormTests:
    book: RuleBook
    storms: tuple[Struck, ...]  # of shoe 1, shoe 2 and so on
    tests: tuple[StormTest, ...]
    left_out: tuple[StormTest, ...]  # nothing can be said: too few draws, or only one value


def tests_of_storms(drawn: DrawnShoes, book: RuleBook) -> StormTests:
    assert book.storm is not None, "only a book with a storm is asked"
    storms = tuple(_storms(drawn, book.storm))
    tests = list(_tests(storms, book.storm))
    told = tuple(each for each in tests if each.says_something)
    return StormTests(book, storms, told, tuple(each for each in tests if not each.says_something))


def _storms(drawn: DrawnShoes, storm: Storm) -> Iterator[Struck]:
    for at in range(0, len(drawn.secrets), SECRET_BYTES):
        secret = drawn.secrets[at : at + SECRET_BYTES]
        bound = commitment(secret, TABLE, at // SECRET_BYTES + 1, drawn.deck)
        yield storm_drawn(secret, bound, (), ROUND, storm)


def _tests(storms: Sequence[Struck], storm: Storm) -> Iterator[StormTest]:
    yield _weighted("how many cards", storm.cards, [len(struck) for struck in storms])
    faces = Weighted(tuple((place, 1) for place in range(len(storm.faces))))
    place_of = {face: place for place, face in enumerate(storm.faces)}
    names = tuple(map(str, storm.faces))
    for number in range(max(storm.cards.numbers)):
        drawn = [place_of[struck[number][0]] for struck in storms if len(struck) > number]
        yield _weighted(f"card {number + 1}", faces, drawn, names)
    multipliers = [multiplier for struck in storms for _, multiplier in struck]
    yield _weighted("multipliers", storm.multipliers, multipliers)


def _weighted(name: str, weighted: Weighted, drawn: Sequence[int], names: tuple[str, ...] = ()) -> StormTest:
    counts = np.bincount(drawn, minlength=max(weighted.numbers) + 1).tolist() if drawn else [0] * len(weighted.weights)
    return StormTest(
        name,
        names or tuple(map(str, weighted.numbers)),
        tuple(counts[number] for number in weighted.numbers),
        tuple(len(drawn) * weight / weighted.total for _, weight in weighted.weights),
    )


def storm_results(found: Sequence[StormTests]) -> tuple[Section, ...]:
    """For the page of results; none where no book has a storm."""
    return (Section("Storms", tuple(block for each in found for block in _blocks(each))),) if found else ()


STORM_WORDS = (
    "{title}: the storm of the first round of each shoe, drawn from its secret. Chi-square of how many cards are "
    "struck, of the face that is struck at each turn, and of all multipliers, against the weights that the book "
    "publishes, on both sides. Storms and counts are in storms-{id}.txt and storms-{id}.csv."
)


def _blocks(found: StormTests) -> Iterator[Block]:
    yield Paragraph(STORM_WORDS.format(title=found.book.title, id=file_id(found.book)))
    rows = tuple(
        (
            each.name,
            f"{sum(each.counts):,}",
            f"{each.statistic:,.2f}",
            f"{each.degrees_of_freedom:,}",
            f"{each.p_value:.5f}",
        )
        for each in found.tests
    )
    yield Sheet("", ("test", "draws", "chi-square", "degrees of freedom", "p, both sides"), rows)
    if found.left_out:
        names = ", ".join(each.name for each in found.left_out)
        yield Paragraph(f"Not tested: {names}; five draws of each value are needed, of two values or more.")


def file_id(book: RuleBook) -> str:
    return book.id.replace("/", "-")
