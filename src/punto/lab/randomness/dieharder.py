"""The battery: Robert Brown's dieharder, as Debian packages it, run as a program of its own on the bytes of a file.

It has Marsaglia's Diehard tests, three of NIST's and its own. Left out are those that its author calls suspect or not
to be used, and those that need more bytes than a pack holds. Every test reads the same bytes from the start, none of
them twice: with `file_input_raw` dieharder would rewind the file, so it is given on standard input.
"""

import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

PROGRAM = "dieharder"
HOW_TO_INSTALL = "as root, apt-get install dieharder (or make battery)"
STANDARD_INPUT = ("-g", "200")
COLUMNS = ("test_name", "ntuple", "tsamples", "psamples", "pvalues", "assessment")
BYTES_NEEDED = 32 << 20  # by the hungriest below
SECONDS_MAX = 120.0  # for one test
FAILED = "FAILED"
TESTS = (  # its number, and as many samples as the bytes allow; one p-value of many samples rather than several of few
    ("0",),
    ("2", "-t", "250000", "-p", "1"),
    ("3", "-t", "1300000", "-p", "1"),
    ("4", "-p", "1"),
    ("8", "-t", "8000000", "-p", "1"),
    ("9", "-t", "1600000", "-p", "1"),
    ("10",),
    ("11",),
    ("12",),
    ("13", "-t", "300000", "-p", "1"),
    ("15", "-p", "80"),
    ("16", "-t", "1000000", "-p", "1"),
    ("100", "-p", "80"),
    ("101", "-t", "8000000", "-p", "1"),
    ("102", "-t", "8000000", "-p", "1"),
    ("201", "-n", "3", "-p", "100"),
    ("202", "-n", "4", "-t", "2000000", "-p", "1"),
    ("203", "-n", "2", "-t", "2500000", "-p", "1"),
    ("204", "-p", "100"),
    ("205", "-t", "2500000"),
    ("206", "-t", "20000"),
    ("207", "-t", "200000"),
    ("208", "-t", "500000"),
    ("209", "-t", "8000000"),
)


@dataclass(frozen=True)
class Outcome:
    test: str
    ntuple: int
    samples: int
    repeated: int
    p_value: float
    assessment: str  # dieharder's own word


@dataclass(frozen=True)
class BatteryRun:
    version: str
    outcomes: tuple[Outcome, ...]
    unfinished: tuple[str, ...]  # commands that gave no figure, and why
    raw: str  # everything that the program wrote


def find_battery() -> str | None:
    return shutil.which(PROGRAM)


def run_battery(
    program: str,
    data: Path,
    tests: Sequence[tuple[str, ...]] = TESTS,
    say: Callable[[str], None] = lambda _: None,
) -> BatteryRun:
    outcomes: list[Outcome] = []
    unfinished: list[str] = []
    raw: list[str] = []
    for number, test in enumerate(tests, start=1):
        command = [program, *STANDARD_INPUT, *(part for name in COLUMNS for part in ("-D", name)), "-d", *test]
        shown = " ".join([PROGRAM, *command[1:], "<", data.name])
        said, problem = _output(command, data)
        raw.append(f"$ {shown}\n{said}")
        found = list(_outcomes(said))
        outcomes += found
        if problem or not found:
            unfinished.append(f"-d {' '.join(test)}: {problem or _last_line(said)}")
        say(f"  dieharder {number} of {len(tests)}")
    return BatteryRun(_version(program), tuple(outcomes), tuple(unfinished), "\n".join(raw))


def _output(command: Sequence[str], data: Path) -> tuple[str, str]:
    """What it wrote, and what went wrong in starting or ending it."""
    with data.open("rb") as given:
        try:
            ran = subprocess.run(
                command, stdin=given, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=SECONDS_MAX
            )
        except subprocess.TimeoutExpired:
            return "", f"no answer within {SECONDS_MAX:.0f} seconds"
        except OSError as error:
            return "", f"it could not be started: {error.strerror}"
    said = ran.stdout.decode(errors="replace")
    return said, f"it ended with code {ran.returncode}: {_last_line(said)}" if ran.returncode else ""


def _outcomes(said: str) -> Iterator[Outcome]:
    for line in said.splitlines():
        cells = [cell.strip() for cell in line.split("|")]
        if len(cells) == len(COLUMNS) and cells[1].isdecimal():
            name, ntuple, samples, repeated, p_value, assessment = cells
            yield Outcome(name, int(ntuple), int(samples), int(repeated), float(p_value), assessment)


def _last_line(said: str) -> str:
    lines = [line.strip("# ") for line in said.splitlines() if line.strip("#= ")]
    return lines[-1] if lines else "it wrote nothing"


def _version(program: str) -> str:
    said, _ = _output([program, "-l"], Path("/dev/null"))
    return next((line.strip("# ") for line in said.splitlines() if "version" in line), PROGRAM)
