"""Requests as an attacker or a bad line makes them, over real sockets: refused by name, and never our fault."""

import json
import socket
import time
from collections.abc import Iterator

import pytest
from msgspec import ValidationError, convert
from msgspec.structs import replace

from punto.server.protocol.parts import CommandId, Digest
from punto.server.rest.routes.accounts import Language
from punto.server.safety.hosts import is_ours, our_names
from punto.trials.load.server_process import ServerProcess
from tests.server.people.desks import CONFIG
from tests.server.real_server import served, table

SLOW = table("slow", "betting_ms = 600_000, hurry_ms = 0, card_ms = 5, result_ms = 100")
UPGRADE = (
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with served(tmp_path_factory.mktemp("edge"), SLOW) as server:
        yield server


def ask(server: ServerProcess, request: str, *, until_closed: bool = True) -> tuple[int, bytes]:
    """Status and body. With `until_closed`, the server must end the connection by itself."""
    with socket.create_connection((server.address.host, server.address.port), timeout=10) as line:
        line.sendall(request.encode())
        answer = b""
        while (part := line.recv(65_536)) and (until_closed or b"\r\n\r\n" not in answer):
            answer += part
    head, _, body = answer.partition(b"\r\n\r\n")
    return int(head.split()[1]), body


# --- under which name -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "ours"),
    [
        ("", True),
        ("localhost", True),
        ("LOCALHOST:8000", True),
        ("localhost.:8000", True),
        ("127.0.0.1:8000", True),
        ("192.168.1.7", True),  # a plain address cannot be rebound
        ("[::1]:8000", True),
        ("casino.example", True),
        ("casino.example:443", True),
        ("floor.lan", True),
        ("Floor.LAN:81", True),
        ("evil.example", False),
        ("evil.example:8000", False),
        ("casino.example.evil.example", False),
        ("localhost.evil.example", False),
        ("127.0.0.1.evil.example", False),
        ("casino.example@evil.example", False),
        ("[::1", False),
        ("a b", False),
    ],
)
def test_under_which_names_a_floor_may_be_asked(host: str, *, ours: bool) -> None:
    safety = replace(CONFIG.safety, hosts=("floor.lan",))
    names = our_names(replace(CONFIG, public_url="https://casino.example/punto", safety=safety))
    assert is_ours(host, names) is ours


@pytest.mark.parametrize("path", ["/", "/api/lobby", "/healthz", "/nowhere"])
def test_a_page_whose_name_was_rebound_to_our_address_gets_nothing(server: ServerProcess, path: str) -> None:
    status, body = ask(server, f"GET {path} HTTP/1.1\r\nHost: evil.example:8000\r\n\r\n")
    assert status == 421
    said = json.loads(body)
    assert said["name"] == "host_is_not_ours"
    assert "'evil.example:8000'" in said["detail"]
    assert "[safety] hosts" in said["detail"]


def test_and_no_socket(server: ServerProcess) -> None:
    origin = "Origin: http://evil.example\r\n"  # the same as the host, as a browser would say it
    status, _ = ask(server, f"GET /ws HTTP/1.1\r\nHost: evil.example\r\n{origin}{UPGRADE}\r\n")
    assert status == 421
    status, _ = ask(server, f"GET /ws HTTP/1.1\r\nHost: localhost\r\n{UPGRADE}\r\n")
    assert status == 401


# --- bodies -----------------------------------------------------------------------------------------------------------


def test_a_body_with_two_ends_is_refused_and_the_line_closed(server: ServerProcess) -> None:
    smuggled = "0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
    head = "POST /api/guest HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    status, body = ask(server, f"{head}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{smuggled}")
    assert status == 400
    assert json.loads(body)["detail"] == "Content-Length and Transfer-Encoding exclude each other"


def test_a_body_that_breaks_off_is_no_fault_of_ours(server: ServerProcess) -> None:
    head = "POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    for start in ("Content-Length: 100\r\n\r\n{", "Transfer-Encoding: chunked\r\n\r\n5\r\n{"):
        with socket.create_connection((server.address.host, server.address.port), timeout=10) as line:
            line.sendall((head + start).encode())
    counted: list[bytes] = []
    ends_at = time.monotonic() + 20
    while sum(float(line.split()[-1]) for line in counted) < 2 and time.monotonic() < ends_at:
        _, page = ask(server, "GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        counted = [line for line in page.splitlines() if line.startswith(b"punto_request_seconds_count")]
        counted = [line for line in counted if b'method="POST",route="/api/login"' in line]
    assert counted
    assert not any(b'status="5' in line for line in counted)
    assert server.trouble == []


# --- patterns ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "text"), [(CommandId, "a-1"), (Digest, "0" * 64), (Language, "de"), (Language, "pt-BR")]
)
def test_a_text_that_must_have_a_form_has_no_line_break_after_it(kind: object, text: str) -> None:
    assert convert(text, kind) == text
    with pytest.raises(ValidationError):
        convert(f"{text}\n", kind)
