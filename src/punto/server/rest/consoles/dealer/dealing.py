"""The dealer's steps at a hand-dealt table: tap in and out, shoe, betting, cards, result, pause. All in the staff log.

A step is done in the name of the dealer who has tapped in. Lines of a reader are not logged one by one: the table's own
events hold every card.
"""

from typing import Annotated, Literal

from litestar import get, post
from litestar.params import FromPath, JSONBody
from litestar.types import ControllerRouterHandler
from msgspec import Meta, Struct
from msgspec.structs import replace

from punto.server.dealing.console_desk import ConsoleDesk
from punto.server.dealing.dealing import Dealing
from punto.server.dealing.reader import ScanOutcome
from punto.server.people.accounts import Accounts
from punto.server.people.identity import Role
from punto.server.protocol.parts import CommandId
from punto.server.protocol.refusals import PeopleRefusal, ServerRefusal
from punto.server.protocol.staff import ConsoleState, SupervisorCall
from punto.server.rest.consoles.dealer.acting import AT, At
from punto.server.rest.desks import Desk, Tables
from punto.server.rest.guards import DEALER, SUPERVISOR, Address
from punto.server.rest.problems import RequestRefused
from punto.server.rest.routes.staff import NoteText, Resuming, TableVersion, WithReason
from punto.server.rest.second_person import Name, PinDigits
from punto.server.staff.staff_failures import StaffFailures
from punto.server.streams.request import named_id
from punto.table.commands import Pause, Resume
from punto.table.hand_commands import (
    CloseBetting,
    ConfirmResult,
    ConfirmShoe,
    EndStage,
    OpenBetting,
    SeeDivider,
    TapIn,
    TapOut,
)
from punto.table.reasons import MAY_BE_READ_AGAIN
from punto.table.refusals import Refusal
from punto.table.state import PausedPhase


