"""`punto warm` says where compiled code is kept, or that it cannot be kept."""

from pathlib import Path

import pytest
from numba import config

from punto.cli import run
from punto.cli.mathematics import warm


@pytest.mark.parametrize("is_kept", [True, False])
def test_it_runs_every_loop_and_says_where_code_is_kept(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, *, is_kept: bool
) -> None:
    ran = []
    monkeypatch.setattr(warm, "_least_runs", lambda: [lambda: ran.append("simulate"), lambda: ran.append("removal")])
    folder = tmp_path if is_kept else tmp_path / "nowhere"
    monkeypatch.setattr(config, "CACHE_DIR", str(folder))
    assert run(["warm"]) == 0
    assert ran == ["simulate", "removal"]
    assert (str(folder) in capsys.readouterr().out) is is_kept
