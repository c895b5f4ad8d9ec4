"""A patron's money: the purse, play credits and tickets.

Every request that moves money carries an id made by the client. A repeated id gets its first answer, so a ticket is
never lost with a connection.
"""

from itertools import islice
from typing import Annotated

from litestar import get, post
from litestar.params import JSONBody
from litestar.types import ControllerRouterHandler
from msgspec import Meta, Struct

from punto.ledger.cashier import CashierRefusal
from punto.server.cashier.cashier_requests import CashierAnswer
from punto.server.cashier.desk import CashierDesk
from punto.server.cashier.ticket_code import code_picture, read_code, written
from punto.server.config.floor_config import FloorConfig
from punto.server.protocol.parts import CommandId
from punto.server.rest.desks import Desk
from punto.server.rest.guards import PATRON, Who
from punto.server.rest.new_money import NewMoney
from punto.server.rest.problems import RequestRefused
from punto.server.streams.wallets.wallet import Wallet

TICKETS_MAX = 20  # shown to one patron


class OwnPurse(Struct, frozen=True):
    """Amounts in the currency's smallest unit."""

    balance: int
    currency: str
    currency_digits: int
    play_credits: int | None  # the top-up level; null: money is real
    play_credits_in_ms: int  # until the next top-up


class WithId(Struct, frozen=True, forbid_unknown_fields=True):
    id: CommandId


class Redeem(Struct, frozen=True, forbid_unknown_fields=True):
    id: CommandId
    code: Annotated[str, Meta(max_length=40)]


class TicketMade(Struct, frozen=True):
    code: str
    amount: int
    is_hand_pay: bool  # only an attendant may pay it
    qr_svg: str  # the code as a picture


class OwnTickets(Struct, frozen=True):
    tickets: list[TicketMade]


class Moved(Struct, frozen=True):
    amount: int


@get("/api/purse", roles=PATRON, summary="Your purse")
async def purse(config: Desk[FloorConfig], cashier: Desk[CashierDesk], wallet: Desk[Wallet], identity: Who) -> OwnPurse:
    return await _purse(config, cashier, wallet, identity.account)


@post("/api/purse/play-credits", status_code=200, roles=PATRON, summary="Top up the purse with play credits")
async def play_credits(
    config: Desk[FloorConfig],
    cashier: Desk[CashierDesk],
    wallet: Desk[Wallet],
    new_money: Desk[NewMoney],
    identity: Who,
    data: JSONBody[WithId],
) -> OwnPurse:
    """Once an hour, if the purse holds less than a guest starts with."""
    if not await cashier.knows(identity.account, data.id):
        refuse_new_money(new_money, identity.account)
    _done(await cashier.play_credits(identity.account, data.id))
    return await _purse(config, cashier, wallet, identity.account)


@post("/api/cashout", status_code=200, roles=PATRON, summary="Turn the whole purse into a ticket")
async def cash_out(cashier: Desk[CashierDesk], identity: Who, data: JSONBody[WithId]) -> TicketMade:
    """Refused while bets lie on any table. Ends auto-repeat."""
    answer = _done(await cashier.cash_out(identity.account, data.id))
    return TicketMade(written(answer.code), answer.amount, answer.is_hand_pay, code_picture(answer.code))


@post("/api/tickets/redeem", status_code=200, roles=PATRON, summary="Redeem a ticket into your purse")
async def redeem(cashier: Desk[CashierDesk], new_money: Desk[NewMoney], identity: Who, data: JSONBody[Redeem]) -> Moved:
    if not await cashier.knows(identity.account, data.id):
        refuse_new_money(new_money, identity.account)
    return Moved(_done(await cashier.redeem(ticket_code(data.code), identity.account, data.id)).amount)


@get("/api/tickets", roles=PATRON, summary="Your unpaid tickets")
async def own_tickets(cashier: Desk[CashierDesk], identity: Who) -> OwnTickets:
    """Newest first, so a code is not lost with the page that showed it."""
    found = islice(cashier.open_tickets(identity.account).items(), TICKETS_MAX)
    return OwnTickets(
        [TicketMade(written(code), each.amount, each.is_hand_pay, code_picture(code)) for code, each in found]
    )


async def _purse(config: FloorConfig, cashier: CashierDesk, wallet: Wallet, patron: str) -> OwnPurse:
    return OwnPurse(
        balance=await wallet.shown_balance(patron),
        currency=config.currency,
        currency_digits=config.currency_digits,
        play_credits=config.play_credits,
        play_credits_in_ms=cashier.credits.wait_ms(patron),
    )


def _done(answer: CashierAnswer) -> CashierAnswer:
    if answer.refusal is not None:
        raise RequestRefused(answer.refusal, retry_after_ms=answer.wait_ms)
    return answer


def ticket_code(text: str) -> str:
    code = read_code(text)
    if code is None:
        raise RequestRefused(CashierRefusal.TICKET_IS_UNKNOWN)
    return code


def refuse_new_money(new_money: NewMoney, patron: str) -> None:
    if reason := new_money.why_not(patron):
        raise RequestRefused(reason)


ROUTES: list[ControllerRouterHandler] = [
    purse,
    play_credits,
    cash_out,
    redeem,
    own_tickets,
]
