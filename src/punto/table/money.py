"""What an event means in money: one move, read off the event; and the journal that our own ledger books for it.

A move says what happens to patrons' money and not where it is kept, so that another wallet can carry it out.
"""

from collections import defaultdict
from collections.abc import Container, Mapping
from typing import assert_never

from msgspec import Struct

from punto.ledger.accounts import Account, currency_of, escrow, fees_of, house_for, is_bot, purse, tips
from punto.ledger.journal import NOTHING, Journal
from punto.rules.money import Amount
from punto.table import events
from punto.table.settled_wagers import OwnWagers
from punto.table.state import Table


class Hold(Struct, frozen=True):
    """A stake leaves the patron's purse and lies on the felt."""

    patron: str
    amount: int


class Release(Struct, frozen=True):
    """Stakes come back from the felt: taken back by the patron, or the coup was cancelled."""

    amounts: tuple[tuple[str, int], ...]  # patron and amount; a patron is in it once


class Settle(Struct, frozen=True):
    """The coup is over: every stake leaves the felt, and patrons get what is returned."""

    patrons: Mapping[str, OwnWagers]  # by patron, in the order in which they are booked


class Reverse(Struct, frozen=True):
    """A settled coup was voided or corrected: patrons get the difference, or give it back."""

    adjustments: tuple[events.Adjustment, ...]


class Tip(Struct, frozen=True):
    patron: str
    amount: int
    goes_to: str


Move = Hold | Release | Settle | Reverse | Tip


def move_of(event: events.Event) -> Move | None:
    """None: no money moves."""
    match event:
        case events.WagersChanged(patron=patron, added=added):
            return Hold(patron, added) if added > 0 else Release(((patron, -added),)) if added else None
        case events.CoupSettled():
            return Settle(event.by_patron)
        case events.CoupCancelled(returned=returned):
            return Release(returned)
        case events.CoupVoided(adjustments=adjustments) | events.CoupCorrected(adjustments=adjustments):
            return Reverse(adjustments)
        case events.TipGiven(patron=patron, amount=amount, goes_to=goes_to):
            return Tip(patron, amount, goes_to)
        case (
            events.ShoeCommitted()
            | events.ContributionMade()
            | events.ShoeOpened()
            | events.ShoeRevealed()
            | events.ShoeEnded()
            | events.ShoeAbandoned()
            | events.CardsBurned()
            | events.BettingOpened()
            | events.ChoiceMade()
            | events.BettingClosed()
            | events.CardsStruck()
            | events.CardDealt()
            | events.StageOpened()
            | events.CardOpened()
            | events.HandTurned()
            | events.StageEnded()
            | events.Paused()
            | events.Resumed()
            | events.DisputeRaised()
            | events.DisputeDismissed()
            | events.DealerChanged()
            | events.DividerSeen()
            | events.CardSetAside()
            | events.CoupRebuilt()
        ):
            return None
    assert_never(event)


def purse_changes(move: Move, patrons: Container[str]) -> list[tuple[str, int]]:
    """What a move adds to the purses of some patrons; one patron may be in it several times."""
    match move:
        case Hold(patron=patron, amount=amount) | Tip(patron=patron, amount=amount):
            return [(patron, -amount)] if patron in patrons else []
        case Release(amounts=amounts):
            return [each for each in amounts if each[0] in patrons]
        case Settle(patrons=settled):
            return [(patron, own.returned) for patron, own in settled.items() if patron in patrons]
        case Reverse(adjustments=adjustments):
            return [(each.patron, each.amount) for each in adjustments if each.patron in patrons]
    assert_never(move)


# --- in our own ledger ------------------------------------------------------------------------------------------------


def escrow_of(table: Table) -> Account:
    """Holds the stakes of the running coup."""
    return escrow(table.config.id, table.shoe, table.coup, table.config.currency)


def journal_of(move: Move, stakes: Account) -> Journal:
    """`stakes` is the escrow of the coup."""
    currency = currency_of(stakes)
    match move:
        case Hold(patron=patron, amount=amount):
            return Journal({purse(patron, currency): Amount(-amount), stakes: Amount(amount)})
        case Release(amounts=amounts):
            back = {purse(patron, currency): amount for patron, amount in amounts}
            return _journal({**back, stakes: -sum(back.values())})
        case Settle(patrons=settled):
            return _settled(settled, stakes, currency)
        case Reverse(adjustments=adjustments):
            return _adjusted(adjustments, currency)
        case Tip(patron=patron, amount=amount, goes_to=goes_to):
            account = house_for(patron, currency) if is_bot(patron) else tips(currency, goes_to)
            return _journal({purse(patron, currency): -amount, account: amount})
    assert_never(move)


def journal_in(stakes: Account, event: events.Event) -> Journal:
    """For auditors, who derive all money from the events again."""
    move = move_of(event)
    return NOTHING if move is None else journal_of(move, stakes)


def journal_for(table: Table, event: events.Event) -> Journal:
    """`table` is the state before the event."""
    return journal_in(escrow_of(table), event)


def unmoved_purses(move: Move, currency: str) -> tuple[Account, ...]:
    """Of those whose wagers a coup has ended without giving anything back: the journal has no line for them."""
    if not isinstance(move, Settle):
        return ()
    return tuple([purse(patron, currency) for patron, own in move.patrons.items() if not own.returned])


def _settled(patrons: Mapping[str, OwnWagers], stakes: Account, currency: str) -> Journal:
    lines: dict[Account, int] = {stakes: -sum([own.staked for own in patrons.values()])}
    for patron, own in patrons.items():
        lines[purse(patron, currency)] = own.returned
        house = house_for(patron, currency)
        lines[house] = lines.get(house, 0) + own.staked - own.returned - own.fee
        if own.fee:
            fees = fees_of(patron, currency)
            lines[fees] = lines.get(fees, 0) + own.fee
    return _journal(lines)


def _adjusted(adjustments: tuple[events.Adjustment, ...], currency: str) -> Journal:
    lines: dict[Account, int] = defaultdict(int)
    for each in adjustments:
        lines[purse(each.patron, currency)] += each.amount
        lines[house_for(each.patron, currency)] -= each.amount + each.fee
        if each.fee:
            lines[fees_of(each.patron, currency)] += each.fee
    return _journal(lines)


def _journal(lines: dict[Account, int]) -> Journal:
    return Journal({account: Amount(amount) for account, amount in lines.items()})
