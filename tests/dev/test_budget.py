import subprocess
import sys
from pathlib import Path

from dev.changed import ROOT


def test_no_test_starts_once_the_time_is_up(tmp_path: Path) -> None:
    slow, never = "def test_slow(): time.sleep(1.2)", "def test_never(): raise AssertionError"
    (tmp_path / "test_two.py").write_text(f"import time\n{slow}\n{never}\n")
    options = ["-q", "-p", "dev.budget", "--seconds", "1", "-c", "pyproject.toml", f"--rootdir={tmp_path}"]
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", *options, str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout
    assert "1 passed" in ran.stdout
    assert "time is up: 1 tests were not run" in ran.stdout
