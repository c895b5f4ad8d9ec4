"""An edge and a floor's side of it over a link in memory: requests, bounds, and what happens without a floor."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from functools import partial
from http import HTTPStatus
from itertools import pairwise
from typing import Any, cast

import msgspec
import pytest
from structlog.testing import capture_logs

from punto.server.config.demo_floor import demo_floor
from punto.server.config.floor_config import Safety
from punto.server.config.settings_digest import file_digest
from punto.server.edges import edge as edges
from punto.server.edges.edge import Edge
from punto.server.edges.edge_desk import EdgeDesk
from punto.server.edges.far_request import PART_BYTES, PARTS_AHEAD
from punto.server.edges.link_end import LinkEnd
from punto.server.edges.node_files import NodeFiles
from punto.server.protocol.closing_codes import POLICY, RESTART, STORE_LOST
from punto.server.protocol.floor import FloorAway
from punto.server.protocol.frames import frame_of
from punto.server.protocol.links import edge_link
from punto.server.protocol.nodes import NodeSeen
from punto.server.protocol.table_private import Answer
from punto.server.rest.gate import BODY_MAX
from punto.server.sockets.far_socket import FarSocket
from punto.server.sockets.patron_connection import PROBLEMS_MAX
from punto.server.sockets.websocket import SOCKET, Socket
from punto.server.telling.bus import InProcessBus
from tests.server.edges.virtual_time import run

SAFETY = Safety(messages_a_second=10)
FLOOR = demo_floor()
FILES = NodeFiles(lambda: file_digest(FLOOR))
App = Callable[[Any, Any, Any], Awaitable[None]]


class MemoryLink:
    def __init__(self, seconds: float = 0.0) -> None:
        self.other: LinkEnd[Any] | None = None
        self.is_cut = False
        self._seconds = seconds  # that a packet takes
        self._under_way: deque[bytes] = deque()  # timers that are due at one moment do not keep their order

    def send(self, packet: bytes) -> None:
        if not self.is_cut:
            self._under_way.append(packet)
            asyncio.get_running_loop().call_later(self._seconds, self._deliver)

    def _deliver(self) -> None:
        packet = self._under_way.popleft()
        if self.other is not None and not self.other.is_lost:
            self.other.packet_came(packet)

    def close(self) -> None:
        if self.other is not None:
            self.other.lose()


def clock() -> int:
    return round(asyncio.get_running_loop().time() * 1000)


def linked(edge: Edge, app: App, epoch: int = 1) -> EdgeDesk:
    """A floor with this application, and a link from the edge to it."""
    desk, to_floor, to_edge = EdgeDesk(cast(Any, app), InProcessBus(), epoch, clock, FILES), MemoryLink(), MemoryLink()
    to_floor.other = desk.link_made(to_edge)
    to_edge.other = edge.link_made(to_floor)
    return desk


async def no_sockets(scope: Any, _: Any, __: Any) -> None:
    raise AssertionError(scope)


class Asker:
    """Sends a request to an edge, and takes the answer, as fast as it is let."""

    def __init__(self, edge: Edge, method: str = "GET", body: bytes = b"") -> None:
        self.status = 0
        self.headers: dict[bytes, bytes] = {}
        self.body = b""
        self.may_take = asyncio.Event()
        self.may_take.set()
        self.has_gone = asyncio.Event()
        self.is_cut_off = False  # in the middle of its body
        self._times_told = 0  # that it has gone; not for ever, so that a test which fails ends
        self._parts = [body[at : at + 4_096] for at in range(0, len(body) or 1, 4_096)]
        scope = {
            "type": "http",
            "method": method,
            "scheme": "https",
            "http_version": "1.1",
            "path": "/api/lobby",
            "raw_path": b"/api/lobby",
            "query_string": b"a=1",
            "headers": [(b"host", b"floor.example")],
            "client": ("203.0.113.9", 4711),
            "server": ("127.0.0.1", 8000),
        }
        self.task = asyncio.create_task(edge(cast(Any, scope), self._receive, self._take))

    async def _receive(self) -> Any:
        if self._parts:
            part = self._parts.pop(0)
            has_more = bool(self._parts)
            if self.is_cut_off:
                self._parts.clear()
            return {"type": "http.request", "body": part, "more_body": has_more}
        await self.has_gone.wait()
        self._times_told += 1
        assert self._times_told < 10
        return {"type": "http.disconnect"}

    async def _take(self, message: Any) -> None:
        await self.may_take.wait()
        if message["type"] == "http.response.start":
            self.status, self.headers = message["status"], dict(message["headers"])
        else:
            self.body += message["body"]


async def answer(send: Any, body: bytes, status: int = 200) -> None:
    await send({"type": "http.response.start", "status": status, "headers": [(b"x-floor", b"yes")]})
    await send({"type": "http.response.body", "body": body, "more_body": False})


def test_a_request_reaches_the_floor_as_it_came_and_its_answer_goes_back() -> None:
    async def test() -> None:
        asked: dict[str, Any] = {}

        async def app(scope: Any, receive: Any, send: Any) -> None:
            asked.update(scope, body=(await receive())["body"])
            await answer(send, b"ok", 201)

        edge = Edge("edge", "test", SAFETY)
        linked(edge, app)
        asker = Asker(edge, "POST", b"x" * 5_000)
        await asker.task
        assert (asker.status, asker.headers, asker.body) == (201, {b"x-floor": b"yes"}, b"ok")
        assert (asked["method"], asked["path"], asked["query_string"]) == ("POST", "/api/lobby", b"a=1")
        assert (asked["client"], asked["scheme"]) == (("203.0.113.9", 4711), "https")
        assert asked["body"] == b"x" * 5_000

    run(test())


def test_a_body_without_an_end_is_read_no_further_than_the_floor_needs_to_refuse_it() -> None:
    async def test() -> None:
        bodies: list[bytes] = []

        async def app(_: Any, receive: Any, send: Any) -> None:
            bodies.append((await receive())["body"])
            await answer(send, b"", 413)

        edge = Edge("edge", "test", SAFETY)
        linked(edge, app)
        await Asker(edge, "POST", b"x" * 10 * BODY_MAX).task
        assert BODY_MAX < len(bodies[0]) <= BODY_MAX + 4_096

    run(test())


def test_a_response_is_never_far_ahead_of_a_client_that_takes_it_slowly() -> None:
    async def test() -> None:
        sent = 0

        async def app(_: Any, __: Any, send: Any) -> None:
            nonlocal sent
            await send({"type": "http.response.start", "status": 200, "headers": []})
            for number in range(40):
                await send({"type": "http.response.body", "body": bytes(PART_BYTES), "more_body": number < 39})
                sent += 1

        edge = Edge("edge", "test", SAFETY)
        linked(edge, app)
        asker = Asker(edge)
        asker.may_take.clear()
        await asyncio.sleep(1)
        assert sent == PARTS_AHEAD
        asker.may_take.set()
        await asker.task
        assert len(asker.body) == 40 * PART_BYTES

    run(test())


@pytest.mark.parametrize(("method", "status"), [("GET", 200), ("POST", 503)])
def test_what_only_reads_is_asked_of_the_next_floor_and_anything_else_is_the_senders_to_repeat(
    method: str, status: int
) -> None:
    async def test() -> None:
        async def hangs(_: Any, __: Any, ___: Any) -> None:
            await asyncio.Future()

        async def answers(_: Any, __: Any, send: Any) -> None:
            await answer(send, b"ok")

        edge = Edge("edge", "test", SAFETY)
        first = linked(edge, hangs)
        asker = Asker(edge, method)
        await asyncio.sleep(0.1)
        first.leave()
        linked(edge, answers, epoch=2)
        await asker.task
        assert asker.status == status
        assert (b"retry-after" in asker.headers) == (status == 503)
        if status == 503:
            assert msgspec.json.decode(asker.body)["name"] == "outcome_is_unknown"

    run(test())


def test_without_a_floor_a_request_waits_a_while_and_is_then_told_to_come_again() -> None:
    async def test() -> None:
        asker = Asker(Edge("edge", "test", SAFETY))
        await asyncio.sleep(edges.SECONDS_TO_WAIT - 0.1)
        assert asker.status == 0
        await asker.task
        assert asker.status == 503
        assert msgspec.json.decode(asker.body)["name"] == "server_is_busy"

    run(test())


class Line(Socket):
    """A patron's line to an edge."""

    def __init__(self) -> None:
        self.receiver = None
        self.wrote = b""
        self.codes: list[int] = []
        self.is_dropped = False

    def write(self, frame: bytes, waiting_max: int) -> bool:
        del waiting_max
        self.wrote += frame
        return True

    def hold(self) -> None:
        pass

    def resume(self) -> None:
        pass

    def drop(self) -> None:
        self.is_dropped = True

    def end(self, code: int, reason: str) -> None:
        del reason
        self.codes.append(code)


