"""Receipts of what was done in cash: as text for a printer, or as a page for a browser's own print dialog."""

from litestar import MediaType, get
from litestar.params import FromPath
from litestar.types import ControllerRouterHandler
from msgspec import Struct

from punto.ledger.cashier import CashierRefusal
from punto.server.cashier.desk import CashierDesk
from punto.server.cashier.receipts import Named, has_receipt, receipt_page, receipt_text
from punto.server.config.floor_config import FloorConfig
from punto.server.people.accounts import Accounts
from punto.server.rest.consoles.cage.house_owes import recipient_name
from punto.server.rest.desks import Desk
from punto.server.rest.guards import CAGE, Who
from punto.server.rest.problems import RequestRefused
from punto.server.staff.staff_events import On
from punto.server.staff.staff_log import StaffLog


class Receipt(Struct, frozen=True):
    number: int
    text: str


@get("/api/cashier/entries/{number:int}/receipt", roles=CAGE, summary="The receipt of an entry")
async def receipt(
    config: Desk[FloorConfig],
    accounts: Desk[Accounts],
    cashier: Desk[CashierDesk],
    staff_log: Desk[StaffLog],
    identity: Who,
    number: FromPath[int],
) -> Receipt:
    await staff_log.reads(identity, "read_receipt", On(entry=number))
    return Receipt(number, await _text(config, accounts, cashier, number))


@get(
    "/api/cashier/entries/{number:int}/receipt.html",
    roles=CAGE,
    summary="The same as a page to print",
    media_type=MediaType.HTML,
)
async def printed(
    config: Desk[FloorConfig],
    accounts: Desk[Accounts],
    cashier: Desk[CashierDesk],
    staff_log: Desk[StaffLog],
    identity: Who,
    number: FromPath[int],
) -> str:
    await staff_log.reads(identity, "read_receipt", On(entry=number))
    return receipt_page(await _text(config, accounts, cashier, number), number)


async def _text(config: FloorConfig, accounts: Accounts, cashier: CashierDesk, number: int) -> str:
    entry = await cashier.entry(number)
    if entry is None or not has_receipt(entry):
        raise RequestRefused(CashierRefusal.ENTRY_IS_UNKNOWN)
    named = Named(
        staff=await accounts.name_of(entry.by),
        patron=await accounts.name_of(entry.patron) if entry.patron else "",
        recipient=await recipient_name(config, accounts, entry.goes_to) if entry.goes_to else "",
    )
    return receipt_text(config, entry, named)


ROUTES: list[ControllerRouterHandler] = [receipt, printed]
