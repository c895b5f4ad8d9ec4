"""The patrons' desk, explaining: one round with its cards, rules, bets and changes, as support would tell it."""

from typing import Annotated

import msgspec
from litestar import get
from litestar.params import FromPath, QueryParameter
from litestar.types import ControllerRouterHandler
from msgspec import Struct

from punto.server.config.floor_config import FloorConfig
from punto.server.patrons_desk.explain_round import ExplainedRound, explain_round
from punto.server.people.accounts import Accounts
from punto.server.protocol.refusals import ServerRefusal
from punto.server.record.plays_of_coup import PlayBody
from punto.server.rest.desks import Desk, Tables
from punto.server.rest.guards import CAGE, Who
from punto.server.rest.problems import RequestRefused
from punto.server.rest.recorded_round import recorded_round
from punto.server.rest.seen_table import seen_table
from punto.server.staff.staff_events import On
from punto.server.staff.staff_log import StaffLog
from punto.server.store.interface import Store

Patron = Annotated[str, QueryParameter(max_length=40, description="Whose bets to explain.")]


class RoundExplained(Struct, frozen=True):
    round: ExplainedRound
    patron: str  # whose bets these are; empty: nobody's
    name: str
    dealer_name: str


@get("/api/desk/rounds/{table:str}/{shoe:int}/{coup:int}", roles=CAGE, summary="A finished round, explained")
async def explained(
    config: Desk[FloorConfig],
    store: Desk[Store],
    accounts: Desk[Accounts],
    tables: Desk[Tables],
    staff_log: Desk[StaffLog],
    identity: Who,
    table: FromPath[str],
    shoe: FromPath[int],
    coup: FromPath[int],
    patron: Patron = "",
) -> RoundExplained:
    table_id, place = seen_table(config, table, identity)
    found = await recorded_round(store, table_id, shoe, coup)
    if found is None:
        raise RequestRefused(ServerRefusal.NOT_FOUND, "no such round has ended at this table")
    await staff_log.reads(identity, "read_round", On(table_id, shoe, coup, patron=patron))
    plays = await store.plays_of(table_id, found.at, [patron]) if patron else []
    own = [msgspec.json.decode(play.body, type=PlayBody) for play in plays if play.version == found.last_version]
    door = tables.get(table_id)
    disputes = (await door.look()).disputes if door is not None else ()
    return RoundExplained(
        explain_round(
            config.book_of(place),
            found,
            table=table_id,
            title=place.title,
            play=own[0] if own else None,
            is_disputed=any(each.settled.id == (shoe, coup) for each in disputes),
        ),
        patron,
        await accounts.name_of(patron) if patron else "",
        await accounts.name_of(found.dealer) if found.dealer else "",
    )


ROUTES: list[ControllerRouterHandler] = [explained]
