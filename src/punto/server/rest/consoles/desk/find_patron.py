"""The patrons' desk, finding somebody: by name, id, ticket or round."""

import re
from collections.abc import Iterable
from typing import Annotated, Literal

from litestar import get
from litestar.params import QueryParameter
from litestar.types import ControllerRouterHandler
from msgspec import Struct

from punto.ledger.accounts import is_bot
from punto.server.cashier.desk import CashierDesk
from punto.server.cashier.ticket_code import read_code
from punto.server.config.floor_config import FloorConfig
from punto.server.config.table_ids import place_of
from punto.server.people.account import Account
from punto.server.people.accounts import Accounts
from punto.server.people.identity import Role
from punto.server.people.known_names import KnownNames
from punto.server.people.limits.protection import ProtectionDesk
from punto.server.people.sign_in.sessions import Sessions
from punto.server.protocol.refusals import PlayIsStopped
from punto.server.rest.desks import Clock, Desk
from punto.server.rest.guards import CAGE, Who
from punto.server.rest.recorded_round import recorded_round, wagers_of
from punto.server.staff.staff_log import StaffLog
from punto.server.store.interface import Store
from punto.table.config import TableKind

FOUND_MAX = 20
IDS_FROM = 4  # letters of an id that are worth a search
ROUND = re.compile(r"(?P<table>.+?)[\s·/]+(?P<shoe>\d{1,9})\s*[\s·/]\s*(?P<coup>\d{1,9})")

FoundBy = Literal["name", "id", "ticket", "round"]
Standing = Literal["may_play", "cool_off", "excluded", "suspended", "erased"]


class FoundPatron(Struct, frozen=True):
    id: str
    name: str  # empty: a guest
    by: FoundBy
    standing: Standing
    until: int | None  # of a cool-off or an exclusion
    purse: int
    tables: tuple[str, ...]  # titles of those with bets on them
    seen_at: int | None  # by a session that is still there


class FoundRound(Struct, frozen=True):
    table: str
    shoe: int
    round: int
    is_archived: bool  # its patrons are in an archive file, and not listed


class Found(Struct, frozen=True):
    patrons: tuple[FoundPatron, ...]  # the best match first
    round: FoundRound | None  # if one was meant


Wanted = Annotated[
    str, QueryParameter(name="q", min_length=1, max_length=100, description="Name, id, ticket, or `jade 9/40`.")
]


@get("/api/desk/patrons", roles=CAGE, summary="Find patrons by name, id, ticket code or round")
async def find(
    config: Desk[FloorConfig],
    clock: Desk[Clock],
    store: Desk[Store],
    accounts: Desk[Accounts],
    names: Desk[KnownNames],
    sessions: Desk[Sessions],
    protection: Desk[ProtectionDesk],
    cashier: Desk[CashierDesk],
    staff_log: Desk[StaffLog],
    identity: Who,
    wanted: Wanted,
) -> Found:
    """A part of each word of a name is enough, also with one letter wrong."""
    await staff_log.reads(identity, "search_patrons")
    found: dict[str, FoundBy] = {}
    meant = await _of_round(config, store, wanted)
    ids, played = meant or ((), None)
    _add(found, ids, "round")
    _add(found, _of_ticket(cashier, wanted), "ticket")
    _add(found, [each.id for each in await _by_id(accounts, wanted)], "id")
    _add(found, await names.search(wanted, FOUND_MAX), "name")
    views = []
    for patron, by in list(found.items())[:FOUND_MAX]:
        account = await accounts.account(patron)
        if account is not None and account.role is Role.PATRON:
            standing, until = standing_of(account, protection, clock())
            seen = max((each.seen_at for each in sessions.of(patron)), default=None)
            tables = tuple(sorted(table_title(config, each) for each in protection.tables_with_bets(patron)))
            purse, name = await cashier.balance(patron), await accounts.name_of(patron)
            views.append(FoundPatron(patron, name, by, standing, until, purse, tables, seen))
    return Found(tuple(views), played)


def standing_of(account: Account, protection: ProtectionDesk, now: int) -> tuple[Standing, int | None]:
    """And until when, if it ends by itself."""
    own = protection.limits(account.id)
    if account.is_erased:
        return "erased", None
    if account.is_suspended:
        return "suspended", None
    match protection.why_not(account.id, now):
        case PlayIsStopped.COOL_OFF:
            return "cool_off", own.cool_off_until
        case PlayIsStopped.SELF_EXCLUDED | PlayIsStopped.EXCLUDED_BY_HOUSE:
            return "excluded", own.any_excluded_until
    return "may_play", None


def table_title(config: FloorConfig, table: str) -> str:
    """Of one that was taken away, its id."""
    place = config.table(place_of(table))
    return table if place is None else place.title


async def _of_round(config: FloorConfig, store: Store, text: str) -> tuple[Iterable[str], FoundRound] | None:
    """Everybody who had a bet in it; None: no round was meant, or it was not played."""
    parsed = ROUND.fullmatch(text.strip())
    if parsed is None:
        return None
    named = parsed["table"].strip().casefold()
    tables = [each for each in config.tables if named in (each.id.casefold(), each.title.casefold())]
    if not tables or tables[0].kind is TableKind.ON_DEMAND:
        return None
    table, shoe, coup = tables[0].id, int(parsed["shoe"]), int(parsed["coup"])
    played = await recorded_round(store, table, shoe, coup)
    if played is None:
        return None
    wagers = await wagers_of(store, table, played)
    patrons = [] if wagers is None else [each for each in wagers if not is_bot(each)]
    return patrons, FoundRound(table, shoe, coup, wagers is None)


def _of_ticket(cashier: CashierDesk, text: str) -> list[str]:
    code = read_code(text)
    ticket = None if code is None else cashier.ticket(code)
    return [ticket.patron] if ticket is not None and ticket.patron else []


async def _by_id(accounts: Accounts, text: str) -> list[Account]:
    """By the beginning of it."""
    start = text.strip().lower()
    if len(start) < IDS_FROM or not start.isascii() or not start.isalnum():
        return []
    whole = await accounts.account(start)
    following = await accounts.listed(start, FOUND_MAX)
    return [*([whole] if whole else []), *(each for each in following if each.id.startswith(start))]


def _add(found: dict[str, FoundBy], patrons: Iterable[str], by: FoundBy) -> None:
    for each in patrons:
        found.setdefault(each, by)


ROUTES: list[ControllerRouterHandler] = [find]
