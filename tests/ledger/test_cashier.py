"""Money in, money out, and tickets that are redeemed exactly once."""

from collections import defaultdict

import pytest

from punto.ledger.cashier import (
    Cashier,
    CashierDecision,
    CashierRefusal,
    cashier_journal,
    decide_cashier,
    evolve_cashier,
    reversal_of,
)
from punto.ledger.cashier_commands import (
    AdjustPurse,
    BuyIn,
    CashierCommand,
    CashOut,
    PayTicket,
    RedeemTicket,
    ReverseAdjustment,
)
from punto.ledger.cashier_events import (
    AdjustmentReversed,
    BoughtIn,
    BuyInReversed,
    CashierEvent,
    PaymentReversed,
    PurseAdjusted,
    TicketIssued,
    TicketPaid,
)


class Desk:
    """A cashier with purses, playing commands one after another."""

    def __init__(self) -> None:
        self.state = Cashier("EUR", hand_pay_above=1_000)
        self.balances: dict[str, int] = defaultdict(int)

    def send(self, command: CashierCommand, *, has_bets: bool = False) -> CashierDecision:
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


def reversal(event: CashierEvent, entry: int = 1) -> CashierCommand:
    command = reversal_of(event, entry, "sue")
    assert not isinstance(command, CashierRefusal)
    return command


def test_a_wrong_buy_in_is_reversed_once_by_an_entry_that_names_it(desk: Desk) -> None:
    wrong = BoughtIn("ann", 300, by="amy")
    desk.send(BuyIn("ann", 300, by="amy"))
    assert desk.send(reversal(wrong, 2)) == (BuyInReversed(2, "ann", 300, "sue"),)
    assert (desk.balances["purse:EUR:ann"], desk.balances["cashier:EUR"]) == (500, -500)
    assert desk.send(reversal(wrong, 2)) is CashierRefusal.ENTRY_IS_REVERSED
    assert desk.balances["purse:EUR:ann"] == 500


@pytest.mark.parametrize(("left", "is_taken_back"), [(300, True), (299, False)])
def test_a_buy_in_is_reversed_only_while_the_purse_holds_it(left: int, *, is_taken_back: bool) -> None:
    desk = Desk()
    desk.balances |= {"purse:EUR:ann": left, "cashier:EUR": -left}
    decision = desk.send(reversal(BoughtIn("ann", 300, by="amy")))
    assert isinstance(decision, tuple) is is_taken_back
    assert is_taken_back or decision is CashierRefusal.PURSE_HOLDS_TOO_LITTLE
    assert desk.balances["purse:EUR:ann"] == (0 if is_taken_back else left)


def test_a_payment_booked_in_error_opens_the_ticket_again(desk: Desk) -> None:
    desk.send(CashOut("ann", "K7Q2"))
    decision = desk.send(PayTicket("K7Q2", "amy"))
    assert isinstance(decision, tuple)
    assert desk.send(reversal(decision[0], 3)) == (PaymentReversed(3, "K7Q2", 500, "sue"),)
    assert (desk.balances["tickets:EUR"], desk.balances["cashier:EUR"]) == (500, -500)
    assert isinstance(desk.send(RedeemTicket("K7Q2", "ann")), tuple), "it can be paid again"
    assert desk.send(reversal(decision[0], 3)) is CashierRefusal.ENTRY_IS_REVERSED
    assert desk.balances["purse:EUR:ann"] == 500


@pytest.mark.parametrize(
    "event",
    [
        BoughtIn("ann", 300),  # play credits
        BoughtIn("bot:ada", 300, by="system"),
        TicketIssued("K7Q2", "ann", 300, is_hand_pay=False),
        TicketPaid("K7Q2", 300, patron="ann", by=None),
        BuyInReversed(1, "ann", 300, "sue"),
        PaymentReversed(1, "K7Q2", 300, "sue"),
    ],
)
def test_only_what_staff_booked_is_reversed(event: CashierEvent) -> None:
    assert reversal_of(event, 1, "sue") is CashierRefusal.ENTRY_CANNOT_BE_REVERSED


def test_an_entry_that_does_not_exist_is_not_reversed() -> None:
    assert reversal_of(None, 1, "sue") is CashierRefusal.ENTRY_IS_UNKNOWN


def test_a_code_is_used_once(desk: Desk) -> None:
    desk.send(CashOut("ann", "K7Q2"))
    desk.send(BuyIn("ann", 5))
    assert desk.send(CashOut("ann", "K7Q2")) is CashierRefusal.CODE_IS_TAKEN


def test_every_refusal_of_the_cashier_is_shown_above() -> None:
    shown = {refusal for refusal, _, _ in REFUSED}
    rest = {CashierRefusal.CODE_IS_TAKEN, CashierRefusal.TICKET_IS_PAID, CashierRefusal.TICKET_IS_PAID_BY_HAND}
    reversals = {CashierRefusal.ENTRY_IS_REVERSED, CashierRefusal.PURSE_HOLDS_TOO_LITTLE}
    unknown = {CashierRefusal.ENTRY_CANNOT_BE_REVERSED, CashierRefusal.ENTRY_IS_UNKNOWN}
    in_test_drawers = {CashierRefusal.TIPS_HOLD_TOO_LITTLE}
    assert shown | rest | reversals | unknown | in_test_drawers == set(CashierRefusal)


@pytest.mark.parametrize(
    ("amount", "decision"),
    [
        (200, (PurseAdjusted("ann", 200, "wrong_payout", "sue"),)),
        (-500, (PurseAdjusted("ann", -500, "wrong_payout", "sue"),)),
        (-501, CashierRefusal.PURSE_HOLDS_TOO_LITTLE),
        (0, CashierRefusal.AMOUNT_IS_NOT_POSITIVE),
    ],
)
def test_an_adjustment_gives_or_takes_what_the_purse_holds(
    desk: Desk, amount: int, decision: tuple[CashierEvent, ...] | CashierRefusal
) -> None:
    assert desk.send(AdjustPurse("ann", amount, "wrong_payout", "sue")) == decision
    moved = amount if isinstance(decision, tuple) else 0
    assert desk.balances["purse:EUR:ann"] == 500 + moved
    assert desk.balances["adjustments:EUR"] == -moved


@pytest.mark.parametrize("amount", [200, -200])
def test_an_adjustment_is_reversed_once_by_an_entry_that_names_it(desk: Desk, amount: int) -> None:
    decided = desk.send(AdjustPurse("ann", amount, "wrong_payout", "sue"))
    assert isinstance(decided, tuple)
    reversal = reversal_of(decided[0], 7, "amy")
    assert reversal == ReverseAdjustment(7, "ann", amount, "amy")
    assert desk.send(reversal) == (AdjustmentReversed(7, "ann", amount, "amy"),)
    assert (desk.balances["purse:EUR:ann"], desk.balances["adjustments:EUR"]) == (500, 0)
    assert desk.send(reversal) is CashierRefusal.ENTRY_IS_REVERSED


def test_a_reversed_credit_that_was_staked_is_not_taken_back(desk: Desk) -> None:
    desk.send(AdjustPurse("ann", 200, "wrong_payout", "sue"))
    desk.send(CashOut("ann", "K7Q2"))
    assert desk.send(ReverseAdjustment(2, "ann", 200, "amy")) is CashierRefusal.PURSE_HOLDS_TOO_LITTLE
