"""deploy/nats/nats.conf with a real NATS: a floor and an edge, started as the units say, speak through it by TLS."""

from http.client import HTTPConnection
from pathlib import Path

from punto.server.run.service_manager import OPEN
from punto.trials.load.server_process import HOST, free_port
from tests.deploy.certificate import CERTIFICATE, certify
from tests.deploy.manager import DEPLOY, SECONDS, Manager
from tests.deploy.unit_file import read_unit
from tests.server.edges.nats_server import NatsServer

SYSTEMD = DEPLOY / "systemd"
SERVICE, EDGE = read_unit(SYSTEMD / "punto.service"), read_unit(SYSTEMD / "edge.conf")
PASSWORD = "a-password-of-the-bus"


def settings_in(folder: Path) -> Path:
    certify(folder, "bus.example")
    file = folder / "nats.conf"
    text = (DEPLOY / "nats" / "nats.conf").read_text(encoding="utf-8")
    file.write_text(text.replace("/etc/nats", str(folder)), encoding="utf-8")
    return file


def test_an_edge_started_as_its_unit_says_serves_a_floor_by_the_bus(tmp_path: Path) -> None:
    settings = settings_in(tmp_path)
    port = free_port()
    with NatsServer(settings=settings, PUNTO_BUS_PASSWORD=PASSWORD) as nats:
        trusted = str(tmp_path / CERTIFICATE)
        bus = f"tls://punto:{PASSWORD}@{nats.place}"
        manager, other = (Manager(made(tmp_path / name)) for name in ("here", "there"))
        (other.credentials / "key").unlink()  # an edge has none
        with (
            manager.started("floor", SERVICE, PUNTO_OPTIONS=f"--no-bots --bus {bus}", SSL_CERT_FILE=trusted) as floor,
            other.started("edge", SERVICE, EDGE, port=port, PUNTO_BUS=bus, SSL_CERT_FILE=trusted) as edge,
        ):
            assert (floor.report, edge.report) == (OPEN, OPEN)
            assert asked(port, "/readyz") == 200
            assert asked(port, "/api/lobby") == 200
            edge.stop()
            floor.stop()
    assert list(other.state.iterdir()) == [], "an edge stores nothing"


def made(folder: Path) -> Path:
    folder.mkdir()
    return folder


def asked(port: int, path: str) -> int:
    line = HTTPConnection(HOST, port, timeout=SECONDS)
    try:
        line.request("GET", path)
        return line.getresponse().status
    finally:
        line.close()
