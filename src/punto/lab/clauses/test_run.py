"""Which of the named tests passed: by running them in the source tree, or by reading the JUnit file of a run.

A parametrised test is many cases in such a file, and has passed when every one has.
"""

import subprocess
import sys
from collections.abc import Collection, Mapping
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path
from xml.etree import ElementTree

SECONDS_MAX = 1_800.0
PROCESSES = "2"


class Outcome(StrEnum):
    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"
    NOT_RUN = "not run"


WORST_FIRST = (Outcome.FAILED, Outcome.SKIPPED, Outcome.PASSED)


class CannotRun(Exception):
    """The text says why."""


def run_tests(root: Path, names: Collection[str], junit: Path) -> None:
    """Writes the JUnit file. Raises CannotRun; a test that fails is no such thing."""
    if find_spec("pytest") is None:
        raise CannotRun("pytest is not installed: make test installs it, or pip install -r requirements/dev.txt")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--junitxml={junit}"]
    command += ["-n", PROCESSES] if find_spec("xdist") is not None else []
    try:
        ran = subprocess.run(
            [*command, *sorted(names)], cwd=root, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=SECONDS_MAX
        )
    except subprocess.TimeoutExpired:
        raise CannotRun(f"the tests took longer than {SECONDS_MAX:.0f} seconds") from None
    if not junit.is_file():
        lines = ran.stdout.decode(errors="replace").strip().splitlines()
        raise CannotRun(lines[-1] if lines else f"pytest ended with {ran.returncode}")


def read_junit(path: Path) -> Mapping[str, Outcome]:
    """By name, as pytest takes it: file::function. Raises CannotRun."""
    try:
        cases = list(ElementTree.parse(path).iter("testcase"))
    except (OSError, ElementTree.ParseError, LookupError, ValueError) as error:  # the last two: of its encoding
        raise CannotRun(f"{path} is no JUnit file: {error}") from None
    if not cases:
        raise CannotRun(f"{path} is no JUnit file: it has no test case")
    found: dict[str, Outcome] = {}
    for case in cases:
        name = f"{case.get('classname', '').replace('.', '/')}.py::{case.get('name', '').partition('[')[0]}"
        outcomes = {found.get(name, Outcome.PASSED), _outcome(case)}
        found[name] = next(each for each in WORST_FIRST if each in outcomes)
    return found


def _outcome(case: ElementTree.Element) -> Outcome:
    if case.find("failure") is not None or case.find("error") is not None:
        return Outcome.FAILED
    return Outcome.SKIPPED if case.find("skipped") is not None else Outcome.PASSED
