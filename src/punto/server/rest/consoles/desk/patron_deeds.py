"""The patrons' desk, acting: notes, limits, exclusion, adjustments, and all of a person's data as one file.

Each deed is in the staff log before it is done. Suspending and erasing are in `rest/routes/admin.py`.
"""

from typing import Annotated, Literal, NoReturn

from litestar import Response, delete, get, patch, post
from litestar.params import FromPath, JSONBody
from litestar.types import ControllerRouterHandler
from msgspec import UNSET, Meta, Struct, structs

from punto.ledger.cashier_commands import AdjustPurse
from punto.ledger.journal import AMOUNT_MAX
from punto.server.cashier.desk import CashierDesk
from punto.server.config.floor_config import FloorConfig
from punto.server.patrons_desk.notes import NOTE_MAX, PatronNotes
from punto.server.patrons_desk.personal_data import PersonalData
from punto.server.people.accounts import Accounts
from punto.server.people.limits.own_limits import (
    DAY_MS,
    EXCLUSION_DAYS_MAX,
    EXCLUSION_DAYS_MIN,
    FOR_EVER,
    OwnLimits,
    WantedLimits,
)
from punto.server.people.limits.protection import ProtectionDesk
from punto.server.protocol.parts import CommandId
from punto.server.protocol.refusals import AnyRefusal, PeopleRefusal, PlayCreditsRefusal, ServerRefusal
from punto.server.rest.cage_log import CageLog, Deed
from punto.server.rest.consoles.desk.patrons_desk import NoteView, known_patron
from punto.server.rest.desks import Clock, Desk
from punto.server.rest.guards import SUPERVISOR, Address, Who
from punto.server.rest.personal_file import PersonalFile
from punto.server.rest.problems import RequestRefused
from punto.server.rest.routes.cage import BUY_IN_MAX, Booked, booked
from punto.server.rest.routes.protection import Limits, limits_of
from punto.server.rest.routes.staff import NoteText
from punto.server.rest.second_person import SecondPerson
from punto.server.staff.staff_events import On
from punto.server.staff.staff_log import StaffLog

AdjustmentReason = Literal["wrong_payout", "cash_difference", "booked_wrongly", "goodwill", "other"]
ExclusionReason = Literal["own_request", "harm", "house_rules", "authority", "other"]


class NewNote(Struct, frozen=True, forbid_unknown_fields=True):
    text: Annotated[str, Meta(min_length=1, max_length=NOTE_MAX)]


class Exclusion(Struct, frozen=True, forbid_unknown_fields=True):
    days: Annotated[int, Meta(ge=EXCLUSION_DAYS_MIN, le=EXCLUSION_DAYS_MAX)] | None  # null: for ever
    reason: ExclusionReason
    note: NoteText = ""


class Adjustment(Struct, frozen=True, forbid_unknown_fields=True):
    id: CommandId
    amount: Annotated[int, Meta(ge=-BUY_IN_MAX, le=BUY_IN_MAX)]  # below zero: taken from the purse
    reason: AdjustmentReason
    note: NoteText = ""
    second: SecondPerson | None = None  # always needed: a supervisor or an administrator


@post("/api/desk/patrons/{patron:str}/notes", status_code=200, roles=SUPERVISOR, summary="Add a note about a patron")
async def add_note(
    accounts: Desk[Accounts],
    notes: Desk[PatronNotes],
    staff_log: Desk[StaffLog],
    identity: Who,
    patron: FromPath[str],
    data: JSONBody[NewNote],
) -> NoteView:
    """Its text is not in the staff log, so that it can be erased."""
    await _present_patron(accounts, patron)
    action = await staff_log.acts(identity, "add_note", On(patron=patron))
    note = await notes.add(patron, data.text, identity.account)
    if isinstance(note, PeopleRefusal):
        await _refuse(staff_log, action, note)
    return NoteView(note.number, note.at, note.by, await accounts.name_of(note.by), note.text)


@delete("/api/desk/patrons/{patron:str}/notes/{number:int}", status_code=204, roles=SUPERVISOR, summary="Erase a note")
async def erase_note(
    accounts: Desk[Accounts],
    notes: Desk[PatronNotes],
    staff_log: Desk[StaffLog],
    identity: Who,
    patron: FromPath[str],
    number: FromPath[int],
) -> None:
    await known_patron(accounts, patron)
    action = await staff_log.acts(identity, "erase_patron_note", On(patron=patron, entry=number))
    if not await notes.erase(patron, number):
        await _refuse(staff_log, action, ServerRefusal.NOT_FOUND)


@patch("/api/desk/patrons/{patron:str}/limits", roles=SUPERVISOR, summary="Change a patron's limits")
async def change_limits(
    clock: Desk[Clock],
    accounts: Desk[Accounts],
    protection: Desk[ProtectionDesk],
    staff_log: Desk[StaffLog],
    identity: Who,
    patron: FromPath[str],
    data: JSONBody[WantedLimits],
) -> Limits:
    """As the patron's own: omitted limits stay, null removes one; lower at once, higher after 24 hours."""
    await _present_patron(accounts, patron)
    now = clock()
    before = protection.limits(patron)
    after = before.changed(data, now)
    wanted = [field for field in WantedLimits.__struct_fields__ if getattr(data, field) is not UNSET]
    await staff_log.acts(
        identity,
        "change_limits",
        On(patron=patron),
        before=_limits_words(before, wanted, now),
        after=_limits_words(after, wanted, now),
    )
    await protection.change(patron, data)
    return limits_of(protection, patron, clock())


