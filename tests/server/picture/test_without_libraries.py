"""A floor without the `video` extra, or a part of it: it opens, says so in one line, and plays without a picture."""

import sys
from pathlib import Path

import pytest
from msgspec.structs import replace
from structlog.testing import capture_logs

from punto.server.people.identity import Role
from tests.server.watching.supervised_floor import CONFIG, LIVE, OWN, Supervised, on_a_floor

SHOWN = replace(LIVE, whep_url=f"/whep/{LIVE.id}", hls_url=f"/hls/{LIVE.id}/index.m3u8")
OTHER = replace(SHOWN, id="other", whep_url="/whep/other", hls_url=None)


@pytest.mark.parametrize(
    ("absent", "named"), [(("av",), "PyAV"), (("aiortc",), "aiortc"), (("aiortc", "av"), "aiortc and PyAV")]
)
def test_a_floor_without_video_libraries_says_so_once_and_opens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, absent: tuple[str, ...], named: str
) -> None:
    for name in absent:
        monkeypatch.setitem(sys.modules, name, None)  # as if it were not installed

    async def test(floor: Supervised) -> None:
        sue = await floor.staff(Role.SUPERVISOR, "Sue Supervisor")
        assert (await sue.raw("GET", f"/hls/{LIVE.id}/index.m3u8")).status_code == 404
        await floor.coup()

    with capture_logs() as logs:
        on_a_floor(tmp_path, test, replace(CONFIG, tables=(SHOWN, OTHER, OWN)))
    said = [line for line in logs if line["log_level"] not in ("debug", "info")]
    how = "pip install '.[video]' in Punto's folder"
    assert said == [{"event": "no_picture", "missing": named, "install": how, "log_level": "warning"}]
