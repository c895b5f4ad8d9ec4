"""Clause, test, result: the points with what their tests said."""

from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec import Struct

from punto.analysis.report.blocks import Document, Paragraph, Section, Sheet
from punto.lab.clauses.points import POINTS, Point
from punto.lab.clauses.test_run import Outcome


class HeldPoint(Struct, frozen=True):
    number: int
    asks: str
    note: str
    tests: dict[str, Outcome]

    @property
    def result(self) -> str:
        """Of its tests together."""
        outcomes = set(self.tests.values())
        for outcome in (Outcome.FAILED, Outcome.NOT_RUN, Outcome.SKIPPED):
            if outcome in outcomes:
                return outcome.value
        return Outcome.PASSED.value


def held_points(outcomes: Mapping[str, Outcome], points: Sequence[Point] = POINTS) -> list[HeldPoint]:
    return [
        HeldPoint(
            point.number, point.asks, point.note, {test: outcomes.get(test, Outcome.NOT_RUN) for test in point.tests}
        )
        for point in points
    ]


def words_of(held: Sequence[HeldPoint]) -> str:
    results = Counter(each.result for each in held)
    said = ", ".join(f"{count} {name}" for name, count in results.items())
    return f"{len(held)} points; their tests: {said}."


def clauses_page(held: Sequence[HeldPoint], ran: str) -> Document:
    rows = tuple((str(each.number), each.asks, each.result, each.note) for each in held)
    tests = tuple(
        (str(each.number), test.replace("::", " :: "), outcome) for each in held for test, outcome in each.tests.items()
    )
    return Document(
        title="Clauses, tests, results",
        subtitle="Compliance",
        facts=(("Points", words_of(held)), ("Tests", ran)),
        summary=(Paragraph(WHAT_THEY_ARE),),
        sections=(
            Section("Points", (Sheet("", ("", "asks for", "tests", "what to know"), rows, first_figure=4),)),
            Section("Tests", (Sheet("", ("", "test", "result"), tests, first_figure=3, is_small=True),)),
        ),
    )


WHAT_THEY_ARE = (
    "Points are those that GLI-19, the UK's RTS, 25 CFR 547, AGCO and MGA have in common; clause numbers differ and "
    "are left to the test house. Results are those of the named tests, run on the sources of this pack."
)
