"""`punto serve` before it serves: what it checks, what it refuses in one line, and what it says when it opens."""

import socket
import tempfile
from pathlib import Path

import pytest
import segno
from msgspec import structs

from punto.cli.operating.serve import DATABASE_IS_AWAY, Where, default_database, welcome
from punto.cli.output.lan import qr_code
from punto.server.config.demo_floor import DEMO_FILE, demo_floor
from tests.cli.terminal import Terminal
from tests.server.store.postgres_server import running_postgres


def test_check_says_that_a_floor_is_fine(terminal: Terminal) -> None:
    ran = terminal.run("serve", "--check")
    assert (ran.code, ran.refused) == (0, "")
    assert ran.printed.startswith("the demo floor: fine. Punto demo floor: 17 tables, PLAY, books ")


def test_the_example_is_a_floor_that_can_be_served(terminal: Terminal, tmp_path: Path) -> None:
    example = terminal.run("serve", "--example").printed
    assert example == DEMO_FILE.read_text(encoding="utf-8")
    (tmp_path / "floor.toml").write_text(example, encoding="utf-8")
    assert terminal.run("serve", "--config", str(tmp_path / "floor.toml"), "--check").code == 0


def test_a_fault_in_the_floor_is_named_with_its_line(terminal: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "floor.toml"
    path.write_text(DEMO_FILE.read_text(encoding="utf-8").replace("chips", "chipz", 1), encoding="utf-8")
    line = path.read_text(encoding="utf-8").splitlines().index("chipz = [1, 5, 25, 100, 500, 1_000]") + 1
    for arguments in (["--check"], []):
        ran = terminal.run("serve", "--config", str(path), *arguments)
        assert (ran.code, ran.printed) == (2, "")
        assert ran.refused == f"punto: {path}:{line}: tables[1].chipz: no such key; is chips meant?\n"


def test_every_fault_in_the_floor_is_named_by_check_and_by_serve(terminal: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "floor.toml"
    path.write_text(DEMO_FILE.read_text(encoding="utf-8").replace("chips =", "chipz ="), encoding="utf-8")
    lines = path.read_text(encoding="utf-8").splitlines()
    misspelt = [number for number, line in enumerate(lines, start=1) if line.startswith("chipz")]
    for arguments in (["--check"], []):
        ran = terminal.run("serve", "--config", str(path), *arguments)
        assert (ran.code, ran.printed) == (2, "")
        assert ran.refused.splitlines() == [
            f"punto: {path}:{line}: tables[{table}].chipz: no such key; is chips meant?"
            for table, line in enumerate(misspelt, start=1)
        ]


def test_bots_play_on_a_demo_floor_only(terminal: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "floor.toml"
    text = DEMO_FILE.read_text(encoding="utf-8")
    real = "\n".join(line for line in text.splitlines() if not line.startswith(("is_demo", "bots", "play_credits")))
    path.write_text(real, encoding="utf-8")
    assert terminal.run("serve", "--config", str(path), "--check").code == 0
    ran = terminal.run("serve", "--config", str(path), "--bots", "--check")
    assert ran.code == 2
    assert ran.refused == f"punto: --bots: {path} is not a demo floor, and only a demo floor has bots\n"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--config", "none.toml"], "none.toml: No such file or directory"),
        (["--public-url", "casino"], "--public-url: 'casino' is no address such as https://casino.example/punto"),
        (["--public-url", "https://a/?b"], "--public-url: 'https://a/?b' has more than a scheme, a host and a path"),
        (["--port", "70000"], "Invalid value for '--port'"),
        (["--host", "no.such.host.invalid"], "no.such.host.invalid: "),
    ],
)
def test_what_cannot_be_served_is_refused_in_one_line(terminal: Terminal, arguments: list[str], says: str) -> None:
    ran = terminal.run("serve", *arguments)
    assert (ran.code, ran.printed) == (2, "")
    assert says in ran.refused
    assert ran.refused.count("\n") == 1


ON_POSTGRES = ["--database", "postgresql://punto@127.0.0.1:1/punto"]
ON_BUS = ["--bus", "nats://127.0.0.1:4222"]
NO_FLOOR = "--pit: a pit runs no floor; leave out --standby, --take-over and --pits"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--pits", "2"], "--pits: pits write to the floor's database beside it; add --database postgresql://…"),
        (["--pits", "1", "--database", "floor.db"], "--pits: pits write to the floor's database beside it; "),
        (["--pits", "65", *ON_POSTGRES], "Invalid value for '--pits'"),
        (["--pits", "-1", *ON_POSTGRES], "Invalid value for '--pits'"),
        (["--pit", *ON_BUS], "--pit: pits write to the floor's database beside it; add --database postgresql://…"),
        (["--pit", "--database", "floor.db", *ON_BUS], "--pit: pits write to the floor's database beside it; "),
        (["--pit", *ON_POSTGRES], "--pit: a pit finds its floor on a bus; add --bus nats://HOST:4222, as the floor"),
        (["--pit", "--pits", "1", *ON_POSTGRES, *ON_BUS], NO_FLOOR),
        (["--pit", "--standby", *ON_POSTGRES, *ON_BUS], NO_FLOOR),
        (["--pit", "--take-over", *ON_POSTGRES, *ON_BUS], NO_FLOOR),
        (["--pit", "--edge", *ON_POSTGRES, *ON_BUS], "--pit and --edge: choose one; "),
        (["--pit", "--edge", *ON_BUS], "--pit and --edge: choose one; "),
        (["--edge", "--pits", "1", *ON_BUS], "--edge: an edge runs no floor and has no database; "),
    ],
)
def test_pits_that_cannot_be_had_are_refused_in_one_line(terminal: Terminal, arguments: list[str], says: str) -> None:
    ran = terminal.run("serve", *arguments)
    assert (ran.code, ran.printed) == (2, "")
    assert says in ran.refused
    assert ran.refused.count("\n") == 1


