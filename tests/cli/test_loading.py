"""What importing costs: nothing heavy is loaded before it is needed."""

import subprocess
import sys

import pytest

START = "from punto.server.run.lean_structlog import load_structlog; load_structlog(); import punto.server.run.app"


@pytest.mark.parametrize(
    ("statement", "absent"),
    [
        ("import punto.books", ["numpy", "rich", "typer"]),
        ("import punto.cli", ["numpy", "numba", "matplotlib", "distributed", "typst", "resvg_py"]),
        ("from punto.cli import run; run(['odds', 'sa', '--dealt', '4h /'])", ["numba", "matplotlib"]),
        ("from punto.cli import run; run(['books'])", ["asyncio", "structlog", "punto.cli.serve", "punto.cli.torture"]),
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
