"""Too many of anything from one address, over real sockets: refused, counted, and nobody else feels it."""

import asyncio
import os
import resource
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from punto.server.config.floor_config import Safety
from punto.server.jobs import descriptors
from punto.server.jobs.descriptors import TOLD_EVERY_SECONDS, Descriptors
from punto.server.protocol.client import Ping
from punto.server.protocol.floor import Pong
from punto.server.safety.open_connections import OpenConnections
from punto.trials.load.guests import let_in
from punto.trials.load.server_process import ServerProcess
from tests.server.real_server import FLOOR, Patron, run
from tests.server.run.test_requests_at_the_edge import SLOW, UPGRADE, ask

CONNECTIONS, UPGRADES = 12, 6
CONTROL_FRAMES_AT_ONCE = 2 * Safety().control_frames_a_second
TIGHT = FLOOR + f"connections_per_address = {CONNECTIONS}\naddress_upgrades_a_minute = {UPGRADES}\n"
METRICS = "GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
MASKED_PING = b"\x89\x80\x00\x00\x00\x00"


def start(folder: Path, text: str, *, descriptors_max: int | None = None) -> ServerProcess:
    (folder / "floor.toml").write_text(text + SLOW, encoding="utf-8")
    server = ServerProcess(folder / "floor.toml", str(folder / "floor.db"), folder)
    if descriptors_max is not None:
        server._command = ["sh", "-c", f'ulimit -n {descriptors_max}; exec "$@"', "sh", *server._command]
    server.start()
    return server


@pytest.fixture
def tight(tmp_path: Path) -> Iterator[ServerProcess]:
    server = start(tmp_path, TIGHT)
    try:
        yield server
        assert server.is_alive
        assert server.trouble == []
    finally:
        server.stop()


def connect(server: ServerProcess) -> socket.socket:
    return socket.create_connection((server.address.host, server.address.port), timeout=10)


def is_cut_off(line: socket.socket) -> bool:
    try:
        return line.recv(1) == b""
    except ConnectionError:
        return True


def counted(server: ServerProcess, metric: str) -> float:
    _, page = ask(server, METRICS)
    return sum(float(line.split()[-1]) for line in page.decode().splitlines() if line.startswith(metric))


def counted_again(server: ServerProcess, metric: str) -> float:
    """Those that have gone make room, as soon as the server has heard of it."""
    ends_at = time.monotonic() + 20
    while True:
        try:
            return counted(server, metric)
        except (ConnectionError, IndexError):  # cut off at once
            if time.monotonic() > ends_at:
                raise
            time.sleep(0.02)


def test_an_address_has_no_more_than_its_share_of_connections(tight: ServerProcess) -> None:
    with ExitStack() as lines:
        for _ in range(CONNECTIONS):
            lines.enter_context(connect(tight))
        for _ in range(3):
            assert is_cut_off(lines.enter_context(connect(tight)))
    assert counted_again(tight, 'punto_connections_refused_total{reason="connections_of_address"}') >= 3


def test_a_socket_counts_as_a_connection_until_it_is_gone(tight: ServerProcess) -> None:
    request = f"GET /ws HTTP/1.1\r\nHost: localhost\r\n{UPGRADE}\r\n"
    for _ in range(UPGRADES):
        assert ask(tight, request)[0] == 401
    with ExitStack() as lines:  # had those stayed counted, there were no room for these
        held = [lines.enter_context(connect(tight)) for _ in range(CONNECTIONS - 1)]
        held[-1].sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert held[-1].recv(12) == b"HTTP/1.1 200"


def test_an_address_opens_so_many_sockets_a_minute(tight: ServerProcess) -> None:
    request = f"GET /ws HTTP/1.1\r\nHost: localhost\r\n{UPGRADE}\r\n"
    assert [ask(tight, request)[0] for _ in range(UPGRADES + 2)] == [401] * UPGRADES + [429] * 2
    assert counted(tight, 'punto_connections_refused_total{reason="upgrades_of_address"}') == 2
    assert counted(tight, 'punto_upgrades_total{status="401"}') == UPGRADES
    assert counted(tight, 'punto_upgrades_total{status="429"}') == 2


def test_who_pings_without_end_is_cut_off_and_who_pings_now_and_then_is_not(tight: ServerProcess) -> None:
    async def test() -> None:
        (guest,) = await let_in(tight.address, 1)
        calm, wild = await Patron(guest).come(tight.address), await Patron(guest).come(tight.address)
        for patron in (calm, wild):
            patron.say(Ping(1.0))
            await patron.hears(lambda heard: isinstance(heard, Pong))
        calm.client.transport.write(MASKED_PING * 5)
        wild.client.transport.write(MASKED_PING * (CONTROL_FRAMES_AT_ONCE + 5))
        async with asyncio.timeout(10):
            await wild.client.closed
        calm.say(Ping(2.0))
        await calm.hears(lambda heard: isinstance(heard, Pong) and heard.sent_at == 2.0)
        assert await asyncio.to_thread(counted, tight, "punto_control_frames_total") > CONTROL_FRAMES_AT_ONCE
        reason = 'punto_sockets_dropped_total{reason="too_many_control_frames"}'
        assert await asyncio.to_thread(counted, tight, reason) == 1

    run(test())


def test_running_out_of_descriptors_is_said_once_and_kills_nobody(tmp_path: Path) -> None:
    server = start(tmp_path, FLOOR, descriptors_max=64)
    try:
        with ExitStack() as lines:
            for _ in range(80):
                lines.enter_context(connect(server))
            ends_at = time.monotonic() + 20
            while b"no_descriptors_left" not in server.log and time.monotonic() < ends_at:
                time.sleep(0.05)
            before = server.busy_seconds
            time.sleep(1.5)  # a measurement, over more than one look
            assert server.busy_seconds - before < 1.0, "it spins"
        assert server.log.count(b'"no_descriptors_left"') == 1
        assert b'"limit": 64' in server.log
        assert server.is_alive
        assert counted_again(server, 'punto_connections_refused_total{reason="no_descriptors"}') >= 1
    finally:
        assert server.stop() == 0


def test_having_none_is_counted_each_second_and_said_each_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds: list[int] = []
    said: list[int] = []
    monkeypatch.setattr(descriptors.log, "error", lambda *_, **__: said.append(len(seconds)))
    looking = Descriptors(lambda: seconds.append(1))
    looking.look()
    assert (seconds, said) == ([], [])
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    taken = os.open(os.devnull, os.O_RDONLY)
    os.close(taken)
    resource.setrlimit(resource.RLIMIT_NOFILE, (taken, hard))
    try:
        for _ in range(2 * TOLD_EVERY_SECONDS + 1):
            looking.look()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert len(seconds) == 2 * TOLD_EVERY_SECONDS + 1
    assert said == [1, TOLD_EVERY_SECONDS + 1, 2 * TOLD_EVERY_SECONDS + 1]


def test_an_address_that_has_gone_is_forgotten() -> None:
    refused: list[str] = []
    connections = OpenConnections(1, lambda: refused.append("full"))
    assert [connections.came(address) for address in ("a", "a", "b")] == [True, False, True]
    assert refused == ["full"]
    for address in ("a", "b"):
        connections.went(address)
    assert not connections._open
    assert connections.came("a")
