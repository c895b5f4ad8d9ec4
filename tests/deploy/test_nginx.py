"""The proxy in front of a floor, as an operator sets it up: real TLS, real requests, a real bet over a real socket."""

import http.client
import re
import ssl
from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar
from uuid import uuid4

import msgspec
import pytest
import uvicorn
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from punto.server.config.floor_config import Safety
from punto.server.protocol.client import OpenTable, PlaceWager
from punto.server.protocol.server_message import ServerMessage
from punto.server.protocol.table_opened import TableOpened
from punto.server.protocol.table_private import Answer
from punto.server.rest.gate import BODY_MAX
from punto.server.run.request_timeout import SECONDS_TO_ASK
from punto.server.run.server_config import SECONDS_KEPT_ALIVE
from punto.server.sockets.entrance import SOCKETS
from tests.deploy.front import FILES, NAME, NGINX, SECONDS, Front, connected, fronted
from tests.server.real_server import FLOOR, table

pytestmark = pytest.mark.skipif(NGINX is None, reason="nginx is not installed; make nginx fetches it")

OPEN_LONG = table("jade", "betting_ms = 600_000, hurry_ms = 0, card_ms = 5, result_ms = 100, shoe_change_ms = 20")
GUESTS_AN_HOUR = 5
Kind = TypeVar("Kind", bound=msgspec.Struct)
SITE = (FILES / "punto.conf").read_text(encoding="utf-8")


def floor_in(folder: Path) -> Path:
    config = folder / "floor.toml"
    allowed = FLOOR.replace("guests_an_hour = 1_000_000", f"guests_an_hour = {GUESTS_AN_HOUR}")
    config.write_text(allowed + OPEN_LONG, encoding="utf-8")
    return config


@pytest.fixture(scope="module")
def front(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Front]:
    folder = tmp_path_factory.mktemp("front")
    with fronted(folder, floor_in(folder)) as front:
        yield front


def guest_of(front: Front, source: str) -> str:
    """The cookie of a new guest."""
    entered = front.ask("/api/guest", "POST", source=source)
    assert entered.status in (200, 201), entered.body
    cookie = entered.headers["Set-Cookie"]
    assert "Secure" in cookie, "Punto knows that patrons come over TLS"
    return cookie.partition(";")[0]


def socket_of(front: Front, cookie: str, *, origin: str) -> ClientConnection:
    return connect(
        f"wss://{NAME}:{front.https}{front.path}{SOCKETS}",
        sock=connected(front.https),
        ssl=front.trusts,
        origin=Origin(origin),
        additional_headers={"Cookie": cookie},
        open_timeout=SECONDS,
        proxy=None,
    )


def hear(line: ClientConnection, kind: type[Kind]) -> Kind:
    while True:
        message = msgspec.json.decode(line.recv(SECONDS), type=ServerMessage)
        if isinstance(message, kind):
            return message


def bet(front: Front, cookie: str) -> None:
    """Until it is accepted: the first shoe may not be in."""
    with socket_of(front, cookie, origin=front.origin) as line:
        line.send(msgspec.json.encode(OpenTable("jade")).decode())
        hear(line, TableOpened)
        outcome = ""
        while outcome != "accepted":
            wager = PlaceWager(id=uuid4().hex, table="jade", bet="player", stake=100)
            line.send(msgspec.json.encode(wager).decode())
            outcome = hear(line, Answer).outcome


def test_a_guest_comes_in_over_tls_and_bets_over_a_socket(front: Front) -> None:
    bet(front, guest_of(front, "127.0.1.1"))
    assert front.server.trouble == []


def test_a_floor_under_a_path_stands_behind_the_same_file_and_comes_back_after_a_restart(tmp_path: Path) -> None:
    with fronted(tmp_path, floor_in(tmp_path), "/punto") as front:
        bet(front, guest_of(front, "127.0.2.1"))
        assert front.ask("/metrics").status == 404
        assert front.server.stop() == 0
        assert front.ask("/readyz").status == 502
        front.server.start()
        assert front.ask("/readyz").status == 200
        assert front.server.trouble == []


