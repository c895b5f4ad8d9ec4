"""Cash drawers: a member of staff opens one with a count, sees what it should hold, and closes it with another count.

A difference above the floor's amount is confirmed by a second person. Counts and differences are in the staff log.
"""

from datetime import date
from typing import Annotated

from litestar import get, post
from litestar.params import JSONBody, QueryParameter
from litestar.types import ControllerRouterHandler
from msgspec import Meta, Struct
from msgspec.structs import replace

from punto.ledger.drawers import CloseDrawer, Drawer, DrawerRefusal
from punto.server.cashier.desk import CashierDesk
from punto.server.config.floor_config import FloorConfig
from punto.server.config.gaming_day import day_bounds
from punto.server.people.accounts import Accounts
from punto.server.protocol.parts import CommandId
from punto.server.protocol.refusals import AnyRefusal, ServerRefusal
from punto.server.rest.cage_log import CageLog, Deed
from punto.server.rest.desks import Desk
from punto.server.rest.guards import CAGE, SUPERVISOR, Address, Who
from punto.server.rest.problems import RequestRefused
from punto.server.rest.routes.staff import NoteText
from punto.server.rest.second_person import SecondPerson
from punto.server.staff.staff_events import On
from punto.server.staff.staff_log import StaffLog

COUNT_MAX = 10**12
Counted = Annotated[int, Meta(ge=0, le=COUNT_MAX)]


class OpenCount(Struct, frozen=True, forbid_unknown_fields=True):
    id: CommandId
    counted: Counted
    note: NoteText = ""
    second: SecondPerson | None = None  # above the amount that one person may move alone


class CloseCount(Struct, frozen=True, forbid_unknown_fields=True):
    id: CommandId
    counted: Counted
    note: NoteText = ""
    second: SecondPerson | None = None  # when the difference is larger than the floor allows one person


class DrawerView(Struct, frozen=True, kw_only=True):
    """Amounts in the currency's smallest unit; sums are net of reversals."""

    number: int
    by: str
    name: str
    opened_at: int
    opened_with: int
    buy_ins: int
    bought_in: int
    redemptions: int
    redeemed: int
    hand_pays: int
    hand_paid: int
    tip_payments: int
    tips_paid: int
    reversals: int
    should_hold: int
    counted: int | None  # null: open
    difference: int  # over when positive, short when negative
    closed_at: int | None
    second: str  # name of who confirmed the difference


class OwnDrawer(Struct, frozen=True):
    drawer: DrawerView | None  # null: none is open
    is_needed: bool  # no deed in cash without one
    difference_alone: int  # a larger one needs a second person
    second_person_above: int  # a deed of more than this needs one
    currency: str
    currency_digits: int


class DrawerCounted(Struct, frozen=True):
    entry: int  # its number in the cashier's log, which is its receipt's too
    drawer: int
    counted: int


class DrawerList(Struct, frozen=True):
    drawers: tuple[DrawerView, ...]  # newest first
    bought_in: int
    paid_out: int  # redeemed, paid by hand, tips
    difference: int


@get("/api/drawer", roles=CAGE, summary="Your open drawer")
async def own_drawer(
    config: Desk[FloorConfig], accounts: Desk[Accounts], cashier: Desk[CashierDesk], identity: Who
) -> OwnDrawer:
    drawer = cashier.drawers.of(identity.account)
    return OwnDrawer(
        None if drawer is None else await _view(accounts, drawer),
        cashier.drawers.are_needed,
        config.drawer_difference_alone,
        config.cage_of(identity.role).second_person_above,
        config.currency,
        config.currency_digits,
    )


@post("/api/drawer/open", status_code=200, roles=CAGE, summary="Open a drawer with a counted amount")
async def open_drawer(
    config: Desk[FloorConfig],
    cashier: Desk[CashierDesk],
    cage: Desk[CageLog],
    identity: Who,
    address: Address,
    data: JSONBody[OpenCount],
) -> DrawerCounted:
    deed = Deed("open_drawer", On(thing="drawer"), data.counted, None, note=data.note, second=data.second)
    action, _ = await cage.confirmed(identity, address, deed, config.cage_of(identity.role))
    answer = await cashier.open_drawer(identity.account, data.counted, data.id)
    if answer.refusal is not None:
        raise await _refused(cage, action, answer.refusal)
    if answer.is_repeated:
        await cage.staff_log.refused(action, ServerRefusal.WAS_DONE_BEFORE)
    return DrawerCounted(answer.entry, answer.drawer, answer.amount)


