"""The cage: buy-ins, payments and reversals by staff, within the limits of their role.

Above the role's amount a second person confirms. Every attempt is in the staff log, refused ones included. A wrong
entry is never edited: a reversal refers to it.
"""

from typing import Annotated, Literal

from litestar import get, post
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from litestar.types import ControllerRouterHandler
from msgspec import Meta, Struct

from punto.ledger.cashier import CashierRefusal
from punto.ledger.cashier_commands import ReversePayment
from punto.ledger.journal import AMOUNT_MAX
from punto.server.cashier.cashier_entries import EntryFilter, EntryPage, read_entries
from punto.server.cashier.cashier_requests import CashierAnswer
from punto.server.cashier.desk import CashierDesk
from punto.server.cashier.ticket_code import written
from punto.server.config.floor_config import FloorConfig
from punto.server.people.accounts import Accounts
from punto.server.people.identity import Identity, Role
from punto.server.protocol.parts import CommandId
from punto.server.protocol.refusals import AnyRefusal, PeopleRefusal, PlayCreditsRefusal, ServerRefusal
from punto.server.rest.cage_log import CageLog, Deed
from punto.server.rest.desks import Desk
from punto.server.rest.guards import ATTENDANT, CAGE, SUPERVISOR, Address, Who
from punto.server.rest.new_money import NewMoney
from punto.server.rest.problems import RequestRefused
from punto.server.rest.routes.cashier import ticket_code
from punto.server.rest.routes.staff import NoteText
from punto.server.rest.second_person import SecondPerson
from punto.server.staff.staff_events import On
from punto.server.staff.staff_log import StaffLog
from punto.server.store.interface import Store

BUY_IN_MAX = 10**11  # even if a floor allows more
PAGE_MAX = 200


class BuyIn(Struct, frozen=True, forbid_unknown_fields=True):
    id: CommandId
    patron: Annotated[str, Meta(max_length=40)]
    amount: Annotated[int, Meta(ge=1, le=BUY_IN_MAX)]
    note: NoteText = ""
    second: SecondPerson | None = None  # above the amount that one person may move alone


class Payment(Struct, frozen=True, forbid_unknown_fields=True):
    id: CommandId
    note: NoteText = ""
    second: SecondPerson | None = None


class Reversal(Struct, frozen=True, forbid_unknown_fields=True):
    id: CommandId
    reason: Literal["wrong_patron", "wrong_amount", "booked_twice", "not_paid", "other"]
    note: NoteText = ""
    second: SecondPerson | None = None


class Booked(Struct, frozen=True):
    amount: int
    entry: int  # its number in the cashier's log, needed to reverse it


class PatronFound(Struct, frozen=True):
    id: str
    name: str


class TicketView(Struct, frozen=True):
    code: str
    amount: int
    is_hand_pay: bool
    is_paid: bool
    issued_at: int
    paid_at: int | None
    patron: str  # whose purse it came from
    name: str  # empty: a guest


@get("/api/tickets/{code:str}", roles=ATTENDANT, summary="Look at a ticket")
async def ticket(accounts: Desk[Accounts], cashier: Desk[CashierDesk], code: FromPath[str]) -> TicketView:
    found = cashier.ticket(ticket_code(code))
    if found is None:
        raise RequestRefused(CashierRefusal.TICKET_IS_UNKNOWN)
    return TicketView(
        written(ticket_code(code)),
        found.amount,
        found.is_hand_pay,
        found.is_paid,
        found.at,
        found.paid_at or None,
        found.patron,
        await accounts.name_of(found.patron),
    )


@post("/api/tickets/{code:str}/pay", status_code=200, roles=ATTENDANT, summary="Pay a ticket in cash")
async def pay(
    config: Desk[FloorConfig],
    cashier: Desk[CashierDesk],
    cage: Desk[CageLog],
    identity: Who,
    address: Address,
    code: FromPath[str],
    data: JSONBody[Payment],
) -> Booked:
    plain, limits = ticket_code(code), config.cage_of(identity.role)
    found = cashier.ticket(plain)
    if found is None:
        await cage.staff_log.acts(
            identity, "pay_ticket", On(ticket=plain), note=data.note, refusal=CashierRefusal.TICKET_IS_UNKNOWN
        )
        raise RequestRefused(CashierRefusal.TICKET_IS_UNKNOWN)
    on = On(ticket=plain, patron=found.patron)
    deed = Deed("pay_ticket", on, found.amount, limits.pay_max, note=data.note, second=data.second)
    action = await cage.begins(identity, address, deed, limits)
    return await booked(cage, action, await cashier.pay(plain, identity.account, data.id, limits.day_max))


@get("/api/patrons", roles=ATTENDANT, summary="Find a patron by name")
async def patron(
    accounts: Desk[Accounts], staff_log: Desk[StaffLog], identity: Who, name: FromQuery[str]
) -> PatronFound:
    account = await accounts.find(name)
    if account is None or account.is_guest or account.role is not Role.PATRON:
        raise RequestRefused(PeopleRefusal.ACCOUNT_IS_UNKNOWN)
    await staff_log.reads(identity, "find_patron", On(patron=account.id))
    return PatronFound(account.id, await accounts.name_of(account.id))


