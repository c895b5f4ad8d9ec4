"""Plain pages without the client: the floor's tables and each book's help. No scripts."""

from html import escape
from pathlib import Path

from litestar import MediaType, Response, get
from litestar.params import FromPath

from punto import __version__
from punto.server.config.floor_config import FloorConfig
from punto.server.figures.book_odds import KnownOdds
from punto.server.protocol.floor import LobbyTable
from punto.server.rest.desks import Clock, Desk
from punto.server.rest.guards import ANYONE
from punto.server.rest.pages.help_html import help_html
from punto.server.rest.routes.books import help_page_of
from punto.server.telling.lobby import Lobby

CSS = Path(__file__).with_name("status.css").read_bytes()
CSS_TYPE = "text/css"
REFRESH_SECONDS = 5
BEADS = 12
PHASES = {
    "shoe_change": "New shoe",
    "betting": "Place your bets",
    "dealing": "Dealing",
    "squeezing": "Squeeze",
    "result": "Result",
}
KINDS = {"timed": "Timed", "on_demand": "On demand", "live": "Live"}
SIDES = {"B": "Banker", "P": "Player"}


@get("/status", roles=ANYONE, include_in_schema=False, media_type=MediaType.HTML)
async def status(config: Desk[FloorConfig], clock: Desk[Clock], lobby: Desk[Lobby]) -> Response[str]:
    return status_page(config, clock, lobby)


def status_page(config: FloorConfig, clock: Clock, lobby: Lobby) -> Response[str]:
    return Response(
        _page(config, config.name, _floor_page(config, clock, lobby), refreshes=True), media_type=MediaType.HTML
    )


@get("/help/{book:str}", roles=ANYONE, include_in_schema=False, media_type=MediaType.HTML)
async def help_for_people(config: Desk[FloorConfig], odds: Desk[KnownOdds], book: FromPath[str]) -> Response[str]:
    body = help_html(await help_page_of(config, odds, book)).replace("<table>", '<div class="wide"><table>')
    body = body.replace("</table>", "</table></div>")
    found = config.book(book)
    title = found.title if found else ""
    return Response(_page(config, title, body, refreshes=False), media_type=MediaType.HTML)


@get("/status.css", roles=ANYONE, include_in_schema=False, media_type=MediaType.CSS)
async def stylesheet() -> Response[bytes]:
    return Response(CSS, media_type=CSS_TYPE, headers={"cache-control": "max-age=300"})


def _page(config: FloorConfig, title: str, body: str, *, refreshes: bool) -> str:
    refresh = f'<meta http-equiv="refresh" content="{REFRESH_SECONDS}">' if refreshes else ""
    home = "" if refreshes else f'<a href="{_link(config, "/status")}">All tables</a> · '
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8">{refresh}'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>{escape(title)}</title>'
        f'<link rel="icon" href="data:,"><link rel="stylesheet" href="{_link(config, "/status.css")}"></head>'
        f"<body>{body}<footer>{home}Punto {__version__} · "
        f'<a href="{_link(config, "/api/docs/openapi.json")}">OpenAPI</a> · '
        f'<a href="{_link(config, "/api/lobby")}">Lobby as JSON</a></footer></body></html>'
    )


def _link(config: FloorConfig, path: str) -> str:
    return escape(config.base_path + path, quote=True)


def _floor_page(config: FloorConfig, clock: Clock, lobby: Lobby) -> str:
    tables = lobby.tables
    shared = [table for table in tables if table.kind != "on_demand"]
    own = [table for table in tables if table.kind == "on_demand"]
    demo = '<span class="demo">Demo · play credits, no money</span>' if config.is_demo else ""
    patrons, bots = sum(table.patrons for table in tables), sum(table.bots for table in tables)
    facts = f"{_count(len(shared), 'shared table')} · {_count(patrons, 'patron')} · {_count(bots, 'bot')}"
    sections = [f'<header><h1>{escape(config.name)}</h1>{demo}</header><p class="facts">{facts}</p>']
    now = clock()
    for title, group in (("Tables", shared), ("On demand, a table for each patron", own)):
        if group:
            cards = "".join(_table(config, table, now) for table in group)
            sections.append(f'<h2>{title}</h2><ul class="tables">{cards}</ul>')
    return "".join(sections)


def _table(config: FloorConfig, table: LobbyTable, now: int) -> str:
    facts = [KINDS[table.kind], "squeeze" if table.has_squeeze else "", "video" if table.has_video else ""]
    book = f'<a href="{_link(config, f"/help/{table.book}")}">{escape(table.book_title)}</a>'
    limits = f"{_amount(config, table.stake_min)}–{_amount(config, table.stake_max)}"
    is_shared = table.kind != "on_demand"
    phase = _phase(table, now) if is_shared else ""
    crowd = f"patrons {table.patrons} · bots {table.bots}" if is_shared else ""
    return (
        f"<li><h3><span>{escape(table.title)}</span>{phase}</h3><p>{book} · {' · '.join(filter(None, facts))}</p>"
        f"{_shoe(table) if is_shared else ''}{_row(limits, crowd)}</li>"
    )


def _row(left: str, right: str) -> str:
    return f'<p class="row"><span>{left}</span><span>{right}</span></p>'


def _phase(table: LobbyTable, now: int) -> str:
    if table.paused is not None:
        return f'<span class="phase paused">Paused: {escape(table.paused.replace("_", " "))}</span>'
    left = "" if table.ends_at is None or table.ends_at <= now else f" · {-(-(table.ends_at - now) // 1000)} s"
    return f'<span class="phase">{PHASES[table.phase]}{left}</span>'


def _shoe(table: LobbyTable) -> str:
    marks = [mark for mark in table.main if mark.colour in SIDES][-BEADS:]
    beads = "".join(
        f'<span class="{mark.colour}" title="Round {mark.round}: {SIDES[mark.colour]}">{mark.colour}</span>'
        for mark in marks
    )
    player, ties, banker = table.wins
    wins = f'Player <b class="P">{player}</b> · Tie <b class="T">{ties}</b> · Banker <b class="B">{banker}</b>'
    where = f"shoe {table.shoe} · round {table.round}"
    empty = '<span class="none">No winner in this shoe yet</span>'
    return f'<div class="beads">{beads or empty}</div>{_row(wins, where)}'


def _amount(config: FloorConfig, units: int) -> str:
    whole, rest = divmod(units, 10**config.currency_digits)
    decimals = f".{rest:0{config.currency_digits}}" if rest else ""
    return escape(f"{config.currency_symbol}{whole:,}{decimals}")


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


ROUTES = [status, help_for_people, stylesheet]
