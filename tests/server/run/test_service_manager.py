"""What a service manager is told, on a socket of its own."""

import secrets
import socket
from pathlib import Path

import pytest

from punto.server.run.service_manager import OPEN, tell_service_manager


@pytest.mark.parametrize("is_abstract", [False, True])
def test_the_socket_it_named_hears_that_the_floor_is_open(tmp_path: Path, *, is_abstract: bool) -> None:
    name = f"punto-{secrets.token_hex(8)}" if is_abstract else str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(f"\0{name}" if is_abstract else name)
        manager.settimeout(10)
        tell_service_manager(OPEN, {"NOTIFY_SOCKET": f"@{name}" if is_abstract else name})
        assert b"READY=1" in manager.recv(100).split(b"\n")


@pytest.mark.parametrize("environment", [{}, {"NOTIFY_SOCKET": ""}, {"NOTIFY_SOCKET": "/nowhere/at/all"}])
def test_where_nobody_listens_nothing_happens(environment: dict[str, str]) -> None:
    tell_service_manager(OPEN, environment)