async def opened(edge: Edge) -> tuple[Line, list[int]]:
    """A socket at an edge that has a floor; and the statuses with which it was refused."""
    line, refused = Line(), list[int]()

    async def receive() -> Any:
        if line.receiver is None:
            return {"type": "websocket.connect"}
        return await asyncio.Future()

    async def send(message: Any) -> None:
        if message["type"] == "websocket.http.response.start":
            refused.append(message["status"])

    scope = {
        "type": "websocket",
        "scheme": "ws",
        "http_version": "1.1",
        "path": "/ws",
        "query_string": b"",
        "headers": [],
        "extensions": {SOCKET: line},
    }
    _OPEN.add(asyncio.create_task(edge(cast(Any, scope), receive, send)))
    await asyncio.sleep(0.1)
    return line, refused


_OPEN: set[asyncio.Task[None]] = set()


class Sockets:
    """A floor that lets sockets in, or refuses them, and remembers what they said."""

    def __init__(self, status: int = 0, patron: str = "") -> None:
        self.status = status
        self.patron = patron
        self.said: list[bytes] = []
        self.sockets: list[Any] = []
        self.bets: list[edge_link.Bet] = []
        self.body = b"no"  # of a refusal
        self.on_refused: Callable[[], object] = lambda: None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await receive()
        if self.status:
            self.on_refused()
            await send({"type": "websocket.http.response.start", "status": self.status, "headers": []})
            await send({"type": "websocket.http.response.body", "body": self.body})
            return
        socket = scope["extensions"][SOCKET]
        socket.patron = self.patron
        await send({"type": "websocket.accept"})
        self.sockets.append(socket)
        socket.receiver = self.said.append
        socket.bettor = partial(self._bet, socket)
        await receive()

    def _bet(self, socket: FarSocket, bet: edge_link.Bet) -> None:
        self.bets.append(bet)
        socket.post(edge_link.BetAccepted(bet.number, bet.id, bet.table))


