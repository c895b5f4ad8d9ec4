"""The server's own stream by HLS: while somebody plays it, no card is told before that slower picture shows it."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from punto.server.people.identity import Role
from punto.server.rest.pages.streams import HLS_BEHIND_MS
from tests.server.watching.supervised_floor import CONFIG, LIVE, OWN, Supervised, on_a_floor

SHOWN = replace(LIVE, hls_url=f"/hls/{LIVE.id}/index.m3u8")


def test_cards_wait_for_the_slower_picture_while_somebody_plays_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def a_file(_table: str, _name: str) -> bytes:
        return b"content"

    async def test(floor: Supervised) -> None:
        monkeypatch.setattr(floor.floor.studio, "file", a_file)
        browser = await floor.staff(Role.SUPERVISOR, "Sue Supervisor")
        held = []
        for name in ("part1.m4s", "index.m3u8"):
            assert (await browser.raw("GET", f"/hls/{LIVE.id}/{name}")).content == b"content"
            held.append(floor.floor.pictures.delay_ms(SHOWN))
        assert held == [0, HLS_BEHIND_MS]

    on_a_floor(tmp_path, test, replace(CONFIG, tables=(SHOWN, OWN)))
