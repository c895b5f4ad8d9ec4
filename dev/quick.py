"""`make quick`: the checks and tests of what changed, in less than a minute on two cores.

Tests run beside the checks, nearest first, and none starts after `SECONDS_FOR_TESTS`. The client is checked only when
it changed. `make test` runs everything.
"""

import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from dev.changed import MAIN, ROOT, changed_files
from dev.nearest_tests import nearest_tests

SECONDS_FOR_TESTS = 40
PYTHON = sys.executable


class Ran(NamedTuple):
    name: str
    code: int
    printed: str
    seconds: float


class Step(NamedTuple):
    name: str
    command: Sequence[str]


def main() -> int:
    begun = time.monotonic()
    changed = changed_files()
    if not changed:
        sys.stdout.write("nothing changed\n")
        return 0
    tests = nearest_tests(changed)
    sys.stdout.write(f"changed files: {len(changed)}, test files: {len(tests)}\n")
    with ThreadPoolExecutor(2) as lanes:
        failed = [ran.name for lane in lanes.map(run_lane, lanes_for(changed, tests)) for ran in lane if ran.code]
    sys.stdout.write(f"{'failed: ' + ', '.join(failed) if failed else 'all well'}, {time.monotonic() - begun:.0f} s\n")
    return 1 if failed else 0


def lanes_for(changed: Sequence[str], tests: Sequence[str]) -> list[list[Step]]:
    """The longest first: two lanes run at a time."""
    budget = ["-p", "dev.budget", "--seconds", str(SECONDS_FOR_TESTS)]
    tested = [Step("tests", [PYTHON, "-m", "pytest", "-q", "-x", *budget, *tests])] if tests else []
    return [tested, _client(changed), _checks(changed)]


def _checks(changed: Sequence[str]) -> list[Step]:
    steps: list[Step] = []
    python = [path for path in changed if path.endswith((".py", ".ipynb"))]
    if python:
        steps += [
            Step("format", [PYTHON, "-m", "ruff", "format", "--check", "--quiet", *python]),
            Step("lint", [PYTHON, "-m", "ruff", "check", "--quiet", *python]),
            Step("imports", [str(Path(PYTHON).with_name("lint-imports")), "--no-logo"]),
            Step("types", [PYTHON, "-m", "mypy"]),
        ]
    if any(path.startswith(("src/punto/", "docs/")) for path in changed):
        steps.append(Step("generated files", [PYTHON, "docs/generate.py", "--check"]))
    return steps


def _client(changed: Sequence[str]) -> list[Step]:
    files = [path.removeprefix("web/") for path in changed if path.startswith("web/")]
    if not files:
        return []
    npm = [PYTHON, "hatch_build.py"]
    code = [file for file in files if file.endswith((".ts", ".svelte"))] or ["src/main.ts"]
    return [
        Step("client format", [*npm, "exec", "--", "prettier", "--check", "--ignore-unknown", *files]),
        Step("client lint", [*npm, "exec", "--", "eslint", *code]),
        Step("client types", [*npm, "run", "check"]),
        Step("client tests", [*npm, "exec", "--", "vitest", "run", "--changed", MAIN, "--passWithNoTests"]),
    ]


def run_lane(steps: Sequence[Step]) -> list[Ran]:
    return [_run(step) for step in steps]


def _run(step: Step) -> Ran:
    begun = time.monotonic()
    done = subprocess.run(
        step.command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    ran = Ran(step.name, done.returncode, done.stdout, time.monotonic() - begun)
    shown = ran.printed if ran.code else _last_line(ran.printed) if step.name == "tests" else ""
    sys.stdout.write(f"{'FAILED' if ran.code else 'ok':6} {ran.name} ({ran.seconds:.1f} s)\n{shown}")
    sys.stdout.flush()
    return ran


def _last_line(printed: str) -> str:
    return "".join(f"       {line}\n" for line in printed.splitlines() if "passed" in line or "time is up" in line)


if __name__ == "__main__":
    sys.exit(main())
