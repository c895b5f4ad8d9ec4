"""Drawers: what each should hold follows from the same events that move the money."""

from collections import defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.ledger.cashier import (
    Cashier,
    CashierDecision,
    CashierRefusal,
    cashier_journal,
    decide_cashier,
    evolve_cashier,
    reversal_of,
)
from punto.ledger.cashier_commands import BuyIn, CashierCommand, CashOut, PayTicket, PayTips
from punto.ledger.cashier_events import BoughtIn, CashierEvent, TipsPaid
from punto.ledger.drawers import (
    CLOSED_KEPT_MAX,
    CloseDrawer,
    Drawer,
    DrawerClosed,
    DrawerOpened,
    DrawerRefusal,
    Drawers,
    OpenDrawer,
)


class Desk:
    """A cashier where no cash moves without a drawer, with purses and tips."""

    def __init__(self, *, are_needed: bool = True) -> None:
        self.state = Cashier("EUR", hand_pay_above=1_000, drawers=Drawers(are_needed))
        self.balances: dict[str, int] = defaultdict(int, {"tips:EUR:dealer:dan": 300, "house:EUR": -300})
        self.log: list[CashierEvent] = []

    def send(self, command: CashierCommand) -> CashierDecision:
        credit = self.balances[f"purse:EUR:{getattr(command, 'patron', '')}"]
        if isinstance(command, PayTips):
            credit = self.balances[f"tips:EUR:{command.goes_to}"]
        decision = decide_cashier(self.state, command, credit, has_bets=False, now=len(self.log) + 1)
        for event in decision if isinstance(decision, tuple) else ():
            for account, amount in cashier_journal(self.state, event).lines.items():
                self.balances[account] += amount
            self.state = evolve_cashier(self.state, event)
            self.log.append(event)
        return decision

    def reverse(self, entry: int, by: str = "sue") -> CashierDecision:
        command = reversal_of(self.log[entry - 1], entry, by)
        return command if isinstance(command, CashierRefusal) else self.send(command)

    def drawer(self, by: str) -> Drawer:
        found = self.state.drawers.of(by)
        assert found is not None
        return found


@pytest.mark.parametrize(
    "deed", [BuyIn("ann", 100, by="amy"), PayTicket("K7Q2", by="amy"), PayTips("dealer:dan", 100, by="amy")]
)
def test_no_cash_moves_without_an_open_drawer_where_the_floor_says_so(deed: CashierCommand) -> None:
    desk = Desk()
    desk.send(BuyIn("ann", 500))
    desk.send(CashOut("ann", "K7Q2"))
    assert desk.send(deed) is DrawerRefusal.DRAWER_IS_NOT_OPEN
    desk.send(OpenDrawer("bob", 1_000))
    assert desk.send(deed) is DrawerRefusal.DRAWER_IS_NOT_OPEN, "another's drawer does not count"
    desk.send(OpenDrawer("amy", 1_000))
    assert isinstance(desk.send(deed), tuple)


def test_where_drawers_are_not_needed_cash_moves_without_one_and_an_open_one_counts() -> None:
    desk = Desk(are_needed=False)
    assert desk.send(BuyIn("ann", 100, by="amy")) == (BoughtIn("ann", 100, "amy", 1, drawer=0),)
    desk.send(OpenDrawer("amy", 1_000))
    assert desk.send(BuyIn("ann", 100, by="amy")) == (BoughtIn("ann", 100, "amy", 3, drawer=1),)
    assert desk.drawer("amy").should_hold == 1_100


def test_a_shift_from_the_first_count_to_the_last() -> None:
    desk = Desk()
    desk.send(OpenDrawer("amy", 20_000))
    desk.send(BuyIn("ann", 5_000, by="amy"))
    desk.send(BuyIn("bob", 400, by="amy"))
    desk.send(CashOut("ann", "HAND"))
    desk.send(CashOut("bob", "CASH"))
    desk.send(PayTicket("HAND", "amy"))
    desk.send(PayTicket("CASH", "amy"))
    assert desk.send(PayTips("dealer:dan", 301, "amy")) is CashierRefusal.TIPS_HOLD_TOO_LITTLE
    assert desk.send(PayTips("dealer:dan", 0, "amy")) is CashierRefusal.AMOUNT_IS_NOT_POSITIVE
    assert desk.send(PayTips("dealer:dan", 300, "amy")) == (TipsPaid("dealer:dan", 300, "amy", 8, drawer=1),)
    drawer = desk.drawer("amy")
    assert (drawer.bought_in, drawer.hand_paid, drawer.redeemed, drawer.tips_paid) == (5_400, 5_000, 400, 300)
    assert drawer.should_hold == 19_700
    assert (drawer.buy_ins, drawer.redemptions, drawer.hand_pays, drawer.tip_payments) == (2, 1, 1, 1)
    assert desk.send(CloseDrawer("amy", 19_695, should_hold=19_700, second="sue")) == (
        DrawerClosed(1, "amy", 19_695, 19_700, "sue", 9),
    )
    (closed,) = desk.state.drawers.closed
    assert (closed.difference, closed.second, closed.closed_at) == (-5, "sue", 9)
    assert desk.state.drawers.of("amy") is None


