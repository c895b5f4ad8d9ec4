"""What anybody may look at: lobby, books with exact odds, help pages, tables, health, figures and the status page."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace as replaced
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeVar, cast

import httpx
import pytest
from litestar.types import ControllerRouterHandler
from msgspec.structs import replace

from punto.books import EVERY_BOOK
from punto.books.interblock import INTERBLOCK
from punto.rules.rulebook import RuleBook
from punto.server.config.demo_floor import demo_floor
from punto.server.config.floor_config import FloorConfig
from punto.server.people.identity import Role
from punto.server.rest.pages import client, status
from punto.server.rest.pages.help_html import help_html
from punto.server.rest.routes import books, health, lobby, tables
from punto.server.run.base_path import BasePath
from punto.server.store.failures import StoreIsLost
from punto.server.tables.table_look import TableLook, look_at
from punto.server.telling.messages.road_changes import RoadBoard
from punto.server.telling.messages.table_state import lobby_table
from punto.table.state import Betting, PausedPhase, Table
from punto.table.view import TableView
from tests.server.rest.small_floor import HOST, SmallFloor

Result = TypeVar("Result")
DEMO = demo_floor()


class OpenFloor(SmallFloor):
    """With the demo's tables in its lobby."""

    async def open(self) -> "OpenFloor":
        await super().open()
        for config in self.config.tables:
            table = Table(config, self.config.book_of(config), phase=Betting(None), shoe=12, coup=41)
            self.lobby.put(lobby_table(TableView(table), RoadBoard(shows_naturals=True).whole, (9, 4)))
        return self

    def routes(self) -> list[ControllerRouterHandler]:
        return [route for group in (books, client, health, lobby, status, tables) for route in group.ROUTES]

    async def get(self, path: str, address: str = "10.0.0.1", *, method: str = "GET", **headers: str) -> httpx.Response:
        app = BasePath(cast(Any, self.app), self.config.base_path)
        transport = httpx.ASGITransport(app=cast(Any, app), client=(address, 50_000))
        async with httpx.AsyncClient(transport=transport, base_url=HOST) as client:
            said = {name.replace("_", "-"): value for name, value in headers.items()}
            return await client.request(method, path, headers=said)


def on_the_demo(folder: Path, test: Callable[[OpenFloor], Awaitable[Result]], config: FloorConfig = DEMO) -> Result:
    async def run() -> Result:
        floor = await OpenFloor(folder / "floor.db", config).open()
        try:
            return await test(floor)
        finally:
            await floor.store.close()

    return asyncio.run(run())


def asked(folder: Path, path: str, config: FloorConfig = DEMO) -> httpx.Response:
    return on_the_demo(folder, lambda floor: floor.get(path), config)


def test_the_lobby_lists_every_table(tmp_path: Path) -> None:
    answer = asked(tmp_path, "/api/lobby").json()
    assert [table["table"] for table in answer["tables"]] == [table.id for table in DEMO.tables]
    jade = answer["tables"][0]
    assert (jade["stake_min"], jade["stake_max"], jade["patrons"], jade["bots"]) == (500, 250_000, 9, 4)
    assert (answer["currency"], answer["play_credits"], answer["is_demo"]) == ("PLAY", 1_000_000, True)


def test_the_document_of_the_routes_names_the_path_that_they_stand_under(tmp_path: Path) -> None:
    document = "/api/docs/openapi.json"
    below = replace(DEMO, public_url="https://casino.example/punto")
    assert asked(tmp_path, document).json()["servers"] == [{"url": "/"}]
    assert asked(tmp_path, f"/punto{document}", below).json()["servers"] == [{"url": "/punto"}]


def test_a_mark_of_a_road_is_described_as_the_array_that_it_is(tmp_path: Path) -> None:
    described = asked(tmp_path, "/api/docs/openapi.json").json()["components"]["schemas"]["Mark"]
    assert (described["type"], described["maxItems"]) == ("array", 4)
    assert [place["type"] for place in described["prefixItems"]] == ["integer", "integer", "string", "integer"]
    assert "properties" not in described


