"""The replay of one round: its cards with their times, and your own bets. Always marked as a replay."""

import msgspec
from litestar import get
from litestar.params import FromPath
from msgspec import Struct

from punto.rules.coup import WinnerOrTie
from punto.rules.rulebook import RuleBook
from punto.rules.storm import best_struck
from punto.server.config.floor_config import FloorConfig
from punto.server.protocol.refusals import ServerRefusal
from punto.server.record.coup_records import (
    CoupChange,
    DealtCard,
    LoggedCoup,
    LoggedShoe,
    SqueezeStage,
    shoe_name,
    shoes_kind,
)
from punto.server.record.plays_of_coup import PlayBody, PlayedBet
from punto.server.rest.desks import Desk
from punto.server.rest.guards import ANYONE, Visitor
from punto.server.rest.problems import RequestRefused
from punto.server.rest.recorded_round import recorded_round
from punto.server.rest.seen_table import seen_table
from punto.server.store.interface import Store
from punto.server.store.plays import CoupStatus


class Replay(Struct, frozen=True):
    table: str
    book: str
    rules: str  # the fingerprint of the book as it was
    shoe: int
    round: int
    status: CoupStatus
    opened_at: int
    closed_at: int | None
    at: int  # when it ended
    player: tuple[str, ...]
    banker: tuple[str, ...]
    struck: str  # cards of a storm and their multipliers, `4hx3 Kdx8`; empty: none
    multiplier: int  # of wins, by the storm; 1: none
    player_total: int | None  # null: not fully dealt
    banker_total: int | None
    winner: WinnerOrTie | None
    came_out: tuple[str, ...]  # every bet that won, backed or not
    dealt: tuple[DealtCard, ...]  # in the order dealt
    stages: tuple[SqueezeStage, ...]  # of the squeeze
    wagers: tuple[PlayedBet, ...]  # your own
    changes: tuple[CoupChange, ...]  # decisions of staff and the hands before each, oldest first
    is_replay: bool = True


@get(
    "/api/rounds/{table:str}/{shoe:int}/{coup:int}",
    roles=ANYONE,
    tags=["record"],
    summary="A finished round: its cards, their times, and your own bets.",
)
async def replay(
    config: Desk[FloorConfig],
    store: Desk[Store],
    visitor: Visitor,
    table: FromPath[str],
    shoe: FromPath[int],
    coup: FromPath[int],
) -> Replay:
    table_id, place = seen_table(config, table, visitor)
    found = await recorded_round(store, table_id, shoe, coup)
    shoe_body = await store.record(shoes_kind(table_id), shoe_name(shoe))
    if found is None or shoe_body is None:
        raise RequestRefused(ServerRefusal.NOT_FOUND, "no such round has ended at this table")
    plays = await store.plays_of(table_id, found.at, [visitor.account]) if visitor else []
    own = [msgspec.json.decode(play.body, type=PlayBody) for play in plays if play.version == found.last_version]
    rules = msgspec.json.decode(shoe_body, type=LoggedShoe).fingerprint
    wagers = own[0].bets if own else ()
    return _replay(table_id, config.book_of(place), rules, found, wagers)


def _replay(table: str, book: RuleBook, rules: str, coup: LoggedCoup, wagers: tuple[PlayedBet, ...]) -> Replay:
    played = book.parse_coup(coup.text) if coup.status != "cancelled" else None
    return Replay(
        table=table,
        book=book.id,
        rules=rules,
        shoe=coup.shoe,
        round=coup.coup,
        status=coup.status,
        opened_at=coup.opened_at,
        closed_at=coup.closed_at,
        at=coup.at,
        player=tuple(coup.player.split()),
        banker=tuple(coup.banker.split()),
        struck=coup.struck,
        multiplier=best_struck(played) if played else 1,
        player_total=played.player.total if played else None,
        banker_total=played.banker.total if played else None,
        winner=played.result.winner_or_tie if played else None,
        came_out=book.came_out(played) if played else (),
        dealt=coup.cards,
        stages=coup.stages,
        wagers=wagers,
        changes=coup.changes,
    )


ROUTES = [replay]