def test_a_socket_that_says_too_much_is_told_so_and_then_closed_and_the_floor_hears_none_of_it() -> None:
    async def test() -> None:
        edge, floor = Edge("edge", "test", SAFETY), Sockets()
        linked(edge, floor)
        line, _ = await opened(edge)
        assert line.receiver is not None
        for _ in range(2 * SAFETY.messages_a_second + PROBLEMS_MAX + 1):
            line.receiver(b"{}")
        await asyncio.sleep(0.1)
        assert len(floor.said) == 2 * SAFETY.messages_a_second
        assert line.wrote.count(b"too_many_messages") == PROBLEMS_MAX
        assert line.codes == [POLICY]

    run(test())


def test_a_socket_that_the_floor_refuses_is_shown_again_after_growing_pauses() -> None:
    async def test() -> None:
        edge, floor = Edge("edge", "test", SAFETY), Sockets()
        linked(edge, floor)
        line, _ = await opened(edge)
        floor.status = HTTPStatus.SERVICE_UNAVAILABLE
        loop, began, shown = asyncio.get_running_loop(), asyncio.get_running_loop().time(), list[float]()
        floor.on_refused = lambda: shown.append(loop.time() - began)
        floor.sockets[0].drop()
        await asyncio.sleep(5)
        pauses = [round(later - earlier, 1) for earlier, later in pairwise([0.0, *shown])]
        assert pauses[:6] == [0.2, 0.2, 0.4, 0.8, 1.0, 1.0]
        floor.status = 0
        await asyncio.sleep(edges.SECONDS_BEFORE_SHOWN_AGAIN_MAX)
        began, floor.status = loop.time(), HTTPStatus.SERVICE_UNAVAILABLE
        shown.clear()
        floor.sockets[-1].drop()
        await asyncio.sleep(0.3)
        assert [round(each, 2) for each in shown] == [0.2], "it was let in meanwhile"
        assert not line.codes

    run(test())