@pytest.mark.parametrize(
    "path", ["/", "/status", "/status.css", "/healthz", "/readyz", "/api/lobby", "/api/books/sa", "/api/nothing"]
)
def test_head_is_answered_as_get_is_without_the_body(tmp_path: Path, path: str) -> None:
    async def both(floor: OpenFloor) -> tuple[httpx.Response, httpx.Response]:
        return await floor.get(path), await floor.get(path, method="HEAD")

    whole, head = on_the_demo(tmp_path, both)
    assert (head.status_code, head.content) == (whole.status_code, b"")
    assert set(head.headers) == set(whole.headers)
    assert head.headers["content-type"] == whole.headers["content-type"]


def test_the_books_of_the_floor_and_their_tables(tmp_path: Path) -> None:
    answer = asked(tmp_path, "/api/books").json()
    assert {book["id"] for book in answer} == {book.id for book in EVERY_BOOK}
    assert next(book for book in answer if book["id"] == "sa")["tables"] == ["amber", "amber-solo"]


def test_a_book_comes_with_its_exact_odds(tmp_path: Path) -> None:
    bets = {bet["id"]: bet for bet in asked(tmp_path, "/api/books/interblock").json()["bets"]}
    # published: the edge of Player is 1.2351 %, of Banker 1.0579 %, of Tie 14.3596 %
    assert bets["player"]["house_edge_percent"] == pytest.approx(1.2351, abs=1e-4)
    assert bets["banker"]["house_edge_percent"] == pytest.approx(1.0579, abs=1e-4)
    assert bets["tie"]["house_edge_percent"] == pytest.approx(14.3596, abs=1e-4)
    assert [line["pays"] for line in bets["banker"]["lines"]] == ["0", "19/20", "-1"]
    assert sum(line["chance_percent"] for line in bets["banker"]["lines"]) == pytest.approx(100)


def test_a_book_comes_with_its_chart_and_says_why_a_round_went_as_it_did(tmp_path: Path) -> None:
    chart = asked(tmp_path, "/api/books/squeeze").json()["chart"]
    assert chart["player"] == [True] * 6 + [False] * 2
    assert chart["banker"][6] == {
        "total": 6,
        "if_player_stood": False,
        "by_third": [False] * 6 + [True] * 2 + [False] * 2,
    }
    assert asked(tmp_path, "/api/books/multicolor").json()["chart"] is None
    why = asked(tmp_path, "/api/books/squeeze/why?hands=2d%203s%207h%20/%20Qh%206c%20Ks").json()
    assert [(step["kind"], step["side"], step["on"]) for step in why["steps"]] == [
        ("draws_on", "player", [0, 1, 2, 3, 4, 5]),
        ("draws_against", "banker", [6, 7]),
    ]
    assert (why["player"]["points"], why["winner"], why["decided_by"]) == ([2, 3, 7], "banker", "higher")
    assert asked(tmp_path, "/api/books/squeeze/why?hands=nonsense").status_code == 400


@pytest.mark.parametrize(("path", "kind"), [("help", "text/markdown"), ("help.html", "text/html")])
def test_a_help_page_as_markdown_and_as_html(tmp_path: Path, path: str, kind: str) -> None:
    answer = asked(tmp_path, f"/api/books/sa/{path}")
    assert answer.headers["content-type"] == f"{kind}; charset=utf-8"
    assert "98.94 %" in answer.text
    assert ("<table>" in answer.text) is (path == "help.html")


@pytest.mark.parametrize(
    "path", ["/api/books/nope", "/api/books/nope/help", "/api/tables/nope", "/help/nope", "/api/tables/jade~p1"]
)
def test_what_the_floor_does_not_have_is_a_problem_by_name(tmp_path: Path, path: str) -> None:
    answer = asked(tmp_path, path)
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["name"] == "not_found"


def test_a_table_before_sitting_down(tmp_path: Path) -> None:
    answer = asked(tmp_path, "/api/tables/amber").json()
    assert answer["info"]["chips"] == [1, 5, 25, 100, 500, 1_000]
    assert answer["info"]["difference_max"] == 500_000
    assert answer["house"]["tables_at_once"] == 4
    assert answer["pace"]["betting_ms"] == 18_000


