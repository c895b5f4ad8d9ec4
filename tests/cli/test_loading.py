"""What importing costs: nothing heavy is loaded before it is needed."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    ("statement", "absent"),
    [
        ("import punto.books", ["numpy", "rich", "typer"]),
        ("import punto.cli", ["numpy", "numba", "matplotlib", "distributed", "typst", "resvg_py"]),
        ("from punto.cli import run; run(['odds', 'sa', '--dealt', '4h /'])", ["numba", "matplotlib"]),
        ("from punto.cli import run; run(['books'])", ["asyncio", "structlog", "punto.cli.serve", "punto.cli.torture"]),
        ("import punto.analysis.outcomes.fingerprint", ["numpy"]),
        ("from punto.cli import run; run(['odds', 'sa', '--json'])", ["resvg_py", "font_roboto", "asyncpg", "apsw"]),
    ],
)
def test_nothing_heavy_is_loaded_early(statement: str, absent: list[str]) -> None:
    check = f"{statement}; import sys; sys.exit(str([name for name in {absent} if name in sys.modules] or 0))"
    run = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True)
    assert run.stderr.strip() in ("", "0"), run.stderr
