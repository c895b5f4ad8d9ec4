"""The container files, as far as they can be tried without an engine: what they copy, mount, name and start is real."""

import re
from collections.abc import Sequence
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from punto.cli import run
from tests.deploy.unit_file import read_unit

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
FOLDER = DEPLOY / "container"
BUILD = re.sub(r"\\\n", " ", (FOLDER / "Containerfile").read_text(encoding="utf-8"))
STAGES = BUILD.split("\nFROM ")[1:]
COMPOSE: dict[str, Any] = yaml.safe_load((FOLDER / "compose.yaml").read_text(encoding="utf-8"))
SERVICES = COMPOSE["services"]
BROUGHT_BY_THE_OPERATOR = {"./floor.toml", "./tls"}


def instructions(name: str, text: str = BUILD) -> list[str]:
    return re.findall(rf"^{name} (.*)$", text, flags=re.MULTILINE)


def words(instruction: str) -> list[str]:
    return [str(word) for word in yaml.safe_load(instruction)]  # JSON is YAML


def copied() -> list[str]:
    """From the checkout, not from an earlier stage."""
    lines = [line.split() for line in instructions("COPY") if "--from" not in line]
    return [word for line in lines for word in line[:-1] if not word.startswith("--")]


def checks_out(command: Sequence[str], capsys: pytest.CaptureFixture[str]) -> None:
    """`punto serve` itself reads these options, with a floor's file of this machine."""
    here = str(ROOT / "docs" / "live-floor.toml")
    moved = [word.replace("/etc/punto/floor.toml", here) for word in command]
    moved = [word.replace("${PUNTO_PUBLIC_URL:?put it into .env}", "https://floor.example") for word in moved]
    assert here in " ".join(moved)
    assert run([*moved, "--check"]) == 0, capsys.readouterr().err


def test_everything_that_is_copied_is_there_and_is_sent() -> None:
    assert len(copied()) > 7
    assert [path for path in copied() if not (ROOT / path).exists()] == []
    ignored = (FOLDER / "Containerfile.dockerignore").read_text(encoding="utf-8").splitlines()
    assert {line[1:] for line in ignored if line.startswith("!")} == set(copied())


def test_the_image_has_the_wheel_with_its_client_and_nothing_of_the_build() -> None:
    assert [re.search(r" AS (\w+)", stage.splitlines()[0]) is not None for stage in STAGES] == [True, False]
    assert "pip wheel" in STAGES[0]
    assert {"web", "hatch_build.py", "src"} <= set(copied())
    assert instructions("COPY", STAGES[1])[0] == "--from=build /opt/punto /opt/punto"


def test_it_does_not_run_as_root_and_starts_a_server(capsys: pytest.CaptureFixture[str]) -> None:
    assert instructions("USER", STAGES[1]) == ["punto"]
    assert "useradd --system --uid 10001" in STAGES[1]
    [entry], [command] = instructions("ENTRYPOINT", STAGES[1]), instructions("CMD", STAGES[1])
    assert words(entry) == ["punto"]
    checks_out(words(command), capsys)
    assert instructions("EXPOSE", STAGES[1]) == [words(command)[words(command).index("--port") + 1]]


def test_the_composed_server_is_started_with_options_that_it_has(capsys: pytest.CaptureFixture[str]) -> None:
    checks_out(SERVICES["punto"]["command"], capsys)
    port = next(word.partition("=")[2] for word in SERVICES["punto"]["command"] if word.startswith("--port="))
    assert f"server punto:{port} " in (FOLDER / "upstream.conf").read_text(encoding="utf-8")


def test_every_mounted_file_and_the_build_are_there() -> None:
    sources = {volume.split(":")[0] for service in SERVICES.values() for volume in service.get("volumes", ())}
    files = {source for source in sources if source.startswith(".")} - BROUGHT_BY_THE_OPERATOR
    assert [file for file in files if not (FOLDER / file).exists()] == []
    assert sources - files - BROUGHT_BY_THE_OPERATOR == set(COMPOSE["volumes"])
    build = SERVICES["punto"]["build"]
    assert (FOLDER / build["context"]).resolve() == ROOT
    assert ROOT / build["dockerfile"] == FOLDER / "Containerfile"


def test_what_the_files_name_inside_is_mounted_there() -> None:
    def mounted(service: str) -> set[str]:
        return {volume.split(":")[1] for volume in SERVICES[service]["volumes"]}

    nginx = [(DEPLOY / "nginx" / name).read_text(encoding="utf-8") for name in ("nginx.conf", "punto.conf")]
    named = {path for text in nginx for path in re.findall(r"(?:include|certificate|key) (/[\w./-]+);", text)}
    assert named
    assert {path for path in named if not {path, str(Path(path).parent)} & mounted("proxy")} == set()
    archive = (DEPLOY / "postgresql" / "archive.conf").read_text(encoding="utf-8")
    assert set(re.findall(r"(/(?:usr|var)/[\w/-]*\w)", archive)) <= mounted("database")
    assert re.findall(r"include = '(.*)'", (FOLDER / "postgresql.conf").read_text(encoding="utf-8"))[0] in mounted(
        "database"
    )


def test_every_variable_is_in_the_example() -> None:
    asked = set(re.findall(r"\$\{(\w+)", (FOLDER / "compose.yaml").read_text(encoding="utf-8")))
    assert asked == set(re.findall(r"^(\w+)=", (FOLDER / "env.example").read_text(encoding="utf-8"), re.MULTILINE))


def test_punto_believes_the_proxy_and_nobody_else() -> None:
    proxy = SERVICES["proxy"]["networks"]["proxied"]["ipv4_address"]
    punto = SERVICES["punto"]["networks"]["proxied"]["ipv4_address"]
    subnet = ip_network(COMPOSE["networks"]["proxied"]["ipam"]["config"][0]["subnet"])
    assert SERVICES["punto"]["environment"]["FORWARDED_ALLOW_IPS"] == proxy != punto
    assert {ip_address(proxy), ip_address(punto)} <= set(subnet)
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["proxy"]


def test_a_stop_takes_as_long_as_in_a_service() -> None:
    unit = read_unit(DEPLOY / "systemd" / "punto.service")
    assert [SERVICES["punto"]["stop_grace_period"]] == unit["Service"]["TimeoutStopSec"]


def test_the_upstream_differs_from_the_tried_one_in_its_address_alone() -> None:
    def settings(file: Path) -> list[str]:
        lines = [line.partition("#")[0].strip() for line in file.read_text(encoding="utf-8").splitlines()]
        return [line for line in lines if line and not line.startswith("server ")]

    assert settings(FOLDER / "upstream.conf") == settings(DEPLOY / "nginx" / "upstream.conf")