@pytest.mark.parametrize("processes", ["1", "2"])
def test_a_port_in_use_is_refused(
    terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, processes: str
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        arguments = ("--port", str(port), "--processes", processes)
        ran = terminal.run("serve", *arguments, "--database", str(tmp_path / "floor.db"))
    assert (ran.code, ran.printed) == (2, "")
    assert ran.refused == f"punto: serve: port {port} of 127.0.0.1: Address already in use\n"
    assert not list(tmp_path.iterdir())  # nothing was made before the port was ours


def test_what_is_no_database_is_refused(terminal: Terminal, tmp_path: Path) -> None:
    (tmp_path / "floor.db").write_text("a letter to a friend, long enough to be taken for something else\n" * 20)
    ran = terminal.run("serve", "--port", "0", "--database", str(tmp_path / "floor.db"))
    assert (ran.code, ran.printed) == (2, "")
    assert f"serve: the database: {tmp_path / 'floor.db'} is not a database" in ran.refused


def test_a_postgresql_that_is_not_there_is_refused_without_its_password(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PUNTO_KEY", "ab" * 32)
    ran = terminal.run("serve", "--port", "0", "--database", "postgresql://punto:s3cret@127.0.0.1:1/punto")
    assert (ran.code, ran.printed) == (DATABASE_IS_AWAY, "")
    assert "serve: the database: " in ran.refused
    assert "start again when it can be used" in ran.refused
    assert "s3cret" not in ran.refused


@pytest.mark.parametrize("address", ["postgresql://punto@127.0.0.1:port/punto", "postgresql://punto@/punto?sslmode=so"])
def test_an_address_that_stays_wrong_is_not_worth_another_start(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setenv("PUNTO_KEY", "ab" * 32)
    ran = terminal.run("serve", "--port", "0", "--database", address)
    assert (ran.code, ran.printed, ran.refused.count("\n")) == (2, "", 1)


def test_a_postgresql_in_recovery_is_called_that(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PUNTO_KEY", "ab" * 32)
    with running_postgres(is_replica=True) as address:
        ran = terminal.run("serve", "--port", "0", "--database", address)
    assert (ran.code, ran.printed) == (DATABASE_IS_AWAY, "")
    assert ran.refused.startswith("punto: serve: the database is in recovery and takes no writes: ")
    assert ran.refused.count("\n") == 1


def test_without_a_database_a_floor_has_one_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert default_database(None) == "/data/punto/demo.db"
    assert default_database(Path("/etc/punto/grand.toml")) == "/data/punto/grand.db"


def test_what_it_says_when_it_opens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("punto.cli.output.lan.lan_address", lambda: "192.168.1.20")
    where = Where("postgresql://punto:s3cret@db/punto", None, "0.0.0.0", 8000, is_lan=True)
    said = welcome(demo_floor(), where, 8000)
    assert "Punto demo floor: 17 tables, 8 books, play credits, no money" in said
    assert "Here:      http://127.0.0.1:8000/" in said
    assert "Network:   http://192.168.1.20:8000/" in said
    assert qr_code("http://192.168.1.20:8000/") in said
    assert "s3cret" not in said


def test_a_floor_of_one_table_has_one(terminal: Terminal, tmp_path: Path) -> None:
    demo = demo_floor()
    one = structs.replace(demo, tables=demo.tables[:1], books=demo.books[:1])
    said = welcome(one, Where("floor.db", None, "127.0.0.1", 8000, is_lan=False), 8000)
    assert "Punto demo floor: 1 table, 1 book, play credits" in said
    file = tmp_path / "floor.toml"
    file.write_text("[[tables]]".join(DEMO_FILE.read_text(encoding="utf-8").split("[[tables]]")[:2]), encoding="utf-8")
    assert "Punto demo floor: 1 table, PLAY" in terminal.run("serve", "--config", str(file), "--check").printed


def test_the_squares_in_the_terminal_are_the_code() -> None:
    text = "http://192.168.1.20:8000/"
    rows = []
    for line in qr_code(text).splitlines():
        rows.append([square in " ▄" for square in line])  # dark in the upper half
        rows.append([square in " ▀" for square in line])
    drawn = [row[2:-2] for row in rows[2:-2]]
    wanted = [[bool(module) for module in row] for row in segno.make(text, error="m", micro=False).matrix]
    assert drawn[: len(wanted)] == wanted


def test_a_pit_says_where_its_floor_and_database_are_and_names_no_port() -> None:
    where = Where(
        "postgresql://me:secret@db/floor", None, "127.0.0.1", 8000, is_lan=False, bus="nats://bus:4222", is_pit=True
    )
    said = welcome(demo_floor(), where, 0)
    assert "nats://bus:4222" in said
    assert "postgresql://…@db/floor" in said
    assert "Ctrl-C closes the pit." in said
    assert "http" not in said
