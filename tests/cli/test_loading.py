"""What importing costs: nothing heavy is loaded before it is needed."""

import subprocess
import sys
from pathlib import Path

import pytest

START = "from punto.server.run.lean_structlog import load_structlog; load_structlog(); import punto.server.run.app"


@pytest.mark.parametrize(
    ("statement", "absent"),
    [
        ("import punto.books", ["numpy", "rich", "typer"]),
        ("import punto.cli", ["numpy", "numba", "matplotlib", "distributed", "typst", "resvg_py"]),
        ("from punto.cli import run; run(['odds', 'sa', '--dealt', '4h /'])", ["numba", "matplotlib"]),
        (
            "from punto.cli import run; run(['books'])",
            ["asyncio", "structlog", "punto.cli.operating.serve", "punto.cli.trials.torture"],
        ),
        ("import punto.analysis.outcomes.fingerprint", ["numpy"]),
        ("from punto.cli import run; run(['odds', 'sa', '--json'])", ["resvg_py", "font_roboto", "asyncpg", "apsw"]),
        ("from punto.cli import run; run(['--version'])", ["rich", "msgspec", "pydantic"]),
        ("from punto.cli import run; run(['serve', '--check', '--port', '80'])", ["rich", "pydantic", "structlog"]),
        (f"{START}, punto.server.run.serve_floor", ["rich", "pydantic", "numpy"]),  # what a floor waits for
        ("import punto.server.store.sqlite.writer", ["punto.rules.cards", "asyncio", "structlog"]),
    ],
)
def test_nothing_heavy_is_loaded_early(statement: str, absent: list[str]) -> None:
    check = f"{statement}; import sys; sys.exit(str([name for name in {absent} if name in sys.modules] or 0))"
    run = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True)
    assert run.stderr.strip() in ("", "0"), run.stderr


@pytest.mark.parametrize("command", [["odds", "sa"], ["compare", "sa", "squeeze"], ["rules", "sa"], ["bets"]])
def test_odds_that_were_counted_before_are_shown_without_numpy(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    check = f"from punto.cli import run; run({command}); import sys; sys.exit('numpy' in sys.modules)"
    runs = [subprocess.run([sys.executable, "-c", check], capture_output=True) for _ in range(2)]
    assert [run.returncode for run in runs] == [1, 0]
    assert runs[0].stdout == runs[1].stdout


def test_a_command_starts_no_threads_for_linear_algebra() -> None:
    check = (
        "import sys; sys.argv = ['punto', 'odds', 'sa', '--seen', '4h']; from punto.__main__ import main\n"
        "try: main()\nexcept SystemExit: pass\n"
        "import numpy, os; sys.stderr.write(str(len(os.listdir('/proc/self/task'))))"
    )
    run = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True)
    assert run.stderr == "1"
