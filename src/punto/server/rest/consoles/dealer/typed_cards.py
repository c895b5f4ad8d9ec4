"""Cards that a person types because no reader reads them, and the second person who confirms each.

The second person gives a PIN at the console, or confirms on a device of their own: then the card waits until somebody
has. Whoever confirms is neither the dealer who typed it nor signed in as they are.
"""

from typing import Annotated, Literal

from litestar import get, post
from litestar.params import FromPath, JSONBody
from litestar.types import ControllerRouterHandler
from msgspec import Meta, Struct
from msgspec.structs import replace

from punto.rules.cards import InvalidCard
from punto.server.dealing.confirmations import Pending
from punto.server.dealing.dealing import Dealing
from punto.server.people.identity import Identity
from punto.server.protocol.parts import SideName
from punto.server.protocol.refusals import ServerRefusal
from punto.server.protocol.staff import Confirmation
from punto.server.rest.consoles.dealer.acting import AT, Acting, At
from punto.server.rest.desks import Desk, Tables
from punto.server.rest.guards import DEALER, Address, Who
from punto.server.rest.problems import RequestRefused
from punto.server.rest.second_person import SecondPerson, Witnesses
from punto.server.staff.staff_events import On
from punto.server.staff.staff_log import StaffLog
from punto.table.commands import EnterCard
from punto.table.refusals import Refusal
from punto.table.state import Dealing as DealingPhase
from punto.table.state import NeedsBurn, Table

CardText = Annotated[str, Meta(min_length=2, max_length=4)]


class TypedCard(Struct, frozen=True, forbid_unknown_fields=True):
    card: CardText
    second: SecondPerson | None = None  # null: somebody confirms it on another device


class CardEntered(Struct, frozen=True):
    """Placed at a version of the table's log, or waiting for a second person."""

    version: int | None
    waits: Confirmation | None


class Decision(Struct, frozen=True, forbid_unknown_fields=True):
    decision: Literal["confirm", "decline"]


class Waiting(Struct, frozen=True):
    confirmations: tuple[Confirmation, ...]


@post("/api/dealing/{table:str}/card", status_code=200, roles=DEALER, summary="Type a card", dependencies=AT)
async def type_card(at: At, witnesses: Desk[Witnesses], address: Address, data: JSONBody[TypedCard]) -> CardEntered:
    dealer, card = at.dealer, _known(at.state, data.card)
    _check_due(at.state)
    if data.second is None:
        return CardEntered(None, await _waits(at, dealer, card))
    first = replace(at.identity, account=dealer)  # the dealer types it, whoever's session this is
    second = await at.confirmed(witnesses, first, data.second, address, EnterCard.__name__)
    version = await at.act(EnterCard(card, typed_by=dealer, confirmed_by=second), after=card, second=second)
    return CardEntered(version.version, None)


@get("/api/staff/confirmations", roles=DEALER, summary="What waits for a second person")
async def confirmations(dealing: Desk[Dealing]) -> Waiting:
    return Waiting(await dealing.consoles.confirmations())


@post("/api/staff/confirmations/{number:int}", status_code=200, roles=DEALER, summary="Confirm or decline")
async def decide(
    staff_log: Desk[StaffLog],
    tables: Desk[Tables],
    dealing: Desk[Dealing],
    identity: Who,
    number: FromPath[int],
    data: JSONBody[Decision],
) -> CardEntered:
    """As the second person, in a session of one's own."""
    pending = _found(dealing.confirmations.find(number))
    at = Acting(staff_log, tables, dealing, identity, pending.table)
    if data.decision == "decline":
        await staff_log.acts(identity, "decline_card", at.on, before=pending.card)
        _found(dealing.confirmations.take(number, "declined"))
        return CardEntered(None, None)
    if _is_own(pending, identity):
        raise await _refused(at, pending, ServerRefusal.SECOND_PERSON_IS_THE_SAME)
    _found(dealing.confirmations.take(number, "confirmed"))  # from here on nobody else can
    if _place(at.state) != pending.place:
        raise await _refused(at, pending, ServerRefusal.CONFIRMATION_IS_OUT_OF_DATE)
    command = EnterCard(pending.card, typed_by=pending.by, confirmed_by=identity.account)
    version = await at.act(command, after=pending.card, second=pending.by)
    return CardEntered(version.version, None)


@post("/api/staff/confirmations/{number:int}/withdraw", status_code=204, roles=DEALER, summary="Withdraw what waits")
async def withdraw(staff_log: Desk[StaffLog], dealing: Desk[Dealing], identity: Who, number: FromPath[int]) -> None:
    """By whoever typed it."""
    pending = _found(dealing.confirmations.find(number))
    if not _is_own(pending, identity):
        raise RequestRefused(ServerRefusal.ROLE_IS_NOT_ALLOWED, "only the person who typed it may withdraw it")
    await staff_log.acts(identity, "withdraw_card", On(table=pending.table), before=pending.card)
    _found(dealing.confirmations.take(number, "withdrawn"))


async def _waits(at: Acting, dealer: str, card: str) -> Confirmation:
    table = at.state
    side = table.next_side if isinstance(table.phase_under_way, DealingPhase) else None
    action = await at.staff_log.acts(at.identity, "type_card", at.on, after=card)
    pending = at.dealing.confirmations.propose(
        at.table,
        "type_card",
        card,
        side=_side_name(side.value if side else None),
        by=dealer,
        account=at.identity.account,
        place=_place(table),
    )
    if isinstance(pending, ServerRefusal):
        await at.staff_log.refused(action, pending)
        raise RequestRefused(pending)
    return await at.dealing.consoles.confirmation(pending)


async def _refused(at: Acting, pending: Pending, refusal: ServerRefusal) -> RequestRefused:
    """A confirmation that did not count, which the staff log keeps too."""
    await at.staff_log.acts(at.identity, EnterCard.__name__, at.on, after=pending.card, refusal=refusal)
    return RequestRefused(refusal)


def _side_name(side: str | None) -> SideName | None:
    return "player" if side == "player" else "banker" if side == "banker" else None


def _place(table: Table) -> tuple[int, int, int]:
    return table.shoe, table.coup, len(table.cards_out)


def _known(table: Table, text: str) -> str:
    try:
        return str(table.book.deck.card(text))
    except InvalidCard as error:
        raise RequestRefused(ServerRefusal.REQUEST_IS_INVALID, str(error)) from None


def _check_due(table: Table) -> None:
    """Nobody is asked to confirm a card that has no place to go."""
    phase = table.phase_under_way
    is_due = isinstance(phase, NeedsBurn) or (isinstance(phase, DealingPhase) and table.next_side is not None)
    if not is_due:
        raise RequestRefused(Refusal.NO_COUP_RUNS)


def _found(pending: Pending | None) -> Pending:
    if pending is None:
        raise RequestRefused(ServerRefusal.CONFIRMATION_IS_UNKNOWN)
    return pending


def _is_own(pending: Pending, identity: Identity) -> bool:
    return identity.account in (pending.by, pending.account)


ROUTES: list[ControllerRouterHandler] = [type_card, confirmations, decide, withdraw]
