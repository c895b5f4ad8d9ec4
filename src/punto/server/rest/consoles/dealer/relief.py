"""A supervisor names who relieves the dealer of a table."""

from litestar import put
from litestar.params import JSONBody
from litestar.types import ControllerRouterHandler
from msgspec import Struct

from punto.server.people.accounts import Accounts
from punto.server.protocol.refusals import PeopleRefusal, ServerRefusal
from punto.server.rest.consoles.dealer.acting import AT, At
from punto.server.rest.desks import Desk
from punto.server.rest.guards import DEALER, SUPERVISOR
from punto.server.rest.problems import RequestRefused
from punto.server.rest.second_person import Name
from punto.server.staff.rota import Relief
from punto.table.refusals import Refusal


class ReliefWanted(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name = ""  # or the account's id; empty: nobody after all


class ReliefNamed(Struct, frozen=True):
    name: str
    ends_at: int | None  # when the turn is over; null: turns have no set length


@put("/api/dealing/{table:str}/relief", status_code=200, roles=SUPERVISOR, summary="Name a relief", dependencies=AT)
async def name_relief(at: At, accounts: Desk[Accounts], data: JSONBody[ReliefWanted]) -> ReliefNamed:
    """For the turn of the dealer who has tapped in."""
    dealer, since = at.dealer, at.state.dealer_since
    if since is None:
        raise RequestRefused(Refusal.DEALER_IS_MISSING)
    comes = await _may_deal(accounts, data.name, dealer) if data.name else ""
    rota, before = at.dealing.rota, at.dealing.rota.turn(at.table, since).relief
    await at.staff_log.acts(at.identity, "name_relief", at.on, before=before, after=comes)
    await rota.name(at.table, Relief(since, comes, at.identity.account))
    at.dealing.consoles.changed(at.table)
    return ReliefNamed(await accounts.name_of(comes) if comes else "", rota.turn(at.table, since).ends_at)


async def _may_deal(accounts: Accounts, who: str, dealer: str) -> str:
    """The account of somebody else who may deal."""
    account = await accounts.pins.account_of(who)
    if account is None:
        raise RequestRefused(PeopleRefusal.ACCOUNT_IS_UNKNOWN)
    if account.is_suspended:
        raise RequestRefused(PeopleRefusal.ACCOUNT_IS_SUSPENDED)
    if account.role not in DEALER.roles:
        raise RequestRefused(ServerRefusal.ROLE_IS_NOT_ALLOWED)
    if account.id == dealer:
        raise RequestRefused(Refusal.DEALER_IS_TAPPED_IN)
    return account.id


ROUTES: list[ControllerRouterHandler] = [name_relief]
