"""A receipt for every deed in cash: a text as wide as a receipt printer, and the same text on a page for browsers."""

from datetime import datetime
from html import escape

from msgspec import Struct

from punto.server.cashier.cashier_entries import CashierEntry, Kind
from punto.server.cashier.ticket_code import written
from punto.server.config.floor_config import FloorConfig

WIDTH = 40  # characters, as printers on 80 mm paper have
TITLES: dict[Kind, str] = {
    "buy_in": "Buy-in",
    "paid_in_cash": "Ticket redeemed",
    "paid_by_hand": "Hand-pay",
    "buy_in_reversed": "Buy-in reversed",
    "payment_reversed": "Payment reversed",
    "tips_paid": "Tips paid out",
    "drawer_opened": "Drawer opened",
    "drawer_closed": "Drawer closed",
}
RECEIVED: tuple[Kind, ...] = ("buy_in", "payment_reversed")
PAID: tuple[Kind, ...] = ("paid_in_cash", "paid_by_hand", "buy_in_reversed", "tips_paid")


class Named(Struct, frozen=True):
    """Names that stand on a receipt; empty where there is none."""

    staff: str
    patron: str = ""
    recipient: str = ""  # of tips


def has_receipt(entry: CashierEntry) -> bool:
    return entry.kind in TITLES


def receipt_text(config: FloorConfig, entry: CashierEntry, named: Named) -> str:
    at = datetime.fromtimestamp(entry.at / 1000, config.zone)
    lines = [
        config.name.upper()[:WIDTH].center(WIDTH).rstrip(),
        "",
        _pair(f"Receipt {entry.number}", at.strftime("%Y-%m-%d %H:%M:%S")),
        "-" * WIDTH,
        TITLES[entry.kind],
        _pair(_moved(entry.kind), f"{config.currency} {amount_text(entry.amount, config.currency_digits)}"),
    ]
    if entry.ticket:
        lines.append(_pair("Ticket", written(entry.ticket)))
    if entry.patron:
        lines.append(_pair("Patron", named.patron or entry.patron[-8:]))
    if named.recipient:
        lines.append(_pair("For", named.recipient))
    if entry.reverses is not None:
        lines.append(_pair("Reverses receipt", str(entry.reverses)))
    if entry.is_reversed:
        lines.append("This entry was reversed later.")
    if entry.drawer:
        lines.append(_pair("Drawer", str(entry.drawer)))
    lines += [_pair("Served by", named.staff or "-"), "-" * WIDTH]
    return "\n".join(lines) + "\n"


def receipt_page(text: str, number: int) -> str:
    """Ready to print; no style of its own, so that the content policy has nothing to forbid."""
    title = f"Receipt {number}"
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title></head>'
        f"<body><pre>{escape(text)}</pre></body></html>\n"
    )


def amount_text(amount: int, digits: int) -> str:
    """In full, with thousands: 1,000.00."""
    sign, units = "-" if amount < 0 else "", abs(amount)
    whole, part = divmod(units, 10**digits)
    return f"{sign}{whole:,}.{part:0{digits}}" if digits else f"{sign}{whole:,}"


def _moved(kind: Kind) -> str:
    return "Received" if kind in RECEIVED else "Paid out" if kind in PAID else "Counted"


def _pair(name: str, value: str) -> str:
    room = WIDTH - len(name) - 1
    return f"{name} {value[:room].rjust(room)}"
