"""Everything public about a shoe: its commitment, its contributions and, once it is over, the revealed secret.

`punto verify` and a patron's browser need nothing else to deal the shoe again.
"""

from typing import Annotated

import msgspec
from litestar import get
from litestar.params import FromPath, QueryParameter
from msgspec import Struct

from punto.rules.rulebook import RuleBook
from punto.server.config.floor_config import FloorConfig
from punto.server.protocol.refusals import ServerRefusal
from punto.server.record.coup_records import (
    LoggedShoe,
    contributions_kind,
    coups_kind,
    read_coups,
    shoe_name,
    shoes_kind,
)
from punto.server.record.public_shoe import PublicRound, PublicShoe, StormWeights
from punto.server.rest.desks import Desk, Tables
from punto.server.rest.guards import ANYONE, Visitor
from punto.server.rest.problems import RequestRefused
from punto.server.rest.seen_table import seen_table
from punto.server.store.interface import Store
from punto.server.store.values import RECORDS_READ_AT_ONCE

SHOES_ON_A_PAGE = 50
SHOES_MAX = 10**8 - 1


class ShoeInList(Struct, frozen=True):
    shoe: int
    commitment: str
    is_revealed: bool
    is_abandoned: bool
    rounds: int
    committed_at: int | None
    opened_at: int | None
    ended_at: int | None


class ShoeList(Struct, frozen=True):
    table: str
    shoes: tuple[ShoeInList, ...]  # newest first
    next: int | None  # the `before` of the next page


@get("/api/fairness/{table:str}", roles=ANYONE, tags=["fairness"], summary="The shoes of a table, newest first.")
async def shoes(
    config: Desk[FloorConfig],
    store: Desk[Store],
    tables: Desk[Tables],
    visitor: Visitor,
    table: FromPath[str],
    before: Annotated[int | None, QueryParameter(ge=1, le=SHOES_MAX, description="Only older shoes.")] = None,
) -> ShoeList:
    table_id, _ = seen_table(config, table, visitor)
    end = before or await _next_shoe(store, tables, table_id) + 1
    first = max(1, end - SHOES_ON_A_PAGE)
    bodies = await store.records(shoes_kind(table_id), after=shoe_name(first - 1), limit=end - first)
    found = [msgspec.json.decode(body, type=LoggedShoe) for _, body in reversed(bodies)]
    listed = [await _listed(store, table_id, shoe) for shoe in found if shoe.shoe < end]
    return ShoeList(table_id, tuple(listed), first if first > 1 else None)


@get(
    "/api/fairness/{table:str}/{shoe:int}",
    roles=ANYONE,
    tags=["fairness"],
    summary="Everything public about a shoe; its secret once it is over.",
)
async def one_shoe(
    config: Desk[FloorConfig], store: Desk[Store], visitor: Visitor, table: FromPath[str], shoe: FromPath[int]
) -> PublicShoe:
    table_id, _ = seen_table(config, table, visitor)
    body = await store.record(shoes_kind(table_id), shoe_name(shoe))
    if body is None:
        raise RequestRefused(ServerRefusal.NOT_FOUND, "no such shoe was prepared at this table")
    logged = msgspec.json.decode(body, type=LoggedShoe)
    listed = await store.record(contributions_kind(table_id), shoe_name(shoe))
    coups = read_coups(await store.records(coups_kind(table_id, shoe)))
    return PublicShoe(
        table=table_id,
        book=logged.book,
        rules=logged.fingerprint,
        shoe=shoe,
        deck=logged.deck,
        commitment=logged.commitment,
        contributions=msgspec.json.decode(listed, type=tuple[str, ...]) if listed else (),
        secret=logged.secret,
        is_abandoned=logged.is_abandoned,
        burn_card=logged.burn_card,
        burned_face_down=logged.burned_face_down,
        rounds=tuple(
            PublicRound(
                coup.coup,
                coup.status,
                tuple(card.card for card in coup.cards),
                coup.player,
                coup.banker,
                coup.struck,
            )
            for coup in coups
            if coup.is_used_up
        ),
        cut_card=logged.cut_card,
        plays_one_more=logged.plays_one_more,
        abandoned_because=logged.abandoned_because,
        storm=_weights(config.stored_book(logged.book)),
    )


def _weights(book: RuleBook | None) -> StormWeights | None:
    storm = book.storm if book else None
    return StormWeights(storm.cards.weights, storm.multipliers.weights) if storm else None


async def _next_shoe(store: Store, tables: Tables, table: str) -> int:
    """The number of the shoe after the one in play; it may already be prepared."""
    running = tables.get(table)
    if running is not None:
        return (await running.look_as_told()).shoe + 1
    last = shoe_name(0)
    while found := await store.records(shoes_kind(table), after=last, limit=RECORDS_READ_AT_ONCE):
        last = found[-1][0]
    return int(last)


async def _listed(store: Store, table: str, shoe: LoggedShoe) -> ShoeInList:
    """A finished shoe knows its number of rounds; those of a shoe in play are counted."""
    rounds = shoe.coups
    if shoe.ended_at is None:
        rounds = sum(1 for coup in read_coups(await store.records(coups_kind(table, shoe.shoe))) if coup.is_used_up)
    return ShoeInList(
        shoe=shoe.shoe,
        commitment=shoe.commitment,
        is_revealed=shoe.secret is not None,
        is_abandoned=shoe.is_abandoned,
        rounds=rounds,
        committed_at=shoe.committed_at,
        opened_at=shoe.opened_at,
        ended_at=shoe.ended_at,
    )


ROUTES = [shoes, one_shoe]
