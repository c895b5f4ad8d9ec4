"""A live table on a real server: every byte that patrons are sent, over sockets and over HTTP, against the stored log.

A patron plays, polls every page that could give a result away, and somebody new comes in again and again. No card, no
result and no winnings may arrive before their event is as old as the picture takes; and all of them arrive. The
delay is configured, or it is that of another patron at the table who watches by a slower way.
"""

import asyncio
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest

from punto.server.picture.picture_delays import FRAME_MS
from punto.server.protocol.client import PlaceWager, SeePicture, WatchLobby
from punto.server.protocol.floor import LobbyChange, Purse
from punto.server.protocol.table_opened import TableOpened
from punto.server.protocol.table_private import Seat
from punto.server.protocol.table_public import BettingOpened, CardDealt, RoundSettled
from punto.table import events
from punto.table.events import Event
from punto.trials.load.guests import Guest, let_in
from punto.trials.load.http import Http
from punto.trials.load.server_process import ServerProcess
from tests.server.real_server import SECONDS_TO_WAIT, Patron, run, served, stored_events, table

DELAY_MS = 450
SEEN_MS = 700  # by the patron whose picture comes later
LATE_MS = 1_500
BETTING_MS = 500
STAKE = 10_000
ROUNDS = 3
CLOCKS_DIFFER_MS = 5  # the server's clock is steady; ours may be set while we look
LOTUS = table(
    "lotus",
    f"betting_ms = {BETTING_MS}, hurry_ms = 0, card_ms = 40, result_ms = 600, shoe_change_ms = 300",
    more="""kind = "live"
dealer = "simulated"
whep_url = "https://video.invalid/whep"
hls_url = "https://video.invalid/hls.m3u8"
hls_band_ms = [100, 5_000]
video_delay_ms = {video_delay_ms}""",
)
PAGES = ("purse", "me/limits", "record", "tables/lotus/roads", "tables/lotus/display", "fairness/lotus/1")


class Log:
    """What is stored, and until when each part of it had to wait."""

    def __init__(self, stored: list[Event], delay_ms: int) -> None:
        self.cards: dict[tuple[int, str, int], int] = {}  # round, side and place to the instant it may be told
        self.faces: list[str] = []
        self.results: list[int] = []  # the instants from which results may be told, in order
        coup, hands = 0, {"player": 0, "banker": 0}
        for event in stored:
            match event:
                case events.BettingOpened(coup=coup):
                    hands = {"player": 0, "banker": 0}
                case events.CardDealt(side=side, card=card, at=at):
                    self.cards[coup, side, hands[side]] = at + delay_ms
                    hands[side] += 1
                    self.faces.append(card)
                case events.CoupSettled(at=at):
                    self.results.append(at + delay_ms)

    def results_told(self, now: float) -> int:
        return sum(due <= now + CLOCKS_DIFFER_MS for due in self.results)


class Poller:
    """Looks at every page as often as it can, and keeps what it saw with the time at which it had it."""

    def __init__(self, http: Http) -> None:
        self.seen: dict[str, list[tuple[float, Any]]] = {}
        self._http = http

    async def poll(self) -> None:
        while True:
            for coup in range(1, ROUNDS + 2):
                await self._look(f"rounds/lotus/1/{coup}")
            for page in PAGES:
                await self._look(page)

    async def _look(self, page: str) -> None:
        answer = await self._http.get(f"/api/{page}")
        assert answer.status in (200, 404), answer
        if answer.status == 200:
            self.seen.setdefault(page, []).append((time.time() * 1000, msgspec.json.decode(answer.body)))


@pytest.mark.parametrize(
    ("video_delay_ms", "seen_ms", "delay_ms"),
    [
        pytest.param(DELAY_MS, None, DELAY_MS, id="configured"),
        pytest.param(20, SEEN_MS, SEEN_MS + FRAME_MS, id="measured"),
        pytest.param(20, LATE_MS, LATE_MS + FRAME_MS, id="later than betting and result last"),
    ],
)
def test_no_card_byte_leaves_before_its_picture(
    tmp_path: Path, video_delay_ms: int, seen_ms: int | None, delay_ms: int
) -> None:
    with served(tmp_path, LOTUS.replace("{video_delay_ms}", str(video_delay_ms))) as server:
        run(_play_and_look(server, seen_ms, delay_ms))


async def _watch_by_hls(server: ServerProcess, guest: Guest, seen_ms: int) -> None:
    """From here on everybody at the table waits for this patron's picture."""
    slow = await Patron(guest).come(server.address, "lotus")
    await slow.hears(lambda message: isinstance(message, Seat))
    slow.say(SeePicture("lotus", "hls", seen_ms))
    await slow.hears(lambda message: isinstance(message, RoundSettled), len(slow.heard))  # the round before is old