def test_a_drawer_is_opened_once_and_the_next_shift_has_its_own() -> None:
    desk = Desk()
    assert desk.send(OpenDrawer("amy", 100)) == (DrawerOpened(1, "amy", 100, 1),)
    assert desk.send(OpenDrawer("amy", 100)) is DrawerRefusal.DRAWER_IS_OPEN
    desk.send(CloseDrawer("amy", 100, should_hold=100))
    assert desk.send(CloseDrawer("amy", 100, should_hold=100)) is DrawerRefusal.DRAWER_IS_NOT_OPEN
    assert desk.send(OpenDrawer("amy", 100)) == (DrawerOpened(2, "amy", 100, 3),)


def test_a_deed_while_the_drawer_is_counted_makes_the_count_void() -> None:
    desk = Desk()
    desk.send(OpenDrawer("amy", 100))
    desk.send(BuyIn("ann", 50, by="amy"))
    assert desk.send(CloseDrawer("amy", 100, should_hold=100)) is DrawerRefusal.DRAWER_HAS_MOVED
    assert desk.drawer("amy").should_hold == 150


def test_a_reversal_moves_the_drawer_of_the_wrong_entry_and_after_its_close_that_of_the_reverser() -> None:
    desk = Desk()
    desk.send(OpenDrawer("amy", 100))
    desk.send(BuyIn("ann", 50, by="amy"))
    desk.send(BuyIn("ann", 70, by="amy"))
    assert isinstance(desk.reverse(2), tuple), "a supervisor without a drawer may: the cash was never there"
    assert (desk.drawer("amy").should_hold, desk.drawer("amy").reversals) == (170, 1)
    desk.send(CloseDrawer("amy", 170, should_hold=170))
    assert desk.reverse(3) is DrawerRefusal.DRAWER_IS_NOT_OPEN
    desk.send(OpenDrawer("sue", 1_000))
    assert isinstance(desk.reverse(3), tuple)
    assert desk.drawer("sue").should_hold == 930


def test_only_so_many_closed_drawers_are_kept_at_hand() -> None:
    desk = Desk()
    for _ in range(CLOSED_KEPT_MAX + 1):
        desk.send(OpenDrawer("amy", 0))
        desk.send(CloseDrawer("amy", 0, should_hold=0))
    assert [desk.state.drawers.closed[0].number, len(desk.state.drawers.closed)] == [2, CLOSED_KEPT_MAX]


STAFF, PATRONS = st.sampled_from(["amy", "bob", "sue"]), st.sampled_from(["ann", "cat"])
AMOUNTS = st.integers(min_value=-2, max_value=3_000)


def commands() -> st.SearchStrategy[list[tuple[str, str, str, int]]]:
    deeds = st.sampled_from(["open", "close", "buy_in", "cash_out", "pay", "tips", "reverse"])
    return st.lists(st.tuples(deeds, STAFF, PATRONS, AMOUNTS), max_size=60)


def played(desk: Desk, deed: str, by: str, patron: str, amount: int) -> None:
    match deed:
        case "open":
            desk.send(OpenDrawer(by, abs(amount)))
        case "close":
            found = desk.state.drawers.of(by)
            desk.send(CloseDrawer(by, abs(amount), found.should_hold if found else 0))
        case "buy_in":
            desk.send(BuyIn(patron, amount, by=by))
        case "cash_out":
            desk.send(CashOut(patron, f"T{len(desk.log)}"))
        case "pay" if desk.state.tickets:
            desk.send(PayTicket(sorted(desk.state.tickets)[amount % len(desk.state.tickets)], by))
        case "tips":
            desk.send(PayTips("dealer:dan", amount, by))
        case "reverse" if desk.log:
            desk.reverse(amount % len(desk.log) + 1, by)


@given(commands())
def test_all_drawers_together_hold_what_the_ledger_says_came_in(sent: list[tuple[str, str, str, int]]) -> None:
    desk = Desk()
    for each in sent:
        played(desk, *each)
    drawers = [*desk.state.drawers.open.values(), *desk.state.drawers.closed]
    moved = sum(drawer.should_hold - drawer.opened_with for drawer in drawers)
    assert moved == -desk.balances["cashier:EUR"], "cash in the drawers is the other side of the cashier's account"
    assert sum(desk.balances.values()) == 0
    for event in desk.log:
        if isinstance(event, DrawerClosed):
            closed = next(each for each in drawers if each.number == event.drawer)
            assert (closed.should_hold, closed.difference) == (event.should_hold, event.amount - event.should_hold)


def test_tips_paid_without_a_drawer_move_none() -> None:
    desk = Desk(are_needed=False)
    assert desk.send(PayTips("dealer:dan", 300, "amy")) == (TipsPaid("dealer:dan", 300, "amy", 1, drawer=0),)
    assert desk.state.drawers == Drawers(are_needed=False)
