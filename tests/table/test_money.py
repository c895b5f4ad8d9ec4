"""What each event moves. The journals are those of the first release, spelled out here a second time."""

from collections import defaultdict
from typing import get_args

from hypothesis import given
from hypothesis import strategies as st

from punto.ledger.accounts import Account, escrow, house_for, is_bot, purse, tips
from punto.table.events import (
    Adjustment,
    CardsStruck,
    CoupCancelled,
    CoupCorrected,
    CoupSettled,
    CoupVoided,
    Event,
    TipGiven,
    WagersChanged,
)
from punto.table.money import journal_in, journal_of, move_of, purse_changes
from punto.table.settled_wagers import SettledWager
from tests.table.test_event_codec import GOLDEN_LOG_BY_HAND, golden_events

STAKES = escrow("jade", 3, 7, "EUR")
PATRONS = ("ann", "bob", "bot:ada")
AMOUNT_MAX = 10**12


def lines_of_the_first_release(event: Event) -> dict[Account, int]:
    lines: dict[Account, int] = defaultdict(int)
    match event:
        case WagersChanged(patron=patron, added=added):
            lines[purse(patron, "EUR")] -= added
            lines[STAKES] += added
        case CoupSettled(wagers=wagers):
            for wager in wagers:
                lines[STAKES] -= wager.stake
                lines[purse(wager.patron, "EUR")] += wager.returned
                lines[house_for(wager.patron, "EUR")] += wager.stake - wager.returned
        case CoupCancelled(returned=returned):
            for patron, amount in returned:
                lines[purse(patron, "EUR")] += amount
                lines[STAKES] -= amount
        case CoupVoided(adjustments=adjustments) | CoupCorrected(adjustments=adjustments):
            for each in adjustments:
                lines[purse(each.patron, "EUR")] += each.amount
                lines[house_for(each.patron, "EUR")] -= each.amount
        case TipGiven(patron=patron, amount=amount, goes_to=goes_to):
            lines[purse(patron, "EUR")] -= amount
            lines[house_for(patron, "EUR") if is_bot(patron) else tips("EUR", goes_to)] += amount
    return {account: amount for account, amount in lines.items() if amount}


amounts, patrons = st.integers(0, AMOUNT_MAX), st.sampled_from(PATRONS)
changes = st.integers(-AMOUNT_MAX, AMOUNT_MAX)
wagers = st.lists(st.builds(SettledWager, patrons, st.just("tie"), amounts, st.just("8"), amounts)).map(tuple)
adjustments = st.lists(st.builds(Adjustment, patrons, changes)).map(tuple)
returned = st.dictionaries(patrons, amounts).map(lambda each: tuple(each.items()))
money_events = st.one_of(
    st.builds(WagersChanged, patron=patrons, stakes=st.just(()), added=changes),
    st.builds(CoupSettled, player=st.just(""), banker=st.just(""), wagers=wagers, at=st.just(0)),
    st.builds(CoupCancelled, by=st.just(""), reason=st.just(""), returned=returned),
    st.builds(CoupVoided, by=st.just(""), reason=st.just(""), adjustments=adjustments, at=st.just(0)),
    st.builds(CoupCorrected, by=st.just(""), wagers=st.just(()), adjustments=adjustments),
    st.builds(TipGiven, patron=patrons, amount=amounts, goes_to=st.sampled_from(["", "attendants"])),
)


@given(event=money_events)
def test_a_move_books_what_the_event_booked_in_the_first_release(event: Event) -> None:
    assert journal_in(STAKES, event).lines == lines_of_the_first_release(event)


def test_every_event_of_the_golden_log_books_what_it_booked_in_the_first_release() -> None:
    events = [*golden_events(), *golden_events(GOLDEN_LOG_BY_HAND)]
    assert {type(event) for event in events} == set(get_args(Event)) - {CardsStruck}  # which moves no money
    assert [journal_in(STAKES, event).lines for event in events] == list(map(lines_of_the_first_release, events))


@given(event=money_events, asked=st.sets(patrons))
def test_purses_change_by_what_the_journal_says_of_them(event: Event, asked: set[str]) -> None:
    move, changed = move_of(event), dict.fromkeys(asked, 0)
    for patron, amount in purse_changes(move, asked) if move else ():
        changed[patron] += amount
    lines = journal_of(move, STAKES).lines if move else {}
    assert changed == {patron: lines.get(purse(patron, "EUR"), 0) for patron in asked}


def test_stakes_that_only_change_places_move_no_money() -> None:
    assert move_of(WagersChanged("ann", "move", (("tie", 5),), 0)) is None