BET = b'{"type":"place_wager","id":"b-1","table":"jade","bet":"banker","stake":500}'


def test_an_edge_reads_bets_of_patrons_it_was_told_of_and_writes_their_answers() -> None:
    async def test() -> None:
        edge, floor = Edge("edge", "test", SAFETY), Sockets(patron="ann")
        linked(edge, floor)
        line, _ = await opened(edge)
        assert line.receiver is not None
        line.receiver(BET)
        line.receiver(b'{"type":"watch_lobby"}')
        await asyncio.sleep(0.1)
        (bet,) = floor.bets
        assert (bet.id, bet.table, bet.bet, bet.stake, bet.round) == ("b-1", "jade", "banker", 500, None)
        assert floor.said == [b'{"type":"watch_lobby"}']
        assert line.wrote == frame_of(Answer("b-1", "jade", "accepted"))

    run(test())


def test_a_floor_that_does_not_say_whose_socket_it_is_reads_bets_itself() -> None:
    async def test() -> None:
        edge, floor = Edge("edge", "test", SAFETY), Sockets()
        linked(edge, floor)
        line, _ = await opened(edge)
        assert line.receiver is not None
        line.receiver(BET)
        await asyncio.sleep(0.1)
        assert (floor.bets, floor.said) == ([], [BET])

    run(test())


def test_a_socket_outlives_its_floor_is_told_so_and_says_nothing_meanwhile() -> None:
    async def test() -> None:
        edge, first, second = Edge("edge", "test", SAFETY), Sockets(), Sockets()
        desk = linked(edge, first)
        line, _ = await opened(edge)
        assert line.receiver is not None
        desk.leave()
        await asyncio.sleep(3 * edges.TOLD_EVERY_SECONDS + 0.1)
        line.receiver(b"to nobody")
        assert line.wrote.count(b'"floor_away"') == 4
        linked(edge, second, epoch=2)
        await asyncio.sleep(0.1)
        line.receiver(b"to the second")
        await asyncio.sleep(0.1)
        assert (first.said, second.said, line.codes) == ([], [b"to the second"], [])

    run(test())


@pytest.mark.parametrize(("status", "code"), [(401, POLICY), (429, RESTART)])
def test_a_socket_that_the_next_floor_does_not_let_in_is_closed(status: int, code: int) -> None:
    async def test() -> None:
        edge = Edge("edge", "test", SAFETY)
        desk = linked(edge, Sockets())
        line, _ = await opened(edge)
        desk.leave()
        linked(edge, Sockets(status), epoch=2)
        await asyncio.sleep(0.1)
        assert line.codes == [code]

    run(test())


