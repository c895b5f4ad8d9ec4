"""Money in, money out, and tickets that are redeemed exactly once."""

from collections import defaultdict

import pytest

from punto.ledger.cashier import (
    BuyIn,
    Cashier,
    CashierCommand,
    CashierEvent,
    CashierRefusal,
    CashOut,
    PayTicket,
    RedeemTicket,
    TicketIssued,
    cashier_journal,
    decide_cashier,
    evolve_cashier,
)


class Desk:
    """A cashier with purses, playing commands one after another."""

    def __init__(self) -> None:
        self.state = Cashier("EUR", hand_pay_above=1_000)
        self.balances: dict[str, int] = defaultdict(int)

    def send(self, command: CashierCommand, *, has_bets: bool = False) -> tuple[CashierEvent, ...] | CashierRefusal:
        credit = self.balances[f"purse:EUR:{getattr(command, 'patron', '')}"]
        decision = decide_cashier(self.state, command, credit, has_bets=has_bets)
        for event in decision if isinstance(decision, tuple) else ():
            for account, amount in cashier_journal(self.state, event).lines.items():
                self.balances[account] += amount
            self.state = evolve_cashier(self.state, event)
        assert sum(self.balances.values()) == 0
        return decision


@pytest.fixture
def desk() -> Desk:
    desk = Desk()
    desk.send(BuyIn("ann", 500))
    return desk


def test_money_comes_in_through_the_cashier(desk: Desk) -> None:
    assert (desk.balances["purse:EUR:ann"], desk.balances["cashier:EUR"]) == (500, -500)


def test_a_ticket_is_redeemed_exactly_once_also_into_another_purse(desk: Desk) -> None:
    desk.send(CashOut("ann", "K7Q2"))
    assert (desk.balances["purse:EUR:ann"], desk.balances["tickets:EUR"]) == (0, 500)
    desk.send(RedeemTicket("K7Q2", "bob"))
    assert (desk.balances["purse:EUR:bob"], desk.balances["tickets:EUR"]) == (500, 0)
    assert desk.send(RedeemTicket("K7Q2", "bob")) is CashierRefusal.TICKET_IS_PAID
    assert desk.send(PayTicket("K7Q2", "amy")) is CashierRefusal.TICKET_IS_PAID
    assert desk.balances["purse:EUR:bob"] == 500


def test_a_ticket_is_paid_in_cash(desk: Desk) -> None:
    desk.send(CashOut("ann", "K7Q2"))
    desk.send(PayTicket("K7Q2", "amy"))
    assert all(balance == 0 for balance in desk.balances.values())


@pytest.mark.parametrize(("amount", "is_hand_pay"), [(1, False), (1_000, False), (1_001, True)])
def test_above_a_limit_only_an_attendant_pays(amount: int, *, is_hand_pay: bool) -> None:
    desk = Desk()
    desk.send(BuyIn("ann", amount))
    assert desk.send(CashOut("ann", "K7Q2")) == (TicketIssued("K7Q2", "ann", amount, is_hand_pay),)
    redeemed = desk.send(RedeemTicket("K7Q2", "ann"))
    assert (redeemed is CashierRefusal.TICKET_IS_PAID_BY_HAND) is is_hand_pay
    if is_hand_pay:
        assert isinstance(desk.send(PayTicket("K7Q2", "amy")), tuple)


REFUSED = [
    (CashierRefusal.AMOUNT_IS_NOT_POSITIVE, BuyIn("ann", 0), False),
    (CashierRefusal.AMOUNT_IS_NOT_POSITIVE, BuyIn("ann", -5), False),
    (CashierRefusal.NOTHING_TO_CASH_OUT, CashOut("bob", "K7Q2"), False),
    (CashierRefusal.BETS_LIE, CashOut("ann", "K7Q2"), True),
    (CashierRefusal.TICKET_IS_UNKNOWN, RedeemTicket("K7Q2", "ann"), False),
    (CashierRefusal.TICKET_IS_UNKNOWN, PayTicket("K7Q2", "amy"), False),
]


@pytest.mark.parametrize(("refusal", "command", "has_bets"), REFUSED)
def test_what_the_cashier_refuses(
    desk: Desk, refusal: CashierRefusal, command: CashierCommand, *, has_bets: bool
) -> None:
    before = dict(desk.balances)
    assert desk.send(command, has_bets=has_bets) is refusal
    assert {account: amount for account, amount in desk.balances.items() if amount} == before


def test_a_code_is_used_once(desk: Desk) -> None:
    desk.send(CashOut("ann", "K7Q2"))
    desk.send(BuyIn("ann", 5))
    assert desk.send(CashOut("ann", "K7Q2")) is CashierRefusal.CODE_IS_TAKEN


def test_every_refusal_of_the_cashier_is_shown_above() -> None:
    shown = {refusal for refusal, _, _ in REFUSED}
    rest = {CashierRefusal.CODE_IS_TAKEN, CashierRefusal.TICKET_IS_PAID, CashierRefusal.TICKET_IS_PAID_BY_HAND}
    assert shown | rest == set(CashierRefusal)
