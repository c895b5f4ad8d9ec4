"""Sources, builds and changes, on small trees of their own."""

import subprocess
from pathlib import Path

import pytest

from punto.lab.release.changes import as_csv, commits, kind_of
from punto.lab.release.rebuild import CannotBuild, build_twice
from punto.lab.release.source_tree import SourceTree, find_sources, has_commit, has_history, read_tree

PROJECT = """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"
[project]
name = "small"
version = "1"
[tool.hatch.build.targets.wheel]
packages = ["small"]
[tool.hatch.build.targets.wheel.hooks.custom]
"""
HOOK = """\
from hatchling.builders.hooks.plugin.interface import BuildHookInterface
class Hook(BuildHookInterface):
    PLUGIN_NAME = "custom"
    def initialize(self, version, build_data):
        with open("small/made.txt", "w") as made:
            made.write({written})
        build_data["force_include"]["small/made.txt"] = "small/made.txt"
"""


def small_tree(folder: Path, written: str) -> SourceTree:
    (folder / "small").mkdir(parents=True)
    (folder / "pyproject.toml").write_text(PROJECT)
    (folder / "hatch_build.py").write_text(HOOK.format(written=written))
    (folder / "small" / "__init__.py").write_text("")
    return read_tree(folder)


def test_two_builds_of_the_same_sources_are_equal(tmp_path: Path) -> None:
    builds = build_twice(small_tree(tmp_path / "tree", '"the same"'), tmp_path / "work", lambda _: None)
    assert builds.are_equal
    assert builds.differing == ()
    assert "small/made.txt" in builds.first.members


def test_what_a_build_takes_from_its_folder_is_found_and_named(tmp_path: Path) -> None:
    builds = build_twice(small_tree(tmp_path / "tree", "self.root"), tmp_path / "work", lambda _: None)
    assert not builds.are_equal
    assert "small/made.txt" in builds.differing


def test_a_build_that_fails_says_why(tmp_path: Path) -> None:
    with pytest.raises(CannotBuild, match="ZeroDivisionError"):
        build_twice(small_tree(tmp_path / "tree", "str(1 / 0)"), tmp_path / "work", lambda _: None)


def test_our_own_sources_are_found_and_others_are_not_taken_for_them(tmp_path: Path) -> None:
    root = Path(__file__).parents[2]
    assert find_sources(root) == root
    assert find_sources(tmp_path) is None


def git(folder: Path, *arguments: str) -> None:
    who = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", "-C", str(folder), *who, *arguments], check=True, capture_output=True)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    git(tmp_path, "init", "-q")
    for file, subject in (("src/punto/rules/bet.py", "Ties pay nine"), ("docs/a.md", "A page, with a comma")):
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text(subject)
        git(tmp_path, "add", ".")
        git(tmp_path, "commit", "-q", "-m", subject)
        git(tmp_path, "tag", f"v{len(subject)}")
    return tmp_path


def test_a_checkout_is_named_by_its_commit_and_what_was_changed_is_noticed(checkout: Path) -> None:
    tree = read_tree(checkout)
    assert (len(tree.commit), tree.changed) == (40, ())
    assert tree.files == ("docs/a.md", "src/punto/rules/bet.py")
    assert tree.sums().splitlines()[1].endswith("  src/punto/rules/bet.py")
    (checkout / "docs" / "a.md").write_text("changed")
    assert read_tree(checkout).changed == ("docs/a.md",)
    assert read_tree(checkout).called.endswith(", not all of it committed: 1")


def test_commits_have_a_class_and_begin_after_the_last_submission(checkout: Path) -> None:
    tree = read_tree(checkout)
    found = commits(tree, None)
    assert found is not None
    assert [(each.kind, each.subject) for each in found] == [
        ("documents, tests and tools", "A page, with a comma"),
        ("rules and pays", "Ties pay nine"),
    ]
    assert as_csv(found).splitlines()[1].endswith('"A page, with a comma"')
    assert commits(tree, "v13") == found[:1]
    assert commits(tree, "never") is None


@pytest.mark.parametrize("name", ["v13", "HEAD", "HEAD~1"])
def test_a_commit_is_known_by_its_tag_or_its_place(checkout: Path, name: str) -> None:
    assert has_commit(checkout, name)


@pytest.mark.parametrize("name", ["never", "", "--all", "v13..HEAD", "HEAD:docs"])
def test_whatever_names_no_commit_is_none(checkout: Path, name: str) -> None:
    assert not has_commit(checkout, name)


def test_a_folder_without_commits_has_no_history(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    assert has_history(checkout)
    assert not has_history(tmp_path_factory.mktemp("bare"))


@pytest.mark.parametrize(
    ("files", "kind"),
    [
        (["docs/a.md", "src/punto/table/fair_shoe.py"], "generator"),
        (["src/punto/table/fair_storm.py"], "generator"),
        (["src/punto/rules/storm.py"], "generator"),
        (["src/punto/table/view.py"], "table"),
        (["web/src/a.ts", "src/punto/ledger/journal.py"], "money"),
        (["web/src/a.ts"], "client"),
        (["src/punto/server/rest/gate.py"], "server"),
        ([], "documents, tests and tools"),
    ],
)
def test_the_most_sensitive_part_that_a_commit_touches_is_its_class(files: list[str], kind: str) -> None:
    assert kind_of(files) == kind
