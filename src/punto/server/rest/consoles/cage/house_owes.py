"""What the house owes, and tips paid out to those they were given to."""

from typing import Annotated

from litestar import get, post
from litestar.params import JSONBody
from litestar.types import ControllerRouterHandler
from msgspec import Meta, Struct

from punto.server.cashier.desk import CashierDesk
from punto.server.cashier.liabilities import HouseOwes
from punto.server.config.floor_config import FloorConfig
from punto.server.people.accounts import Accounts
from punto.server.protocol.parts import CommandId
from punto.server.protocol.refusals import ServerRefusal
from punto.server.rest.cage_log import CageLog, Deed
from punto.server.rest.desks import Desk
from punto.server.rest.guards import ATTENDANT, CAGE, Address, Who
from punto.server.rest.problems import RequestRefused
from punto.server.rest.routes.cage import BUY_IN_MAX
from punto.server.rest.routes.staff import NoteText
from punto.server.rest.second_person import SecondPerson
from punto.server.staff.staff_events import On

DEALER = "dealer:"


class TipsOwed(Struct, frozen=True):
    goes_to: str  # `dealer:` and an account or a table, or `attendants`
    name: str  # as people say it
    amount: int


class HouseOwesView(Struct, frozen=True):
    """Amounts in the currency's smallest unit."""

    at: int
    purses: int
    purse_count: int
    held: int  # stakes of rounds under way
    tickets: int
    ticket_count: int
    tips: tuple[TipsOwed, ...]
    total: int


class TipsPayment(Struct, frozen=True, forbid_unknown_fields=True):
    id: CommandId
    goes_to: Annotated[str, Meta(min_length=1, max_length=100)]
    amount: Annotated[int, Meta(ge=1, le=BUY_IN_MAX)]
    note: NoteText = ""
    second: SecondPerson | None = None


class TipsBooked(Struct, frozen=True):
    amount: int
    entry: int


@get("/api/house-owes", roles=CAGE, summary="What the house owes: purses, held stakes, tickets, tips")
async def house_owes(config: Desk[FloorConfig], accounts: Desk[Accounts], house_owes: Desk[HouseOwes]) -> HouseOwesView:
    """At most five seconds old."""
    now = await house_owes.now()
    tips = [TipsOwed(each, await recipient_name(config, accounts, each), amount) for each, amount in now.tips.items()]
    return HouseOwesView(
        now.at, now.purses, now.purse_count, now.held, now.tickets, now.ticket_count, tuple(tips), now.total
    )


@post("/api/tips/pay", status_code=200, roles=ATTENDANT, summary="Pay out tips in cash")
async def pay_tips(
    config: Desk[FloorConfig],
    cashier: Desk[CashierDesk],
    cage: Desk[CageLog],
    identity: Who,
    address: Address,
    data: JSONBody[TipsPayment],
) -> TipsBooked:
    """Nobody pays out their own tips."""
    limits, account = config.cage_of(identity.role), data.goes_to.removeprefix(DEALER)
    on = On(account=account, thing="tips")
    if account == identity.account:
        refusal = ServerRefusal.SECOND_PERSON_IS_THE_SAME
        await cage.staff_log.acts(identity, "pay_tips", on, amount=data.amount, note=data.note, refusal=refusal)
        raise RequestRefused(refusal)
    deed = Deed("pay_tips", on, data.amount, limits.pay_max, note=data.note, second=data.second)
    action, _ = await cage.confirmed(identity, address, deed, limits)
    answer = await cashier.pay_tips(data.goes_to, data.amount, identity.account, data.id, limits.day_max)
    if answer.refusal is not None:
        await cage.staff_log.refused(action, answer.refusal)
        raise RequestRefused(answer.refusal)
    if answer.is_repeated:
        await cage.staff_log.refused(action, ServerRefusal.WAS_DONE_BEFORE)
    return TipsBooked(answer.amount, answer.entry)


async def recipient_name(config: FloorConfig, accounts: Accounts, goes_to: str) -> str:
    """Of tips: a dealer's name, or what the table is called where a program deals."""
    if not goes_to.startswith(DEALER):
        return goes_to.capitalize()
    rest = goes_to.removeprefix(DEALER)
    table = config.table(rest)
    return table.title if table is not None else await accounts.name_of(rest) or rest


ROUTES: list[ControllerRouterHandler] = [house_owes, pay_tips]
