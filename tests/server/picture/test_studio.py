"""The demonstration stream, made by its real process: by WebRTC and HLS it shows the table and the server's clock."""

import asyncio
from io import BytesIO
from time import time

import av
import pytest
from aiortc import MediaStreamTrack, RTCConfiguration, RTCPeerConnection, RTCSessionDescription
from msgspec.structs import replace

from punto.books import SEVEN_LUCK, SQUEEZE
from punto.rules.hand import Hand
from punto.server.picture import studio as studio_module
from punto.server.picture.clock_strip import Grey, read_strip
from punto.server.picture.draw_scene import draw_scene
from punto.server.picture.probe import grey
from punto.server.picture.scene import MOVE_MS, Scene, card_in_hand, scene_of
from punto.server.picture.studio import Studio
from punto.server.streams.happened import Happened
from punto.server.streams.read_log import ReadLog
from punto.table.config import TableConfig, TableKind
from punto.table.events import CardDealt
from punto.table.state import Betting, Dealing, NeedsBurn, Squeezing, Table, changed
from tests.table.playing import config_for

SECONDS = 60
LATEST_MS = 30_000  # a machine that is busy may take its time; the clock must only be ours


def now_ms() -> int:
    return round(time() * 1000)


def shown(**fields: object) -> TableConfig:
    own = {"whep_url": "/whep/lotus", "hls_url": "/hls/lotus/index.m3u8"}
    return replace(config_for(SEVEN_LUCK, kind=TableKind.LIVE), id="lotus", **{**own, **fields})


def dealt(*cards: str) -> Table:
    faces = [SEVEN_LUCK.deck.card(card) for card in cards]
    hands = {"player": Hand(tuple(faces[0::2])), "banker": Hand(tuple(faces[1::2]))}
    return changed(Table(shown(), SEVEN_LUCK), phase=Dealing(0), shoe=1, coup=3, **hands)


def watched(table: Table) -> Studio:
    studio = Studio(now_ms)
    studio.read(ReadLog(table, 1, 0))
    return studio


def test_a_browser_by_webrtc_sees_the_table_with_the_servers_clock() -> None:
    async def test() -> None:
        studio = watched(dealt("9h", "4d"))
        peer, tracks = RTCPeerConnection(RTCConfiguration(iceServers=[])), asyncio.Queue[MediaStreamTrack]()
        peer.addTransceiver("video", direction="recvonly")
        peer.on("track", tracks.put_nowait)
        try:
            await peer.setLocalDescription(await peer.createOffer())
            answer = await studio.offer("lotus", peer.localDescription.sdp)
            assert answer is not None
            await peer.setRemoteDescription(RTCSessionDescription(answer[1], "answer"))
            async with asyncio.timeout(SECONDS):
                track, ages = await tracks.get(), list[int]()
                while len(ages) < 5:
                    received = await track.recv()
                    assert isinstance(received, av.VideoFrame)
                    frame = grey(received)
                    taken = read_strip(frame, now_ms())
                    ages += [] if taken is None else [now_ms() - taken]
            assert all(0 <= age < LATEST_MS for age in ages), ages
            assert _is_white(frame, x=84, y=170), "Player's nine lies there"
            await studio.hang_up(answer[0])
        finally:
            await peer.close()
            await studio.close()

    asyncio.run(test())


def test_by_hls_the_same_table_is_seen() -> None:
    async def test() -> None:
        studio = watched(dealt("9h", "4d"))
        try:
            async with asyncio.timeout(SECONDS):
                playlist = await studio.file("lotus", "index.m3u8")
                assert playlist is not None
                parts = [line for line in playlist.decode().splitlines() if line.endswith(".m4s")]
                first = await studio.file("lotus", "init.mp4"), await studio.file("lotus", parts[-1])
                assert first[0] is not None
                assert first[1] is not None
            with av.open(BytesIO(first[0] + first[1]), "r") as stream:
                frames = [grey(frame) for frame in stream.decode(video=0)]
            ages = [now_ms() - taken for frame in frames if (taken := read_strip(frame, now_ms())) is not None]
            assert len(ages) == len(frames) >= 5
            assert all(0 <= age < LATEST_MS for age in ages), ages
            assert _is_white(frames[-1], x=84, y=170)
            for name in ("../studio.py", "index.m3u8.tmp", "other.txt"):
                assert await studio.file("lotus", name) is None
        finally:
            await studio.close()

    asyncio.run(test())


