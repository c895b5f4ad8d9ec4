"""The third-card chart and each step of a round, as the rules themselves give them."""

import pytest

from punto.books import EVERY_BOOK
from punto.books.multicolor import MULTICOLOR
from punto.books.squeeze import SQUEEZE
from punto.rules.drawing_chart import decided_by, drawing_chart, points_of, steps_of
from punto.rules.rulebook import RuleBook


def steps(book: RuleBook, coup: str) -> list[str]:
    """Each step in short: `banker draws_against 6: 6 7, met 7`."""
    found = steps_of(book.dealing, book.parse_coup(coup))
    return [
        " ".join(
            [
                *([step.side.value] if step.side else []),
                step.kind,
                *([str(step.total)] if step.total is not None else []),
                *([f"met {step.third}"] if step.third is not None else []),
                *([f"on {step.on[0]}..{step.on[-1]}"] if step.on else []),
            ]
        )
        for step in found
    ]


def letters(cells: tuple[bool, ...]) -> str:
    return "".join("D" if cell else "S" for cell in cells)


def test_the_chart_is_the_one_that_rule_sheets_print() -> None:
    chart = drawing_chart(SQUEEZE.drawing)
    assert chart is not None
    assert chart.player == (True,) * 6 + (False,) * 2
    rows = [f"{letters((row.if_player_stood,))} {letters(row.by_third)}" for row in chart.banker]
    assert rows == [
        # stood, then Player's third card from 0 to 9
        "D DDDDDDDDDD",
        "D DDDDDDDDDD",
        "D DDDDDDDDDD",
        "D DDDDDDDDSD",
        "D SSDDDDDDSS",
        "D SSSSDDDDSS",
        "S SSSSSSDDSS",
        "S SSSSSSSSSS",
    ]


def test_a_hand_tells_its_points_card_by_card() -> None:
    assert points_of(SQUEEZE.parse_coup("2d Ks 7h / Qh 6c 3s").player) == (2, 0, 7)
    assert points_of(MULTICOLOR.parse_coup("6r 8b 11w / 6g 8w 1r").player) == (6, 8, -11)


def test_only_multicolor_has_no_chart() -> None:
    assert [book.id for book in EVERY_BOOK if drawing_chart(book.drawing) is None] == ["multicolor"]


@pytest.mark.parametrize(
    ("book", "coup", "expected", "decision"),
    [
        (
            SQUEEZE,
            "2d 3s 7h / Qh 6c Ks",
            ["player draws_on 5 on 0..5", "banker draws_against 6 met 7 on 6..7"],
            "higher",
        ),
        (SQUEEZE, "2d 3s 9h / Qh 6c", ["player draws_on 5 on 0..5", "banker stands_against 6 met 9 on 6..7"], "higher"),
        (SQUEEZE, "2d 3s 9h / Qh 7c", ["player draws_on 5 on 0..5", "banker stands_against 7 met 9"], "higher"),
        (SQUEEZE, "2d 3s 4h / Qh Ac 2s", ["player draws_on 5 on 0..5", "banker draws_on 1 on 0..2"], "higher"),
        (SQUEEZE, "Kd 6s / Qh 5c 2s", ["player stands_on 6 on 0..5", "banker draws_on 5 on 0..5"], "higher"),
        (SQUEEZE, "Kd 6s / Qh 7c", ["player stands_on 6 on 0..5", "banker stands_on 7 on 0..5"], "higher"),
        (SQUEEZE, "Kd 9s / Qh 7c", ["natural"], "higher"),
        (SQUEEZE, "Kd 6s / Qh 6c", ["player stands_on 6 on 0..5", "banker stands_on 6 on 0..5"], "equal"),
        (MULTICOLOR, "6r 8g 11w / 6b 8w 1y", ["player draws_behind 4", "banker draws_behind -2"], "larger_negative"),
        (MULTICOLOR, "4r 5g 5w / 1r 2w", ["player draws_behind 9", "banker stands_behind -1"], "negative"),
        (MULTICOLOR, "5r 5w / 7r 3g", ["equal"], "equal"),
        (MULTICOLOR, "2r 3w / 7g 2b 10w", ["banker draws_behind 9"], "equal"),
        (MULTICOLOR, "1r 11w / 7g 2b", ["too_far"], "negative"),
        (
            MULTICOLOR,
            "7r 3g 11w / 10r 1b",
            ["player draws_on 0 on 0..5", "banker stands_against 1 met -11 on -10..11"],
            "negative",
        ),
    ],
)
def test_why_each_side_drew_or_stood(book: RuleBook, coup: str, expected: list[str], decision: str) -> None:
    assert steps(book, coup) == expected
    assert decided_by(book.parse_coup(coup)) == decision