class TappingIn(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name  # or the account's id
    pin: PinDigits


class TappingOut(Struct, frozen=True, forbid_unknown_fields=True):
    pin: PinDigits = ""  # of the dealer who taps out; a supervisor needs none


class NewShoe(Struct, frozen=True, forbid_unknown_fields=True):
    old_cards_removed: bool
    new_cards_shuffled: bool  # once more


class Opening(Struct, frozen=True, forbid_unknown_fields=True):
    is_free_hand: bool = False  # a round on which nobody bets


class ScannedLine(Struct, frozen=True, forbid_unknown_fields=True):
    line: Annotated[str, Meta(max_length=256)]
    id: CommandId | Literal[""] = ""  # a line sent again under the same id gets its first answer


class CallText(Struct, frozen=True, forbid_unknown_fields=True):
    text: NoteText = ""


class DealtTable(Struct, frozen=True):
    """A hand-dealt table to choose from."""

    table: str
    title: str
    dealer: str  # the name of who has tapped in; empty: nobody


class DealtTables(Struct, frozen=True):
    tables: tuple[DealtTable, ...]


class WithPin(Struct, frozen=True):
    """Somebody who may tap in, or confirm as a second person, with a PIN."""

    id: str
    name: str
    role: Role


class PeopleWithPins(Struct, frozen=True):
    people: tuple[WithPin, ...]  # by name


@get("/api/staff/dealers", roles=DEALER, summary="Who may deal or confirm with a PIN")
async def dealers(accounts: Desk[Accounts]) -> PeopleWithPins:
    """So that a console needs no keyboard."""
    may = [each for each in await accounts.staff() if each.role in DEALER.roles and each.pin and not each.is_suspended]
    people = [WithPin(each.id, await accounts.name_of(each.id), each.role) for each in may]
    return PeopleWithPins(tuple(sorted(people, key=lambda each: each.name.casefold())))


@get("/api/dealing", roles=DEALER, summary="Hand-dealt tables")
async def dealt_tables(dealing: Desk[Dealing], tables: Desk[Tables], accounts: Desk[Accounts]) -> DealtTables:
    watched = [dealing.watch[table].table for table in dealing.watch if table in tables]
    return DealtTables(
        tuple([DealtTable(each.config.id, each.config.title, await accounts.name_of(each.dealer)) for each in watched])
    )


@get("/api/dealing/{table:str}", roles=DEALER, summary="The console of a hand-dealt table")
async def console(dealing: Desk[Dealing], table: FromPath[str]) -> ConsoleState:
    return await _state(dealing.consoles, table)


@post("/api/dealing/{table:str}/tap-in", status_code=200, roles=DEALER, summary="Tap in", dependencies=AT)
async def tap_in(
    at: At, accounts: Desk[Accounts], staff_failures: Desk[StaffFailures], address: Address, data: JSONBody[TappingIn]
) -> TableVersion:
    """Another dealer takes the table, between rounds or while it is paused."""
    dealer = await checked_pin(accounts, staff_failures, data.name, data.pin, address)
    on = replace(at.on, account=dealer)
    await at.dealing.name_dealer(dealer)
    return await at.act(TapIn(dealer, dealer), on=on, before=at.state.dealer, after=dealer)


@post("/api/dealing/{table:str}/tap-out", status_code=200, roles=DEALER, summary="Tap out", dependencies=AT)
async def tap_out(
    at: At, accounts: Desk[Accounts], staff_failures: Desk[StaffFailures], address: Address, data: JSONBody[TappingOut]
) -> TableVersion:
    dealer = at.dealer
    if at.identity.role is Role.DEALER or data.pin:
        await checked_pin(accounts, staff_failures, dealer, data.pin, address)
    return await at.act(TapOut(dealer), on=replace(at.on, account=dealer), before=dealer)


async def checked_pin(accounts: Accounts, failures: StaffFailures, who: str, pin: str, address: str) -> str:
    """The account of somebody who may deal."""
    account = await accounts.pins.check(who, pin, address)
    if isinstance(account, PeopleRefusal):
        failures.failed(await accounts.pins.account_of(who), "check_pin", who, address, account)
        raise RequestRefused(account, retry_after_ms=await accounts.pins.wait_ms(who, address))
    if account.role not in DEALER.roles:
        raise RequestRefused(ServerRefusal.ROLE_IS_NOT_ALLOWED)
    await failures.write(account.id)
    return account.id


@post("/api/dealing/{table:str}/shoe", status_code=200, roles=DEALER, summary="Confirm a new shoe", dependencies=AT)
async def confirm_shoe(at: At, data: JSONBody[NewShoe]) -> TableVersion:
    if not (data.old_cards_removed and data.new_cards_shuffled):
        raise RequestRefused(ServerRefusal.BOTH_STATEMENTS_ARE_NEEDED)
    return await at.act(ConfirmShoe(at.dealer), after="old cards removed, new cards shuffled once more")


@post("/api/dealing/{table:str}/open", status_code=200, roles=DEALER, summary="Open betting", dependencies=AT)
async def open_betting(at: At, data: JSONBody[Opening]) -> TableVersion:
    """Or deal a free hand, on which nobody bets."""
    return await at.act(OpenBetting(at.dealer, data.is_free_hand), after="free hand" if data.is_free_hand else "")


@post("/api/dealing/{table:str}/close", status_code=200, roles=DEALER, summary="Close betting", dependencies=AT)
async def close_betting(at: At) -> TableVersion:
    return await at.act(CloseBetting(at.dealer))


@post("/api/dealing/{table:str}/scan", status_code=200, roles=DEALER, summary="A line of a reader", dependencies=AT)
async def scan(at: At, data: JSONBody[ScannedLine]) -> ScanOutcome:
    """Of a reader that types into the console like a keyboard."""
    _ = at.watched
    named = named_id(data.id, at.identity.account, at.table) if data.id else ""
    outcome = await at.dealing.scans.scan(at.table, data.line, id=named)
    if isinstance(outcome, ServerRefusal):
        raise RequestRefused(outcome)
    return outcome


@post("/api/dealing/{table:str}/confirm", status_code=200, roles=DEALER, summary="Confirm a result", dependencies=AT)
async def confirm_result(at: At) -> TableVersion:
    """The cards on the felt are those on the screen: the round is settled."""
    table = at.state
    return await at.act(ConfirmResult(at.dealer), after=f"{table.player} / {table.banker}")


@post("/api/dealing/{table:str}/divider", status_code=200, roles=DEALER, summary="The divider is out", dependencies=AT)
async def see_divider(at: At) -> TableVersion:
    return await at.act(SeeDivider(at.dealer))


@post("/api/dealing/{table:str}/pause", status_code=200, roles=DEALER, summary="Pause a dealt table", dependencies=AT)
async def pause(at: At, data: JSONBody[WithReason]) -> TableVersion:
    by = at.state.dealer or at.identity.account
    return await at.act(Pause(by, data.reason), reason=data.reason, note=data.note)


@post("/api/dealing/{table:str}/scan-again", status_code=200, roles=DEALER, summary="Scan again", dependencies=AT)
async def scan_again(at: At, data: JSONBody[Resuming]) -> TableVersion:
    """After a card that could not be read rightly; everything else is a supervisor's, who says whether a stray card was
    drawn or has set it aside."""
    phase = at.state.phase
    if not isinstance(phase, PausedPhase):
        raise RequestRefused(Refusal.TABLE_IS_NOT_PAUSED)
    is_dealers = phase.reason in MAY_BE_READ_AGAIN
    if not is_dealers and at.identity.role not in SUPERVISOR.roles:
        raise RequestRefused(ServerRefusal.CANNOT_SCAN_AGAIN)
    by = at.dealer if is_dealers else at.identity.account
    return await at.act(Resume(by, data.nothing_drawn), reason=phase.reason, before=phase.detail)


@post("/api/dealing/{table:str}/end-stage", status_code=200, roles=DEALER, summary="End a squeeze", dependencies=AT)
async def end_stage(at: At) -> TableVersion:
    """A card was revealed early by accident, and the result is the same."""
    return await at.act(EndStage(at.dealer))


@post("/api/dealing/{table:str}/call", status_code=200, roles=DEALER, summary="Call a supervisor", dependencies=AT)
async def call_supervisor(at: At, accounts: Desk[Accounts], data: JSONBody[CallText]) -> SupervisorCall:
    _ = at.watched
    by = at.state.dealer or at.identity.account
    await at.staff_log.acts(at.identity, "call_supervisor", at.on, note=data.text)
    call = at.dealing.calls.call(at.table, by, data.text)
    return SupervisorCall(call.id, call.table, call.text, by, await accounts.name_of(by), call.at)


async def _state(consoles: ConsoleDesk, table: str) -> ConsoleState:
    state = await consoles.state(table)
    if state is None:
        raise RequestRefused(ServerRefusal.TABLE_IS_UNKNOWN)
    return state


ROUTES: list[ControllerRouterHandler] = [
    dealers,
    dealt_tables,
    console,
    tap_in,
    tap_out,
    confirm_shoe,
    open_betting,
    close_betting,
    scan,
    confirm_result,
    see_divider,
    pause,
    scan_again,
    end_stage,
    call_supervisor,
]