def _is_white(luma: Grey, *, x: int, y: int) -> bool:
    return bool(luma[y - 2 : y + 3, x - 2 : x + 3].mean() > 200)


def test_there_is_no_picture_of_other_tables_for_nonsense_or_without_the_libraries(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def test() -> None:
        studio = watched(dealt("9h"))
        try:
            assert await studio.offer("jade", "v=0") is None
            assert await studio.offer("lotus", "this is no offer") is None
            assert await studio.offer("lotus", "v=0" * 20_000) is None
            assert await studio.file("jade", "index.m3u8") is None
        finally:
            await studio.close()
        monkeypatch.setattr(studio_module, "missing_libraries", lambda: ["PyAV"])
        without = watched(dealt("9h"))
        assert await without.offer("lotus", "v=0") is None
        assert without.takes_card("lotus", "9h") == 0
        await without.close()

    asyncio.run(test())


@pytest.mark.parametrize(
    "config", [shown(whep_url="https://rtc.example/lotus", hls_url=None), shown(kind=TableKind.TIMED)]
)
def test_a_table_with_another_picture_or_none_is_not_drawn(config: TableConfig) -> None:
    async def test() -> None:
        studio = watched(Table(config, SEVEN_LUCK))
        assert studio.takes_card("lotus", "9h") == 0
        assert await studio.file("lotus", "index.m3u8") is None

    asyncio.run(test())


def test_a_card_lies_on_the_felt_of_the_picture_before_it_is_entered() -> None:
    async def test() -> None:
        table = dealt("9h", "4d")
        studio = watched(table)
        assert studio.takes_card("lotus", "Kd") * 1000 == MOVE_MS
        moving = card_in_hand(table, "Kd", 1_000)
        assert (moving.place, moving.number) == ("player", 1)
        on_its_way = replace(scene_of(table), in_hand=moving)
        lies = replace(on_its_way, player=("9h", "Kd"), in_hand=None)
        arrived, there = draw_scene(on_its_way, 1_000 + MOVE_MS), draw_scene(lies, 1_000 + MOVE_MS)
        assert (arrived[124:200, 148:160] == there[124:200, 148:160]).all(), "the corner with its rank"
        after = changed(table, phase=Betting(0))
        studio.happened(Happened(table, CardDealt("player", "Kd", 1), after, 2, {}))
        assert studio._scenes["lotus"] == scene_of(after)

    asyncio.run(test())


def test_what_is_squeezed_lies_face_down() -> None:
    table = Table(shown(has_squeeze=True, book=SQUEEZE.id), SQUEEZE)
    cards = Hand((SQUEEZE.deck.card("9h"), SQUEEZE.deck.card("4d")))
    squeezing = changed(table, phase=Squeezing(1, frozenset(), frozenset(), 0), player=cards, banker=cards, coup=1)
    assert scene_of(squeezing).player == ("", "")
    assert card_in_hand(changed(table, phase=Dealing(0)), "9h", 0).card == ""
    assert card_in_hand(changed(table, phase=NeedsBurn()), "9h", 0).card == "9h", "a burn card is shown to all"


def test_every_frame_says_that_the_dealer_is_simulated() -> None:
    plain, other = draw_scene(Scene("lotus", "Lotus", "No more bets"), 0), draw_scene(Scene("lotus", "Lotus", ""), 0)
    assert (plain[42:68, 150:490] == other[42:68, 150:490]).all()
    assert plain[42:68, 150:490].max() > 200
