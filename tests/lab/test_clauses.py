"""The points of the standards: each names tests that exist, and results are read as they are."""

import ast
from functools import cache
from pathlib import Path

import pytest

from punto.lab.clauses.page import held_points, words_of
from punto.lab.clauses.points import POINTS, Point
from punto.lab.clauses.test_run import CannotRun, Outcome, read_junit, run_tests

ROOT = Path(__file__).parents[2]
JUNIT = """<testsuites><testsuite name="pytest">
<testcase classname="tests.a.test_one" name="test_x[1]"/>
<testcase classname="tests.a.test_one" name="test_x[2]">{second}</testcase>
<testcase classname="tests.a.test_one" name="test_y"><skipped message="no"/></testcase>
</testsuite></testsuites>"""


@cache
def functions_of(file: Path) -> set[str]:
    return {each.name for each in ast.parse(file.read_text(encoding="utf-8")).body if isinstance(each, ast.FunctionDef)}


@pytest.mark.parametrize("point", POINTS, ids=lambda point: str(point.number))
def test_every_test_that_a_point_names_exists(point: Point) -> None:
    assert point.tests
    for test in point.tests:
        file, _, function = test.partition("::")
        assert function in functions_of(ROOT / file), test


def test_there_are_thirty_six() -> None:
    assert [point.number for point in POINTS] == list(range(1, 37))


@pytest.mark.parametrize(
    ("second", "outcome"),
    [
        ("", Outcome.PASSED),
        ("<failure message='no'/>", Outcome.FAILED),
        ("<error/>", Outcome.FAILED),
        ("<skipped/>", Outcome.SKIPPED),
    ],
)
def test_a_parametrised_test_has_passed_when_every_case_has(tmp_path: Path, second: str, outcome: Outcome) -> None:
    file = tmp_path / "junit.xml"
    file.write_text(JUNIT.format(second=second))
    assert read_junit(file) == {"tests/a/test_one.py::test_x": outcome, "tests/a/test_one.py::test_y": Outcome.SKIPPED}


def test_a_point_is_as_good_as_its_worst_test() -> None:
    points = [Point(1, "a", ("x", "y")), Point(2, "b", ("x",)), Point(3, "c", ("x", "z"))]
    held = held_points({"x": Outcome.PASSED, "y": Outcome.FAILED}, points)
    assert [each.result for each in held] == ["failed", "passed", "not run"]
    assert words_of(held) == "3 points; their tests: 1 failed, 1 passed, 1 not run."


@pytest.mark.parametrize(
    "text",
    ["no", "", "<html/>", "<?xml version='1.0' encoding='x'?><a/>", "<?xml version='1.0' encoding='euc-jp'?><a/>"],
)
def test_what_is_no_junit_file_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "junit.xml"
    file.write_text(text)
    with pytest.raises(CannotRun, match="no JUnit file"):
        read_junit(file)


def test_tests_are_run_in_a_tree_and_their_results_found_under_their_names(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_a.py").write_text("def test_good(): pass\ndef test_bad(): assert False\n")
    junit = tmp_path / "junit.xml"
    names = ["tests/test_a.py::test_good", "tests/test_a.py::test_bad"]
    run_tests(tmp_path, names, junit)
    assert read_junit(junit) == dict(zip(names, (Outcome.PASSED, Outcome.FAILED), strict=True))