async def roads_of_jade(floor: OpenFloor, table: Table) -> httpx.Response:
    async def look() -> TableLook:
        return look_at(table)

    task = floor.tables["jade"]
    floor.tables["jade"] = SimpleNamespace(look_as_told=look)  # type: ignore[assignment]
    answer = await floor.get("/api/tables/jade/roads")
    floor.tables["jade"] = task
    return answer


def test_the_roads_of_a_table_from_the_lobby(tmp_path: Path) -> None:
    async def looks(floor: OpenFloor) -> httpx.Response:
        jade = replaced(floor.jade.table, scores=((1, "B"), (2, "T"), (3, "B9")))
        return await roads_of_jade(floor, jade)

    answer = on_the_demo(tmp_path, looks)
    assert answer.status_code == 200
    roads = answer.json()
    assert (roads["statistics"]["rounds"], len(roads["bead_plate"]["marks"])) == (3, 3)
    assert roads["player_places"]["bead_plate"] == [0, 3]


def test_the_roads_of_a_table_wait_for_the_cards_of_its_last_round(tmp_path: Path) -> None:
    async def looks(floor: OpenFloor) -> httpx.Response:
        jade = replaced(floor.jade.table, scores=((1, "B"), (2, "T"), (3, "B9")))
        floor.lobby.table_changed(
            "jade", TableView(jade), RoadBoard(shows_naturals=True).whole, (0, 0), has_result=True
        )
        return await roads_of_jade(floor, jade)

    assert on_the_demo(tmp_path, looks).json()["statistics"]["rounds"] == 2


def test_a_table_of_ones_own_has_no_roads_for_strangers(tmp_path: Path) -> None:
    answer = asked(tmp_path, "/api/tables/amber-solo/roads")
    assert (answer.status_code, answer.json()["name"]) == (404, "table_is_unknown")


def test_somebody_elses_book_cannot_bring_tags_or_links_into_a_page(tmp_path: Path) -> None:
    evil: RuleBook = RuleBook(
        **{
            **{name: getattr(INTERBLOCK, name) for name in INTERBLOCK.__dataclass_fields__},
            "id": "evil",
            "title": '<script>alert("x")</script> [x](javascript:alert(1))',
        }
    )
    config = replace(DEMO, books=(evil,), tables=(replace(DEMO.tables[0], book="evil"),))

    async def look(floor: OpenFloor) -> None:
        for path in ("/status", "/help/evil", "/api/books/evil/help.html"):
            page = (await floor.get(path)).text
            assert "&lt;script&gt;" in page
            assert "<script" not in page
            assert 'href="javascript' not in page

    on_the_demo(tmp_path, look, config)


def test_help_html_has_no_inline_style() -> None:
    page = help_html("| a | b |\n| --- | ---: |\n| <b> | 5 |\n")
    assert '<td class="number">5</td>' in page
    assert "style=" not in page


def test_alive_and_ready(tmp_path: Path) -> None:
    async def look(floor: OpenFloor) -> list[int]:
        codes = [(await floor.get(path)).status_code for path in ("/healthz", "/readyz")]
        floor.is_ready = False
        codes.append((await floor.get("/readyz")).status_code)
        floor.is_ready = True

        async def lost(_: object) -> dict[str, int]:
            raise StoreIsLost

        floor.store.balances = lost  # type: ignore[method-assign, assignment]
        answer = await floor.get("/readyz")
        assert answer.json()["why"] == "the store does not answer"
        return [*codes, answer.status_code, (await floor.get("/healthz")).status_code]

    assert on_the_demo(tmp_path, look) == [200, 200, 503, 503, 200]


def test_a_floor_whose_last_write_failed_is_not_ready(tmp_path: Path) -> None:
    """Though a full disk is still read from."""

    async def look(floor: OpenFloor) -> list[tuple[int, str]]:
        floor.health.failed("the disk is full")
        answers = [await floor.get("/readyz")]
        floor.health.has_written()
        answers.append(await floor.get("/readyz"))
        return [(answer.status_code, answer.json()["why"]) for answer in answers]

    assert on_the_demo(tmp_path, look) == [(503, "the disk is full"), (200, "")]


