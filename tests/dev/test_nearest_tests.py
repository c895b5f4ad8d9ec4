from pathlib import PurePosixPath

import pytest

from dev.nearest_tests import nearest_tests, own_tests, room_of
from dev.one_test import commands_for


@pytest.mark.parametrize(
    ("changed", "first"),
    [
        # a changed file                        the test that runs first
        ("tests/rules/test_coup.py", "tests/rules/test_coup.py"),
        ("src/punto/rules/coup.py", "tests/rules/test_coup.py"),
        ("src/punto/analysis/odds/spread.py", "tests/analysis/odds/test_spread.py"),
        ("tests/roads/pictures.py", "tests/roads/test_layout.py"),  # the first that imports it
        ("docs/rules/sa.md", "tests/docs/test_analysis.py"),
        ("deploy/nginx/punto.conf", "tests/deploy/test_container.py"),  # the first of the folder
    ],
)
def test_the_nearest_test_comes_first(changed: str, first: str) -> None:
    assert nearest_tests([changed])[0] == first


def test_the_rest_of_the_room_follows_once() -> None:
    chosen = nearest_tests(["src/punto/roads/score.py", "src/punto/roads/derived.py"])
    assert chosen[:2] == ["tests/roads/test_score.py", "tests/roads/test_derived.py"]
    assert "tests/roads/test_good_roads.py" in chosen
    assert len(chosen) == len(set(chosen))


def test_browser_tests_are_never_chosen() -> None:
    assert nearest_tests(["tests/browser/test_lobby.py", "tests/browser/patron.py"]) == []


@pytest.mark.parametrize(
    ("source", "room"),
    [
        ("src/punto/server/store/sqlite/client.py", "tests/server/store"),
        ("src/punto/roads", "tests/roads"),
        ("src/punto/__main__.py", None),
    ],
)
def test_a_source_belongs_to_the_nearest_room_of_tests(source: str, room: str | None) -> None:
    assert room_of(PurePosixPath(source)) == (PurePosixPath(room) if room else None)


def test_a_room_without_a_folder_of_tests_does_not_run_those_of_the_whole_server() -> None:
    tests = own_tests(PurePosixPath("src/punto/server/safety"))
    assert "tests/server/rest/test_gate.py" in tests
    assert "tests/server" not in tests


@pytest.mark.parametrize(
    ("wanted", "ends_with"),
    [
        ("tests/rules", ["pytest", "-q", "tests/rules"]),
        ("tests/rules/test_coup.py::test_x", ["pytest", "-q", "tests/rules/test_coup.py::test_x"]),
        ("src/punto/roads", ["pytest", "-q", "tests/roads"]),
        ("web/src/roads", ["vitest", "run", "src/roads"]),
    ],
)
def test_one_test_by_its_path(wanted: str, ends_with: list[str]) -> None:
    (command,) = commands_for(wanted)
    assert list(command)[-3:] == ends_with


def test_a_path_that_does_not_exist_is_named() -> None:
    with pytest.raises(SystemExit, match="there is no tests/nothing"):
        commands_for("tests/nothing::test_x")