def test_a_socket_that_the_next_floor_cannot_let_in_yet_is_told_so_and_shown_again_until_it_can() -> None:
    async def test() -> None:
        edge, second = Edge("edge", "test", SAFETY), Sockets(503)
        desk = linked(edge, Sockets())
        line, _ = await opened(edge)
        desk.leave()
        linked(edge, second, epoch=2)
        await asyncio.sleep(edges.SECONDS_OF_PATIENCE - 1)
        assert line.receiver is not None
        line.receiver(b"to nobody")
        assert line.wrote.count(b'"floor_away"') > 10
        second.status = 0
        await asyncio.sleep(1)
        line.receiver(b"to the second")
        await asyncio.sleep(0.1)
        assert (second.said, line.codes) == ([b"to the second"], [])
        second.status = 503
        edge.unlink()
        linked(edge, second, epoch=3)
        await asyncio.sleep(edges.SECONDS_OF_PATIENCE + 1)
        assert line.codes == [RESTART], "its client finds another edge, or comes again"

    run(test())


@pytest.mark.parametrize("how", ["dropped", "cut off", "refused"])
def test_patrons_at_an_edge_are_told_that_the_floor_cannot_reach_its_store(how: str) -> None:
    async def test() -> None:
        edge, floor = Edge("edge", "test", SAFETY), Sockets()
        linked(edge, floor)
        line, _ = await opened(edge)
        first = floor.sockets[-1]
        floor.status, floor.body = HTTPStatus.SERVICE_UNAVAILABLE, b'{"why":"store"}'
        match how:
            case "dropped":
                first.end(STORE_LOST, "")
            case "cut off":
                first.edge.post(edge_link.Joined(first.number, "table:quick"))
                first.edge.post(edge_link.CutOff("table:quick", store_is_lost=True))
            case "refused":
                first.drop()
                await asyncio.sleep(0.1)
                line.wrote = b""
        await asyncio.sleep(edges.SECONDS_BEFORE_SHOWN_AGAIN + 0.1)
        assert line.wrote.count(frame_of(FloorAway("store"))) == (1 if how == "refused" else 2)
        assert frame_of(FloorAway("floor")) not in line.wrote
        assert not line.codes

    run(test())


@pytest.mark.parametrize("is_channel", [False, True])
def test_a_socket_that_its_floor_drops_stays_open_and_is_shown_to_it_again(*, is_channel: bool) -> None:
    """As when the store is lost, and nobody knows what became of a bet."""

    async def test() -> None:
        edge, floor = Edge("edge", "test", SAFETY), Sockets()
        linked(edge, floor)
        line, _ = await opened(edge)
        assert line.receiver is not None
        first = floor.sockets[-1]
        first.edge.post(edge_link.Joined(first.number, "table:quick"))
        first.edge.post(edge_link.CutOff("table:quick") if is_channel else edge_link.Dropped(first.number))
        await asyncio.sleep(0.1)
        assert line.wrote.count(b'"floor_away"') == 1
        first.edge.post(edge_link.Sent(first.number, b"too late"))
        await asyncio.sleep(1)
        line.receiver(b"again")
        await asyncio.sleep(0.1)
        assert (floor.said, line.codes, line.is_dropped) == ([b"again"], [], False)
        assert len(floor.sockets) == 2
        assert floor.sockets[-1].was_open, "it counts as no new socket of its address"
        assert first.receiver is None, "the floor has forgotten the first"
        assert b"too late" not in line.wrote

    run(test())


def test_a_floor_that_leaves_is_found_by_no_edge_any_more() -> None:
    async def test() -> None:
        edge, floor = Edge("edge", "test", SAFETY), Sockets()
        desk, left = linked(edge, floor), list[str]()
        desk.on_leave.append(lambda: left.append("announced no more"))
        desk.leave()
        assert left == ["announced no more"]
        late, to_edge = MemoryLink(), MemoryLink()  # from an edge that had just heard of it
        late.other = desk.link_made(to_edge)
        to_edge.other = edge.link_made(late)
        await asyncio.sleep(0.1)
        assert edge.lost.is_set(), "it is told at once"

    run(test())


