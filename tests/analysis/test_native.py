"""Machine code is found by the next process, which does not load the compiler for it."""

import os
import subprocess
import sys
from pathlib import Path

PROGRAM = """
import sys
from punto.analysis.native import compiled

@compiled
def doubled(number):
    return 2 * number

print(doubled(21), sum(doubled.stats.cache_hits.values()), "numba.np.linalg" in sys.modules)
"""


def ran(program: Path, cache: Path) -> str:
    environment = {**os.environ, "XDG_CACHE_HOME": str(cache)}
    environment.pop("NUMBA_CACHE_DIR", None)
    return subprocess.run(
        [sys.executable, program], env=environment, capture_output=True, text=True, check=True
    ).stdout.strip()


def test_the_next_process_finds_what_was_compiled_and_loads_no_compiler(tmp_path: Path) -> None:
    program = tmp_path / "loops.py"
    program.write_text(PROGRAM)
    assert ran(program, tmp_path / "cache") == "42 0 True"
    assert ran(program, tmp_path / "cache") == "42 1 False"
