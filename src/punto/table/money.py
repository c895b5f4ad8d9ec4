"""What an event means in money: one journal, read off the event and the coup it belongs to."""

from collections import defaultdict
from typing import assert_never

from punto.ledger.accounts import Account, currency_of, escrow, house_for, is_bot, purse, tips
from punto.ledger.journal import NOTHING, Journal
from punto.rules.money import Amount
from punto.table import events
from punto.table.state import Table


def journal_for(table: Table, event: events.Event) -> Journal:
    """`table` is the state before the event."""
    return journal_in(escrow(table.config.id, table.shoe, table.coup, table.config.currency), event)


def journal_in(stakes: Account, event: events.Event) -> Journal:
    """The same, where no more is known than which account holds the stakes of the coup."""
    currency = currency_of(stakes)
    match event:
        case events.WagersChanged(patron=patron, added=added):
            return Journal({purse(patron, currency): Amount(-added), stakes: Amount(added)})
        case events.CoupSettled(wagers=wagers):
            lines: dict[Account, int] = defaultdict(int)
            for wager in wagers:
                lines[stakes] -= wager.stake
                lines[purse(wager.patron, currency)] += wager.returned
                lines[house_for(wager.patron, currency)] += wager.stake - wager.returned
            return _journal(lines)
        case events.CoupCancelled(returned=returned):
            back = {purse(patron, currency): amount for patron, amount in returned}
            return _journal({**back, stakes: -sum(back.values())})
        case events.CoupVoided(adjustments=adjustments) | events.CoupCorrected(adjustments=adjustments):
            return _adjusted(adjustments, currency)
        case events.TipGiven(patron=patron, amount=amount, goes_to=goes_to):
            account = house_for(patron, currency) if is_bot(patron) else tips(currency, goes_to)
            return _journal({purse(patron, currency): -amount, account: amount})
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
            | events.CardDealt()
            | events.StageOpened()
            | events.CardOpened()
            | events.StageEnded()
            | events.Paused()
            | events.Resumed()
            | events.DisputeRaised()
            | events.DisputeDismissed()
        ):
            return NOTHING
    assert_never(event)


def _adjusted(adjustments: tuple[events.Adjustment, ...], currency: str) -> Journal:
    lines: dict[Account, int] = defaultdict(int)
    for each in adjustments:
        lines[purse(each.patron, currency)] += each.amount
        lines[house_for(each.patron, currency)] -= each.amount
    return _journal(lines)


def unmoved_purses(table: Table, event: events.Event) -> tuple[Account, ...]:
    """Of those whose wagers a coup has ended without giving anything back: the journal has no line for them."""
    if not isinstance(event, events.CoupSettled):
        return ()
    moved = {wager.patron for wager in event.wagers if wager.returned}
    lost = dict.fromkeys(wager.patron for wager in event.wagers if wager.patron not in moved)
    return tuple(purse(patron, table.config.currency) for patron in lost)


def _journal(lines: dict[Account, int]) -> Journal:
    return Journal({account: Amount(amount) for account, amount in lines.items()})
