"""A table's wall display over HTTP: no log-in, what anybody may see, and a code that leads to the table."""

from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from punto.server.protocol.table_opened import TableOpened
from punto.server.rest.install import PreparedRoutes
from punto.server.rest.routes import displays
from tests.server.rest.small_floor import CONFIG_WITH_TABLE, JADE, Client, SmallFloor, on_a_floor


def before_a_display(folder: Path, test: Callable[[SmallFloor, Client], Awaitable[None]], public_url: str = "") -> None:
    async def run(floor: SmallFloor) -> None:
        floor.app = PreparedRoutes([*floor.routes(), *displays.ROUTES], floor.config.base_path).serve(floor)
        await floor.open_betting()
        await test(floor, await floor.client())

    on_a_floor(folder, run, replace(CONFIG_WITH_TABLE, public_url=public_url or None))


def test_the_display_needs_no_log_in_and_shows_what_anybody_may_see(tmp_path: Path) -> None:
    async def test(_floor: SmallFloor, visitor: Client) -> None:
        body = (await visitor.get(f"/api/tables/{JADE.id}/display")).body
        shown = msgspec.convert({name: part for name, part in body.items() if name != "type"}, TableOpened)
        assert shown.info.table == JADE.id
        assert (shown.state.phase, shown.state.shoe, shown.state.round) == ("betting", 1, 1)

    before_a_display(tmp_path, test)


@pytest.mark.parametrize("page", ["display", "join.svg"])
def test_a_table_that_is_not_there_has_no_display(tmp_path: Path, page: str) -> None:
    async def test(_floor: SmallFloor, visitor: Client) -> None:
        assert (await visitor.get(f"/api/tables/nowhere/{page}")).refusal == "table_is_unknown"

    before_a_display(tmp_path, test)


def test_the_code_leads_to_the_table_at_the_address_that_patrons_use(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[str] = []

    def write(address: str) -> str:
        written.append(address)
        return "<svg/>"

    monkeypatch.setattr(displays, "_qr_code", write)

    async def test(_floor: SmallFloor, visitor: Client) -> None:
        await visitor.get(f"/api/tables/{JADE.id}/join.svg")

    before_a_display(tmp_path, test)
    (tmp_path / "proxied").mkdir()
    before_a_display(tmp_path / "proxied", test, "http://localhost/punto")
    assert written == ["http://localhost/#/table/jade", "http://localhost/punto/#/table/jade"]


def test_the_code_is_one_path() -> None:
    assert displays._qr_code("http://localhost/#/table/jade").count("<path") == 1