@post("/api/drawer/close", status_code=200, roles=CAGE, summary="Count and close your drawer")
async def close_drawer(
    config: Desk[FloorConfig],
    cashier: Desk[CashierDesk],
    cage: Desk[CageLog],
    identity: Who,
    address: Address,
    data: JSONBody[CloseCount],
) -> DrawerCounted:
    """A count that was sent before gets its first answer."""
    by, drawer = identity.account, cashier.drawers.of(identity.account)
    if await cashier.knows(by, data.id):
        answer = await cashier.close_drawer(CloseDrawer(by, data.counted, should_hold=0), data.id)
        if answer.refusal is not None:
            raise RequestRefused(answer.refusal)
        return DrawerCounted(answer.entry, answer.drawer, answer.amount)
    if drawer is None:
        refusal = DrawerRefusal.DRAWER_IS_NOT_OPEN
        await cage.staff_log.acts(identity, "close_drawer", On(thing="drawer"), note=data.note, refusal=refusal)
        raise RequestRefused(refusal)
    deed = Deed(
        "close_drawer",
        On(thing=f"drawer {drawer.number}"),
        abs(data.counted - drawer.should_hold),
        None,
        note=data.note,
        second=data.second,
        before=str(drawer.should_hold),
        after=str(data.counted),
    )
    limits = replace(config.cage_of(identity.role), second_person_above=config.drawer_difference_alone)
    action, second = await cage.confirmed(identity, address, deed, limits)
    answer = await cashier.close_drawer(CloseDrawer(by, data.counted, drawer.should_hold, second), data.id)
    if answer.refusal is not None:
        raise await _refused(cage, action, answer.refusal)
    return DrawerCounted(answer.entry, answer.drawer, answer.amount)


@get("/api/drawers", roles=SUPERVISOR, summary="Drawers by shift: open ones, and those closed on these gaming days")
async def drawers(
    config: Desk[FloorConfig],
    accounts: Desk[Accounts],
    cashier: Desk[CashierDesk],
    staff_log: Desk[StaffLog],
    identity: Who,
    first: Annotated[date | None, QueryParameter(description="Gaming day; default all that are at hand.")] = None,
    last: Annotated[date | None, QueryParameter(description="Gaming day; default `first`.")] = None,
) -> DrawerList:
    await staff_log.reads(identity, "read_report", On(thing="drawers"))
    found = [*cashier.drawers.closed, *cashier.drawers.open.values()]
    if first is not None:
        start, _ = day_bounds(first, config.zone, config.day_start)
        _, end = day_bounds(last or first, config.zone, config.day_start)
        found = [each for each in found if each.counted is None or start <= each.closed_at < end]
    found.sort(key=lambda each: -each.number)
    return DrawerList(
        tuple([await _view(accounts, each) for each in found]),
        bought_in=sum(each.bought_in for each in found),
        paid_out=sum(each.redeemed + each.hand_paid + each.tips_paid for each in found),
        difference=sum(each.difference for each in found),
    )


async def _view(accounts: Accounts, drawer: Drawer) -> DrawerView:
    return DrawerView(
        number=drawer.number,
        by=drawer.by,
        name=await accounts.name_of(drawer.by),
        opened_at=drawer.opened_at,
        opened_with=drawer.opened_with,
        buy_ins=drawer.buy_ins,
        bought_in=drawer.bought_in,
        redemptions=drawer.redemptions,
        redeemed=drawer.redeemed,
        hand_pays=drawer.hand_pays,
        hand_paid=drawer.hand_paid,
        tip_payments=drawer.tip_payments,
        tips_paid=drawer.tips_paid,
        reversals=drawer.reversals,
        should_hold=drawer.should_hold,
        counted=drawer.counted,
        difference=drawer.difference,
        closed_at=drawer.closed_at or None,
        second=await accounts.name_of(drawer.second) if drawer.second else "",
    )


async def _refused(cage: CageLog, action: int, refusal: AnyRefusal) -> RequestRefused:
    await cage.staff_log.refused(action, refusal)
    return RequestRefused(refusal)


ROUTES: list[ControllerRouterHandler] = [own_drawer, open_drawer, close_drawer, drawers]