def test_the_page_comes_whole_and_with_the_headers_of_punto(front: Front) -> None:
    page = front.ask("/status")
    assert page.status == 200
    assert page.headers["Strict-Transport-Security"].startswith("max-age=")
    assert page.headers["X-Frame-Options"] == "DENY"
    assert page.headers["Server"] == "nginx", "without its version"


@pytest.mark.parametrize("path", ["/", "/table/jade?from=lobby"])
def test_plain_http_is_sent_to_https(front: Front, path: str) -> None:
    line = http.client.HTTPConnection(NAME, front.http)
    line.sock = connected(front.http)
    line.request("GET", path)
    answer = line.getresponse()
    assert (answer.status, answer.headers["Location"]) == (308, f"https://{NAME}{path}")
    line.close()


@pytest.mark.parametrize("path", ["/metrics", "/metrics/", "//metrics", "/%6detrics", "/status/../metrics"])
def test_nobody_reads_metrics_through_the_proxy(front: Front, path: str) -> None:
    assert front.ask(path, headers={"X-Forwarded-For": "127.0.0.1"}).status == 404
    direct = http.client.HTTPConnection(front.server.address.host, front.server.address.port, timeout=SECONDS)
    direct.request("GET", "/metrics")
    assert direct.getresponse().status == 200, "from the machine itself it is there"
    direct.close()


def test_an_address_is_the_clients_own_and_cannot_be_forged(front: Front) -> None:
    def enter(number: int, source: str) -> int:
        forged = {"X-Forwarded-For": f"192.0.2.{number}", "Forwarded": f"for=192.0.2.{number}"}
        return front.ask("/api/guest", "POST", forged, source=source).status

    answers = [enter(number, "127.0.3.1") for number in range(GUESTS_AN_HOUR + 1)]
    assert answers[-1] == 429
    assert 429 not in answers[:-1]
    assert enter(0, "127.0.3.2") != 429, "another address is another household"


def test_a_socket_from_a_strange_page_is_refused(front: Front) -> None:
    cookie = guest_of(front, "127.0.4.1")
    with pytest.raises(InvalidStatus) as refused:
        socket_of(front, cookie, origin="https://elsewhere.example")
    assert refused.value.response.status_code == 403


def test_another_name_gets_neither_certificate_nor_page(front: Front) -> None:
    with pytest.raises(ssl.SSLError, match=r"UNRECOGNIZED_NAME|unrecognized name"):
        front.secured(name="elsewhere.example")
    with connected(front.http) as line:
        line.sendall(b"GET / HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n")
        assert line.recv(100) == b""


def test_nothing_but_a_socket_is_upgraded(front: Front) -> None:
    answer = front.ask("/status", headers={"Connection": "Upgrade", "Upgrade": "h2c", "HTTP2-Settings": "AAMAAABk"})
    assert answer.status == 200


def test_a_body_that_punto_would_not_read_does_not_reach_it(front: Front) -> None:
    body = b"x" * (BODY_MAX + 1)
    assert front.ask("/api/login", "POST", {"Content-Type": "application/json"}, body).status == 413


def setting(name: str) -> int:
    found = re.search(rf"^ *{name} (?:\w+ )?(\d+)(?:s|k)?;", SITE, flags=re.MULTILINE)
    assert found, name
    return int(found[1])


def test_its_limits_are_those_of_punto() -> None:
    assert setting("limit_conn") == Safety().connections_per_address
    assert setting("client_max_body_size") * 1024 == setting("client_body_buffer_size") * 1024 == BODY_MAX
    assert setting("client_header_timeout") == setting("client_body_timeout") == SECONDS_TO_ASK
    [idle] = re.findall(r"keepalive_timeout (\d+)s;", (FILES / "upstream.conf").read_text(encoding="utf-8"))
    assert int(idle) < SECONDS_KEPT_ALIVE


def test_a_socket_outlives_the_pauses_between_pings() -> None:
    defaults = uvicorn.Config("unused")
    assert defaults.ws_ping_interval
    assert defaults.ws_ping_timeout
    [patience] = re.findall(r"/ws\$ \{[^}]*proxy_read_timeout (\d+)s;", SITE)
    assert int(patience) > defaults.ws_ping_interval + defaults.ws_ping_timeout