def test_patience_ends_before_a_server_is_taken_for_dead() -> None:
    async def test() -> None:
        edge = Edge("edge", "test", SAFETY)
        linked(edge, Sockets()).leave()
        linked(edge, Sockets(), epoch=2)
        line, _ = await opened(edge)
        edge.unlink()
        await asyncio.sleep(edges.SECONDS_OF_PATIENCE - 1)
        assert line.codes == []
        await asyncio.sleep(2 * edges.TOLD_EVERY_SECONDS)
        assert line.codes == [RESTART]

    run(test())


def test_a_refusal_of_the_floor_is_the_edges_answer() -> None:
    async def test() -> None:
        edge = Edge("edge", "test", SAFETY)
        linked(edge, Sockets(429))
        _, refused = await opened(edge)
        assert refused == [429]

    run(test())


def test_an_edge_that_speaks_another_version_is_not_welcome_and_says_so_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(edges, "VERSION", edge_link.VERSION + 1)

    async def test() -> None:
        edge = Edge("edge", "test", SAFETY)
        desk = linked(edge, no_sockets)
        with capture_logs() as logs:
            asker = Asker(edge)
            await asker.task
            assert (asker.status, edge.epoch, desk.nodes()) == (503, 0, [])
        assert [each["log_level"] for each in logs] == ["error"]
        assert not edge.lost.is_set(), "else it would link to the same floor again at once"

    run(test())


def test_an_edge_that_links_again_takes_the_place_of_its_earlier_self() -> None:
    async def test() -> None:
        edge, floor = Edge("edge", "test", SAFETY), Sockets()
        desk = EdgeDesk(cast(Any, floor), InProcessBus(), 1, clock, FILES)
        for _ in range(2):
            to_floor, to_edge = MemoryLink(), MemoryLink()
            to_floor.other = desk.link_made(to_edge)
            to_edge.other = edge.link_made(to_floor)
            await asyncio.sleep(0.1)
        assert [each.edge for each in desk.figures()] == ["edge"]

    run(test())


def test_a_floor_that_hangs_is_given_up() -> None:
    async def test() -> None:
        edge, floor = Edge("edge", "test", SAFETY), Sockets()
        desk = EdgeDesk(cast(Any, floor), InProcessBus(), 1, clock, FILES)
        to_floor, to_edge = MemoryLink(), MemoryLink()
        to_floor.other = desk.link_made(to_edge)
        to_edge.other = edge.link_made(to_floor)
        await asyncio.sleep(1)
        assert not edge.lost.is_set()
        to_edge.is_cut = True  # nothing more comes from the floor, and nobody says that it is gone
        await asyncio.sleep(3)
        assert edge.lost.is_set()
        assert desk.figures() == []

    run(test())


def test_the_lag_of_an_edge_is_the_way_of_its_beat_and_back_and_not_until_the_floors_next_beat() -> None:
    async def test() -> None:
        edge = Edge("jade-7", "1.2", SAFETY, timer=asyncio.get_running_loop().time)
        desk, to_floor, to_edge = (
            EdgeDesk(cast(Any, Sockets()), InProcessBus(), 4, clock, FILES),
            MemoryLink(0.03),
            MemoryLink(0.01),
        )
        to_floor.other = desk.link_made(to_edge)
        await asyncio.sleep(0.2)  # both beat, but not at the same moments
        to_edge.other = edge.link_made(to_floor)
        await asyncio.sleep(0.1)
        (node,) = desk.nodes()
        assert node == NodeSeen(id="jade-7", role="edge", version="1.2", since=230, epoch=4), "it has not beaten yet"
        await asyncio.sleep(1.4)
        (node,) = desk.nodes()
        assert node.lag_ms == pytest.approx(40)

    run(test())