@pytest.mark.parametrize(
    ("address", "headers", "status_code"),
    [
        ("127.0.0.1", {}, 200),
        ("::1", {}, 200),
        ("127.0.0.1", {"x_forwarded_for": "203.0.113.9"}, 403),  # a proxy asks for somebody else
        ("10.0.0.1", {}, 403),
        ("10.0.0.1", {"authorization": "Bearer figures"}, 200),
        ("10.0.0.1", {"authorization": "Bearer figure"}, 403),
        ("10.0.0.1", {"authorization": "figures"}, 403),
    ],
)
def test_who_may_read_the_figures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str, headers: dict[str, str], status_code: int
) -> None:
    monkeypatch.setenv("PUNTO_METRICS_TOKEN", "figures")
    answer = on_the_demo(tmp_path, lambda floor: floor.get("/metrics", address, **headers))
    assert answer.status_code == status_code
    assert ("punto_bets" in answer.text) is (status_code == 200)
    if status_code == 200:
        assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"


def test_without_a_token_in_the_environment_none_opens_the_figures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PUNTO_METRICS_TOKEN", raising=False)
    answer = on_the_demo(tmp_path, lambda floor: floor.get("/metrics", "10.0.0.1", authorization="Bearer "))
    assert answer.status_code == 403


@pytest.mark.parametrize(("role", "status_code"), [(Role.ADMIN, 200), (Role.SUPERVISOR, 403), (Role.PATRON, 403)])
def test_an_administrator_may_read_the_figures(tmp_path: Path, role: Role, status_code: int) -> None:
    async def look(floor: OpenFloor) -> int:
        client = await floor.client(role)
        return (await client._http.get("/metrics")).status_code

    assert on_the_demo(tmp_path, look) == status_code


def test_the_status_page_shows_each_table_and_runs_nothing(tmp_path: Path) -> None:
    page = asked(tmp_path, "/status")
    assert page.headers["content-type"].startswith("text/html")
    assert "script" not in page.text
    assert "style=" not in page.text
    assert "Demo · play credits, no money" in page.text
    for table in DEMO.tables:
        assert f"<span>{table.title}</span>" in page.text
    assert "<span>5–2,500</span>" in page.text
    assert "shoe 12 · round 41" in page.text
    assert "patrons 9 · bots 4" in page.text


def test_browsers_take_the_stylesheet_for_one(tmp_path: Path) -> None:
    assert asked(tmp_path, "/status.css").headers["content-type"] == "text/css; charset=utf-8"  # they may not guess


def test_a_paused_table_says_why(tmp_path: Path) -> None:
    async def look(floor: OpenFloor) -> str:
        config = DEMO.tables[0]
        phase = PausedPhase(Betting(None), "card_error", since=0)
        table = Table(config, DEMO.book_of(config), phase=phase)
        floor.lobby.put(lobby_table(TableView(table), RoadBoard(shows_naturals=True).whole, (0, 0)))
        return (await floor.get("/status")).text

    assert "Paused: card error" in on_the_demo(tmp_path, look)


@pytest.mark.parametrize("path", ["/punto/status", "/status", "/punto/status.css", "/status.css", "/punto/api/lobby"])
def test_under_a_path_of_a_bigger_site_everything_is_found_stripped_or_not(tmp_path: Path, path: str) -> None:
    config = replace(DEMO, public_url="https://casino.example/punto/")
    answer = asked(tmp_path, path, config)
    assert answer.status_code == 200
    if "<html" in answer.text:
        assert 'href="/punto/status.css"' in answer.text
        assert 'href="/punto/help/sa"' in answer.text


def test_a_path_that_only_begins_alike_is_not_ours(tmp_path: Path) -> None:
    config = replace(DEMO, public_url="https://casino.example/punto")
    assert asked(tmp_path, "/puntobanco/api/lobby", config).status_code == 404