@post("/api/buy-in", status_code=200, roles=ATTENDANT, summary="Book a patron's buy-in")
async def buy_in(
    config: Desk[FloorConfig],
    accounts: Desk[Accounts],
    cashier: Desk[CashierDesk],
    new_money: Desk[NewMoney],
    cage: Desk[CageLog],
    identity: Who,
    address: Address,
    data: JSONBody[BuyIn],
) -> Booked:
    account = await accounts.account(data.patron)
    if account is None or account.is_erased or account.role is not Role.PATRON:
        raise RequestRefused(PeopleRefusal.ACCOUNT_IS_UNKNOWN)
    limits, on = config.cage_of(identity.role), On(patron=data.patron)
    if refusal := await _why_not_taken_in(cashier, new_money, identity, data):
        await cage.staff_log.acts(identity, "buy_in", on, amount=data.amount, note=data.note, refusal=refusal)
        raise RequestRefused(refusal)
    deed = Deed("buy_in", on, data.amount, limits.buy_in_max, note=data.note, second=data.second)
    action = await cage.begins(identity, address, deed, limits)
    if refusal := await _why_not_taken_in(
        cashier, new_money, identity, data
    ):  # again: checking the second person takes time
        await cage.staff_log.refused(action, refusal)
        raise RequestRefused(refusal)
    by = identity.account
    return await booked(cage, action, await cashier.buy_in(data.patron, data.amount, by, data.id, limits.day_max))


async def _why_not_taken_in(
    cashier: CashierDesk, new_money: NewMoney, identity: Identity, data: BuyIn
) -> AnyRefusal | None:
    """A repeated id is not checked again: it gets its first answer."""
    if await cashier.knows(identity.account, data.id):
        return None
    if await cashier.balance(data.patron) + data.amount > AMOUNT_MAX:
        return PlayCreditsRefusal.PURSE_IS_FULL
    return new_money.why_not(data.patron)


@get("/api/cashier/entries", roles=CAGE, summary="The cashier's log, newest first")
async def entries(
    cashier: Desk[CashierDesk],
    staff_log: Desk[StaffLog],
    store: Desk[Store],
    identity: Who,
    patron: Annotated[str, QueryParameter(max_length=40)] = "",
    by: Annotated[str, QueryParameter(max_length=40, description="A staff account.")] = "",
    drawer: Annotated[int, QueryParameter(ge=0, le=2**53, description="Its number; 0: any.")] = 0,
    before: Annotated[int | None, QueryParameter(ge=1, le=2**53, description="`next` of the previous page.")] = None,
    limit: Annotated[int, QueryParameter(ge=1, le=PAGE_MAX)] = 50,
) -> EntryPage:
    """A page may hold fewer entries than requested, even none, and still name a next page."""
    await staff_log.reads(identity, "read_cashier", On(patron=patron))
    last = cashier.version if before is None else min(before - 1, cashier.version)
    return await read_entries(store, cashier.state, EntryFilter(patron, by, drawer), last=last, limit=limit)


@post("/api/cashier/entries/{number:int}/reverse", status_code=200, roles=SUPERVISOR, summary="Reverse an entry")
async def reverse(
    config: Desk[FloorConfig],
    cashier: Desk[CashierDesk],
    cage: Desk[CageLog],
    identity: Who,
    address: Address,
    number: FromPath[int],
    data: JSONBody[Reversal],
) -> Booked:
    """A buy-in or an adjustment while the purse still holds it, or a cash payment, whose ticket reopens. Each once."""
    reversal = await cashier.reversal(number, identity.account)
    if isinstance(reversal, CashierRefusal):
        on, refusal = On(entry=number), reversal
        await cage.staff_log.acts(identity, "reverse_entry", on, reason=data.reason, note=data.note, refusal=refusal)
        raise RequestRefused(refusal)
    if isinstance(reversal, ReversePayment):
        on = On(entry=number, ticket=reversal.code, patron=cashier.state.tickets[reversal.code].patron)
    else:
        on = On(entry=number, patron=reversal.patron)
    limits = config.cage_of(identity.role)
    deed = Deed("reverse_entry", on, abs(reversal.amount), limits.pay_max, data.reason, data.note, data.second)
    action = await cage.begins(identity, address, deed, limits)
    return await booked(cage, action, await cashier.reverse(reversal, data.id))


async def booked(cage: CageLog, action: int, answer: CashierAnswer) -> Booked:
    if answer.refusal is not None:
        await cage.staff_log.refused(action, answer.refusal)
        raise RequestRefused(answer.refusal)
    if answer.is_repeated:  # keeps the log's sums right: this was counted before
        await cage.staff_log.refused(action, ServerRefusal.WAS_DONE_BEFORE)
    return Booked(answer.amount, answer.entry)


ROUTES: list[ControllerRouterHandler] = [ticket, pay, patron, buy_in, entries, reverse]