@post("/api/desk/patrons/{patron:str}/exclude", status_code=200, roles=SUPERVISOR, summary="Exclude a patron")
async def exclude(
    clock: Desk[Clock],
    accounts: Desk[Accounts],
    protection: Desk[ProtectionDesk],
    staff_log: Desk[StaffLog],
    identity: Who,
    patron: FromPath[str],
    data: JSONBody[Exclusion],
) -> Limits:
    """For half a year or longer; it cannot be shortened. Accepted bets are settled, and the purse can be paid out. At
    the patron's own request it is their self-exclusion; for any other reason it is the house's, and they read that."""
    await _present_patron(accounts, patron)
    now = clock()
    before, by_house = protection.limits(patron), data.reason != "own_request"
    await staff_log.acts(
        identity,
        "exclude",
        On(patron=patron),
        reason=data.reason,
        note=data.note,
        before=_term(before.any_excluded_until, now),
        after=_term(before.excluded(data.days, now, by_house=by_house).any_excluded_until, now),
    )
    await protection.exclude(patron, data.days, by_house=by_house)
    return limits_of(protection, patron, clock())


@post("/api/desk/patrons/{patron:str}/adjust", status_code=200, roles=SUPERVISOR, summary="Adjust a patron's purse")
async def adjust(
    config: Desk[FloorConfig],
    accounts: Desk[Accounts],
    cashier: Desk[CashierDesk],
    cage: Desk[CageLog],
    identity: Who,
    address: Address,
    patron: FromPath[str],
    data: JSONBody[Adjustment],
) -> Booked:
    """A credit or a debit without cash, confirmed by a second person and reversible like any entry."""
    await _present_patron(accounts, patron)
    on, limits = On(patron=patron), config.cage_of(identity.role)
    balance = await cashier.balance(patron)
    if balance + data.amount > AMOUNT_MAX and not await cashier.knows(identity.account, data.id):
        refusal = PlayCreditsRefusal.PURSE_IS_FULL
        await cage.staff_log.acts(identity, "adjust_purse", on, amount=data.amount, note=data.note, refusal=refusal)
        raise RequestRefused(refusal)
    deed = Deed(
        "adjust_purse",
        on,
        abs(data.amount),
        limits.buy_in_max if data.amount > 0 else limits.pay_max,
        reason=data.reason,
        note=data.note,
        second=data.second,
        access=SUPERVISOR,
        moves=data.amount,
        before=str(balance),
        after=str(balance + data.amount),
    )
    action = await cage.begins(identity, address, deed, structs.replace(limits, second_person_above=-1))
    await _present_patron(accounts, patron)  # again: checking the second person takes time
    command = AdjustPurse(patron, data.amount, data.reason, identity.account)
    return await booked(cage, action, await cashier.adjust(command, data.id, limits.day_max))


@get("/api/desk/patrons/{patron:str}/data", roles=SUPERVISOR, summary="All data about a person, as one file")
async def data(
    accounts: Desk[Accounts],
    personal_file: Desk[PersonalFile],
    staff_log: Desk[StaffLog],
    identity: Who,
    patron: FromPath[str],
) -> Response[PersonalData]:
    account = await known_patron(accounts, patron)
    await staff_log.acts(identity, "export_person", On(patron=patron))
    name = f'attachment; filename="data-{patron}.json"'
    return Response(await personal_file.of(account), headers={"content-disposition": name})


async def _present_patron(accounts: Accounts, patron: str) -> None:
    """Somebody who is not erased, nor about to be."""
    account = await known_patron(accounts, patron)
    if account.is_erased or patron in accounts.leaving:
        raise RequestRefused(PeopleRefusal.ACCOUNT_IS_UNKNOWN)


async def _refuse(staff_log: StaffLog, action: int, refusal: AnyRefusal) -> NoReturn:
    await staff_log.refused(action, refusal)
    raise RequestRefused(refusal)


def _limits_words(limits: OwnLimits, fields: list[str], now: int) -> str:
    """`loss_a_day 1500, later 3000`."""
    return "; ".join(f"{field} {_limit_words(limits, field, now)}" for field in fields)


def _limit_words(limits: OwnLimits, field: str, now: int) -> str:
    if field == "reality_check_minutes":
        return str(limits.reality_check_minutes or "none")
    limit = getattr(limits, field)
    current = limit.at(now)
    is_later = limit.next_at is not None and now < limit.next_at
    words = "none" if current is None else str(current)
    return f"{words}, later {'none' if limit.next_value is None else limit.next_value}" if is_later else words


def _term(until: int, now: int) -> str:
    if until <= now:
        return "may play"
    return "excluded for ever" if until == FOR_EVER else f"excluded for {-(-(until - now) // DAY_MS)} days"


ROUTES: list[ControllerRouterHandler] = [add_note, erase_note, change_limits, exclude, adjust, data]
