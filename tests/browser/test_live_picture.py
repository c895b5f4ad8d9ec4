"""A live table's picture in a real browser, by WebRTC and by HLS: no card's byte arrives before its frame is shown.

The stream is the server's own, with its clock in it. What holds cards back is the delay that this very page measures
and reports: the configured one is shorter than any picture takes. When a card's message comes in, the page copies the
clock from the frame that is on the screen: that frame must have been taken after the card lay on the felt.
"""

import re
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import expect

from punto.server.picture.clock_strip import read_strip
from punto.server.picture.picture_delays import FRAME_MS
from tests.browser.conftest import Visits
from tests.browser.served_punto import FLOOR, served_punto

STREAM = 'stream_url = "https://stream.invalid/lotus.m3u8"'
PACE = re.compile(r"pace = .*betting_ms = 8_000.*")  # of this table: more time, for a machine that is busy
BAND = "picture_band_ms = [0, 9_000]"
CONFIGURED_MS = 20
CARDS = 4
WATCH = """
window.cards = [];
window.reported = null;
const canvas = document.createElement("canvas");
[canvas.width, canvas.height] = [160, 4];
const shown = () => {
  const video = document.querySelector("video");
  if (!video?.videoWidth) return null;
  const tall = Math.round(video.videoHeight / 30);
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  pen.drawImage(video, 0, video.videoHeight - tall, video.videoWidth, tall, 0, 0, 160, 4);
  return Array.from(pen.getImageData(0, 0, 160, 4).data);
};
const Plain = window.WebSocket;
window.WebSocket = class extends Plain {
  constructor(...rest) {
    super(...rest);
    this.addEventListener("message", ({ data }) => {
      const said = JSON.parse(data);
      if (said.type === "card_dealt" && said.table === "lotus") {
        const pixels = shown();
        if (pixels) window.cards.push({ at: said.at, now: Date.now(), pixels });
      }
    });
  }
  send(data) {
    const said = JSON.parse(data);
    if (said.type === "see_picture") window.reported = said;
    super.send(data);
  }
};
"""

CARDS_COME_EARLY = """
const { get } = Object.getOwnPropertyDescriptor(MessageEvent.prototype, "data");
Object.defineProperty(MessageEvent.prototype, "data", { get() {
  const data = get.call(this);
  const isCard = typeof data === "string" && data.includes('"card_dealt"');
  return isCard ? data.replace(/"at":([0-9]+)/g, (_, at) => `"at":${Number(at) + 4_000}`) : data;
} });
"""


@pytest.mark.parametrize(
    ("address", "by", "least_ms"),
    [
        pytest.param('whep_url = "/whep/lotus"', "whep", CONFIGURED_MS + FRAME_MS, id="whep"),
        pytest.param('hls_url = "/hls/lotus/index.m3u8"', "hls", 1_000, id="hls"),
    ],
)
def test_no_card_byte_arrives_before_its_frame(
    visits: Visits, tmp_path: Path, address: str, by: str, least_ms: int
) -> None:
    with served_punto(tmp_path, _floor_file(tmp_path, address)) as floor:
        patron = visits.patron(address=floor)
        page = patron.page
        page.add_init_script(WATCH)
        patron.enters().opens("Lotus Live")
        expect(page.locator(f'.video[data-picture="{by}"]')).to_have_attribute("data-delay", re.compile(r"^\d+$"))
        expect(page.get_by_text(re.compile(r"^[\d.]+ s behind$"))).to_be_visible()
        expect(page.get_by_text("Simulated dealer", exact=True)).to_be_visible()
        page.wait_for_function("() => window.reported?.delay_ms > 0")
        assert page.evaluate("window.reported.by") == by
        page.evaluate("window.cards = []")
        page.wait_for_function(f"() => window.cards.length >= {CARDS}", timeout=90_000)
        cards = page.evaluate("window.cards")
        taken = [read_strip(_luma(card["pixels"]), card["now"]) for card in cards]
        read = [(when, card["at"]) for when, card in zip(taken, cards, strict=True) if when is not None]
        assert len(read) >= CARDS // 2, "the clock in the picture can be read"
        assert all(when >= at for when, at in read), read
        assert min(card["now"] - card["at"] for card in cards) >= least_ms, "the measured delay holds them back"
        page.get_by_role("button", name="Hide video").click()
        expect(page.locator("video")).to_have_count(0)
        assert page.evaluate("window.reported.by") is None
        page.get_by_role("button", name="Show video").click()
        expect(page.locator("video")).to_have_count(1)


def test_a_picture_that_is_later_than_the_cards_is_covered(visits: Visits, tmp_path: Path) -> None:
    """As of somebody who has just come in by a slow way: cards are told before this picture shows them."""
    with served_punto(tmp_path, _floor_file(tmp_path, 'hls_url = "/hls/lotus/index.m3u8"')) as floor:
        patron = visits.patron(address=floor)
        page = patron.page
        page.add_init_script(CARDS_COME_EARLY)
        patron.enters().opens("Lotus Live")
        covered, video = page.get_by_text("The video is behind the cards."), page.locator("video")
        expect(covered).to_be_visible()
        expect(video).to_have_css("visibility", "hidden")
        expect(covered).to_have_count(0)
        expect(video).to_have_css("visibility", "visible")


def _floor_file(folder: Path, address: str) -> Path:
    before, after = FLOOR.read_text("utf-8").split(STREAM)
    after = PACE.sub("pace = { betting_ms = 14_000, hurry_ms = 2_000, card_ms = 300, result_ms = 5_000 }", after, 1)
    config = folder / "floor.toml"
    config.write_text(f"{before}{address}\n{BAND}\nvideo_delay_ms = {CONFIGURED_MS}{after}", encoding="utf-8")
    return config


def _luma(pixels: list[int]) -> "np.ndarray[tuple[int, int], np.dtype[np.uint8]]":
    return np.array(pixels, dtype=np.uint8).reshape(4, 160, 4)[..., 0]