async def _play_and_look(server: ServerProcess, seen_ms: int | None, delay_ms: int) -> None:
    slow, guest, *others = await let_in(server.address, 31)
    if seen_ms is not None:
        await _watch_by_hls(server, slow, seen_ms)
    patron = await Patron(guest).come(server.address, "lotus")
    patron.say(WatchLobby())
    http = Http(server.address, guest.cookie, guest.token)
    poller, late = Poller(http), list[Patron]()
    looking = [asyncio.create_task(poller.poll()), asyncio.create_task(_come_and_come(server, others, late))]
    try:
        heard = 0
        openings = list[BettingOpened]()
        for _ in range(ROUNDS):
            opened = await patron.hears(lambda message: isinstance(message, BettingOpened), heard)
            assert isinstance(opened, BettingOpened)
            openings.append(opened)
            heard = len(patron.heard)
            for bet in ("player", "banker"):  # so that something comes back whoever wins
                patron.say(PlaceWager(id=f"{bet}-{opened.round}", table="lotus", bet=bet, stake=STAKE))
            await patron.hears(lambda message: isinstance(message, RoundSettled), heard)
        await patron.hears(lambda message: isinstance(message, BettingOpened), len(patron.heard))
        last = f"rounds/lotus/1/{ROUNDS}"
        async with asyncio.timeout(SECONDS_TO_WAIT):
            while last not in poller.seen:
                await asyncio.sleep(0.05)
    finally:
        for task in looking:
            task.cancel()
        ended = await asyncio.gather(*looking, return_exceptions=True)
        await http.close()
    assert all(isinstance(each, asyncio.CancelledError) for each in ended), ended
    log = Log(await stored_events(server, "lotus"), delay_ms)
    for opened in openings[1:]:  # the first may follow a round that waited for another delay
        assert opened.closes_at == opened.at + BETTING_MS
        assert opened.at >= log.results[opened.round - 2], "a late picture takes no time from betting"
    _check_messages(patron, log)
    for newcomer in late:
        _check_messages(newcomer, log)
    _check_money(patron, poller, log)
    _check_pages(poller, log)
    faces = [message.face for _, message in patron.heard if isinstance(message, CardDealt)]
    assert len(faces) >= 4 * (ROUNDS - 1)
    places = range(len(log.faces) - len(faces) + 1)
    assert any(log.faces[place : place + len(faces)] == faces for place in places), "none is lost"


async def _come_and_come(server: ServerProcess, others: list[Guest], late: list[Patron]) -> None:
    """Somebody who has seen nothing yet, at every moment of a round."""
    for guest in others:
        late.append(await Patron(guest).come(server.address, "lotus"))
        await late[-1].hears(lambda message: isinstance(message, Seat))
        await asyncio.sleep(0.11)
    await asyncio.Event().wait()


# --- what must not be there -------------------------------------------------------------------------------------------


def _check_messages(patron: Patron, log: Log) -> None:
    coup = 0
    for when, message in patron.heard:
        match message:
            case TableOpened(state=state):
                coup = state.round
                for side, hand in (("player", state.player), ("banker", state.banker)):
                    for place in range(len(hand.cards)):
                        assert when + CLOCKS_DIFFER_MS >= log.cards[coup, side, place], message
                assert state.roads.statistics.rounds <= log.results_told(when), message
            case BettingOpened(round=coup):
                pass
            case CardDealt(side=side, card=place):
                assert when + CLOCKS_DIFFER_MS >= log.cards[coup, side, place], message
            case RoundSettled(result=result):
                assert result.round <= log.results_told(when), message
            case LobbyChange(main=change):
                assert change is None or len(change.marks) <= log.results_told(when), message


def _check_money(patron: Patron, poller: Poller, log: Log) -> None:
    """Winnings are shown with the round that made them, wherever a balance is shown."""
    purses = [(when, message.balance) for when, message in patron.heard if isinstance(message, Purse)]
    pages = [(when, page["balance"]) for when, page in poller.seen["purse"]]
    returned = [(when, page["returned_today"]) for when, page in poller.seen["me/limits"]]
    for shown in (purses, pages, returned):
        _check_rises(shown, log.results_told)
    assert returned[-1][1] > 0, "and they are shown"


def _check_rises(shown: list[tuple[float, int]], results_told: Callable[[float], int]) -> None:
    rises = 0
    for (_, before), (when, after) in pairwise(shown):
        rises += after > before
        assert rises <= results_told(when), (when, before, after)


def _check_pages(poller: Poller, log: Log) -> None:
    for coup in range(1, ROUNDS + 1):
        when, _ = poller.seen[f"rounds/lotus/1/{coup}"][0]
        assert when + CLOCKS_DIFFER_MS >= log.results[coup - 1]
    for page, count in (
        ("record", lambda body: len(body["plays"])),
        ("tables/lotus/roads", lambda body: body["statistics"]["rounds"]),
        ("tables/lotus/display", lambda body: body["state"]["roads"]["statistics"]["rounds"]),
        ("fairness/lotus/1", lambda body: len(body["rounds"])),
    ):
        for when, body in poller.seen[page]:
            assert count(body) <= log.results_told(when), page
    for when, body in poller.seen["tables/lotus/display"]:
        for side in ("player", "banker"):
            for place in range(len(body["state"][side]["cards"])):
                assert when + CLOCKS_DIFFER_MS >= log.cards[body["state"]["round"], side, place], body["state"]
