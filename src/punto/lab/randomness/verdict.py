"""All p-values of a pack judged together at the 99 % level, and the page that shows them.

With hundreds of tests some lie outside their own 99 % by chance. So that sound shoes are called unsound once in a
hundred packs and not in every one, each test gets an equal share of the one percent (Bonferroni), which holds however
much they depend on each other. Of dieharder's p-values low ones count, and what dieharder itself calls failed, on
either side.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from punto.analysis.report.blocks import Block, Document, Paragraph, Section, Sheet
from punto.lab.randomness.card_positions import PlaceTest, PositionTests
from punto.lab.randomness.dieharder import FAILED, BatteryRun
from punto.lab.randomness.drawn_shoes import DrawnShoes
from punto.lab.randomness.storm_draws import StormTests, storm_results

LEVEL = 0.01  # the 99 % level
SHOWN = 10  # of the lowest p-values in each group


@dataclass(frozen=True)
class Judged:
    name: str
    p_value: float
    has_failed: bool = False  # by its own account


@dataclass(frozen=True)
class Verdict:
    judged: tuple[Judged, ...]

    @property
    def share(self) -> float:
        return LEVEL / max(1, len(self.judged))

    @property
    def failures(self) -> tuple[Judged, ...]:
        return tuple(each for each in self.judged if each.has_failed or not each.p_value >= self.share)  # also NaN

    @property
    def words(self) -> str:
        count = len(self.judged)
        if not self.failures:
            return f"Passed at the 99 % level: none of {count:,} p-values is below {self.share:.2g} (0.01 / {count:,})."
        names = ", ".join(f"{each.name} (p = {each.p_value:.2g})" for each in self.failures)
        return f"FAILED at the 99 % level: {names}; the bound is {self.share:.2g} (0.01 / {count:,})."


def judge(positions: PositionTests, battery: BatteryRun | None, storms: Sequence[StormTests] = ()) -> Verdict:
    places = [Judged(f"place {each.place}", each.p_value) for each in positions.places]
    pairs = [Judged(f"places {each.place} and {each.place + 1}", each.p_value) for each in positions.pairs]
    whole = [Judged("all places together", positions.whole.p_value)]
    outcomes = battery.outcomes if battery else ()
    by_battery = [
        Judged(f"{each.test} {each.ntuple}", each.p_value, has_failed=each.assessment == FAILED) for each in outcomes
    ]
    struck = [
        Judged(f"storms of {found.book.id}, {each.name}", each.p_value) for found in storms for each in found.tests
    ]
    return Verdict((*places, *whole, *pairs, *struck, *by_battery))


def randomness_page(
    drawn: DrawnShoes,
    positions: PositionTests,
    battery: BatteryRun | None,
    why_not: str,
    verdict: Verdict,
    storms: Sequence[StormTests] = (),
) -> Document:
    deck = drawn.deck
    return Document(
        title=f"Randomness of shuffled shoes, {deck.id}",
        subtitle="Statistical tests",
        facts=(
            ("Shoes", f"{drawn.count:,} of {deck.size} cards"),
            ("Random bytes", f"{len(drawn.secrets):,} from the operating system, 1,024 for each shoe"),
            ("Battery", battery.version if battery else f"not run: {why_not}"),
            ("p-values judged", f"{len(verdict.judged):,}"),
            ("Result", verdict.words),
        ),
        summary=(Paragraph(JUDGED_WORDS),),
        sections=(
            Section("Every place of a shoe", tuple(_places(positions))),
            Section("Neighbours", tuple(_pairs(positions))),
            *storm_results(storms),
            Section("The battery", tuple(_battery(battery, why_not))),
            Section("Do it again", (Paragraph(AGAIN_WORDS.format(deck=deck.id)), Paragraph(_ran_out(drawn)))),
        ),
    )


JUDGED_WORDS = (
    "All p-values are judged together: each must be at least 0.01 divided by their number. Sound shoes then fail once "
    "in a hundred packs. In each group the page shows how many lie below 0.01 by themselves; one in a hundred is "
    "expected."
)
PLACES_WORDS = (
    "Chi-square of the faces that came at each place, over all shoes, on both sides. The last row is the sum over all "
    "places, with the correction for cards that are not put back. Counts are in faces-by-place.csv."
)
PAIRS_WORDS = (
    "Chi-square of the pairs of faces at each place and the next, where the second card comes from what the first has "
    "left, on both sides."
)
BATTERY_WORDS = (
    "dieharder reads the words that the shuffle reads (secret xor pad), as raw bytes on its standard input, from the "
    "start for each test and never twice. Its complete output is in dieharder.txt, every command included. WEAK is its "
    "own word for p-values below 0.005 or above 0.995, which come by chance."
)
AGAIN_WORDS = (
    "secrets.bin holds the 1,024 bytes of each shoe, one after the other; shoe n of the file is shoe n of table “lab”, "
    "deck {deck}, without contributions. The shoe specification turns them into words.bin and shoes.bin, byte by byte: "
    "shoes.bin has one byte for each card, its place in the list of faces that faces.txt gives."
)


def _ran_out(drawn: DrawnShoes) -> str:
    if not drawn.ran_out:
        return "No secret ran out of words, so every shoe of secrets.bin has its row in shoes.bin."
    numbers = ", ".join(map(str, drawn.ran_out))
    return f"The secrets of shoes {numbers} ran out of words: such a shoe is never dealt, and has no row in shoes.bin."


def _group(tests: Sequence[PlaceTest]) -> Iterator[Block]:
    low = sum(each.p_value < LEVEL for each in tests)
    yield Paragraph(
        f"{len(tests):,} tests; {low:,} p-values below 0.01, {len(tests) * LEVEL:.1f} expected; "
        f"the lowest is {min(each.p_value for each in tests):.5f}."
    )


def _places(positions: PositionTests) -> Iterator[Block]:
    yield Paragraph(PLACES_WORDS)
    yield from _group(positions.places)
    yield _sheet("The lowest p-values", _lowest(positions.places), positions.whole)


def _pairs(positions: PositionTests) -> Iterator[Block]:
    if not positions.pairs:
        yield Paragraph(
            f"Not tested: {positions.shoes:,} shoes are too few, {positions.shoes_for_pairs:,} are needed for five of "
            "the rarest pair at each place."
        )
        return
    yield Paragraph(PAIRS_WORDS)
    yield from _group(positions.pairs)
    yield _sheet("The lowest p-values", _lowest(positions.pairs), None)


def _lowest(tests: Sequence[PlaceTest]) -> list[PlaceTest]:
    return sorted(tests, key=lambda each: each.p_value)[:SHOWN]


def _sheet(title: str, tests: Sequence[PlaceTest], whole: PlaceTest | None) -> Sheet:
    heading = ("place", "chi-square", "degrees of freedom", "p, both sides")
    rows = tuple(_row(str(each.place), each) for each in tests)
    return Sheet(title, heading, rows, footer=_row("all places", whole) if whole else ())


def _row(name: str, test: PlaceTest) -> tuple[str, ...]:
    return name, f"{test.statistic:,.2f}", f"{test.degrees_of_freedom:,}", f"{test.p_value:.5f}"


def _battery(battery: BatteryRun | None, why_not: str) -> Iterator[Block]:
    if battery is None:
        yield Paragraph(f"Not run: {why_not}.")
        return
    yield Paragraph(BATTERY_WORDS)
    rows = tuple(
        (
            each.test,
            str(each.ntuple),
            f"{each.samples:,}",
            str(each.repeated),
            f"{each.p_value:.6f}",
            each.assessment.lower(),
        )
        for each in battery.outcomes
    )
    yield Sheet("", ("test", "size", "samples", "repeated", "p", "dieharder says"), rows)
    for each in battery.unfinished:
        yield Paragraph(f"No figure from dieharder {each}.")
