"""The cashier on a real store: play credits once an hour, tickets that pay exactly once, answers that are not lost."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from punto.ledger.cashier import CashierRefusal
from punto.server.cashier import cashier_stream
from punto.server.cashier.cashier_requests import CashierAnswer
from punto.server.cashier.desk import CashierDesk
from punto.server.cashier.ticket_code import code_picture, new_code, read_code, written
from punto.server.config.floor_config import FloorConfig
from punto.server.protocol.refusals import PlayCreditsRefusal
from punto.server.store.failures import StoreIsLost, StreamIsTaken
from punto.server.store.values import Change, Outcome, Stored, StoredEvent
from punto.server.streams.wallets.ledger_wallet import WatchedStore
from tests.server.people.desks import CONFIG, HOUR, Desks

GRANT = 1_000_000


class Counter(Desks):
    """A cashier's desk, and who has bets."""

    bettors: frozenset[str] = frozenset()
    asked_to_end_auto_repeat: tuple[str, ...] = ()

    async def open(self) -> "Counter":
        await super().open()
        self.cashier = await self.reopened()
        return self

    async def reopened(self) -> CashierDesk:
        return await CashierDesk.open(self.store, self.clock, self.config, self, self.store)

    async def has_bets(self, patron: str) -> bool:
        return patron in self.bettors

    async def end_auto_repeat(self, patron: str) -> None:
        self.asked_to_end_auto_repeat += (patron,)

    async def spend(self, patron: str, amount: int) -> None:
        """At some table."""
        claim = await self.store.claim("table:elsewhere")
        lines = {f"purse:PLAY:{patron}": -amount, "house:PLAY": amount}
        (outcome,) = await self.store.commit([Change("table:elsewhere", claim.epoch, claim.version, (b"{}",), lines)])
        assert isinstance(outcome, Stored)

    async def books(self) -> dict[str, int]:
        balances = await self.store.every_balance()
        assert sum(balances.values()) == 0
        return balances


def at_the_counter(folder: Path, test: Callable[[Counter], Awaitable[None]], config: FloorConfig = CONFIG) -> None:
    async def run() -> None:
        counter = await Counter(folder / "floor.db", config).open()
        await test(counter)
        await counter.store.close()

    asyncio.run(run())


def test_a_purse_that_somebody_else_has_spent_is_read_before_the_cashier_decides_again(tmp_path: Path) -> None:
    """As it was found: a cash-out was decided on the remembered purse for ever, and nobody else was served."""

    async def test(counter: Counter) -> None:
        desk = await CashierDesk.open(
            WatchedStore(counter.store), counter.clock, counter.config, counter, counter.store
        )
        assert (await desk.play_credits("ann")).amount == GRANT
        await counter.spend("ann", 10)
        async with asyncio.timeout(5):
            assert (await desk.cash_out("ann", "all")).amount == GRANT - 10

    at_the_counter(tmp_path, test)


def test_play_credits_do_not_tell_what_a_patron_has_won_without_knowing(tmp_path: Path) -> None:
    async def test(counter: Counter) -> None:
        await counter.spend("ann", -GRANT)  # a live table has settled, and its picture is on its way
        told = await CashierDesk.open(counter.store, counter.clock, counter.config, counter, untold=lambda _: GRANT)
        assert await told.play_credits("ann") == CashierAnswer(amount=GRANT, entry=1)

    at_the_counter(tmp_path, test)


def test_play_credits_fill_the_purse_up_once_an_hour_and_only_when_something_is_missing(tmp_path: Path) -> None:
    async def test(counter: Counter) -> None:
        cashier = counter.cashier
        assert await cashier.play_credits("ann") == CashierAnswer(amount=GRANT, entry=1)
        assert (await cashier.play_credits("ann")).refusal == PlayCreditsRefusal.PURSE_IS_FULL
        await counter.spend("ann", 400)
        assert await cashier.play_credits("ann") == CashierAnswer(PlayCreditsRefusal.COME_HOURLY, wait_ms=HOUR)
        counter.now += HOUR - 1
        assert (await cashier.play_credits("ann")).wait_ms == 1
        counter.now += 1
        assert await cashier.play_credits("ann") == CashierAnswer(amount=400, entry=2)
        assert await cashier.balance("ann") == GRANT

    at_the_counter(tmp_path, test)


def test_the_hour_survives_a_restart(tmp_path: Path) -> None:
    async def test(counter: Counter) -> None:
        await counter.cashier.play_credits("ann")
        await counter.spend("ann", 400)
        counter.now += HOUR // 2
        again = await counter.reopened()
        assert (await again.play_credits("ann")).wait_ms == HOUR // 2

    at_the_counter(tmp_path, test)


def test_a_start_folds_only_what_came_after_the_last_snapshot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cashier_stream, "SNAPSHOT_EVERY", 2)

    async def test(counter: Counter) -> None:
        await counter.cashier.play_credits("ann")
        ticket = await counter.cashier.cash_out("ann", id="1")
        counter.now += HOUR // 2
        await counter.cashier.play_credits("bob")
        read = counter.store.read
        starts: list[int] = []

        async def watched(stream: str, after: int = 0, limit: int = 10_000) -> list[StoredEvent]:
            starts.append(after)
            return await read(stream, after, limit)

        counter.store.read = watched  # type: ignore[method-assign]
        again = await counter.reopened()
        assert (starts[0], again.version, again.state) == (2, 3, counter.cashier.state)
        assert (await again.play_credits("ann")).wait_ms == HOUR // 2
        assert (await again.pay(ticket.code, by="amy", id="2")).amount == GRANT

    at_the_counter(tmp_path, test)


def test_where_money_is_real_nobody_gets_play_credits(tmp_path: Path) -> None:
    async def test(counter: Counter) -> None:
        assert (await counter.cashier.play_credits("ann")).refusal == PlayCreditsRefusal.NOT_OFFERED
        await counter.cashier.buy_in("ann", 500, by="amy", id="1")
        assert await counter.cashier.balance("ann") == 500

    at_the_counter(tmp_path, test, replace(CONFIG, play_credits=None))


def test_a_ticket_s_code_pays_into_another_purse_exactly_once(tmp_path: Path) -> None:
    async def test(counter: Counter) -> None:
        await counter.cashier.buy_in("ann", 500, by="amy", id="1")
        ticket = await counter.cashier.cash_out("ann", id="2")
        assert (ticket.amount, ticket.is_hand_pay) == (500, False)
        tries = [counter.cashier.redeem(ticket.code, patron, id="3") for patron in ("bob", "eve", "kim")]
        answers = await asyncio.gather(*tries)
        assert sorted(answer.refusal or "" for answer in answers) == ["", "ticket_is_paid", "ticket_is_paid"]
        assert await counter.books() == {"purse:PLAY:bob": 500, "cashier:PLAY": -500}

    at_the_counter(tmp_path, test)


def test_a_cash_out_ends_auto_repeat_before_it_looks_for_bets(tmp_path: Path) -> None:
    async def test(counter: Counter) -> None:
        await counter.cashier.buy_in("ann", 500, by="amy", id="1")
        counter.bettors = frozenset({"ann"})
        assert (await counter.cashier.cash_out("ann", id="2")).refusal == CashierRefusal.BETS_LIE
        assert counter.asked_to_end_auto_repeat == ("ann",)

    at_the_counter(tmp_path, test)


def test_above_the_limit_only_an_attendant_pays(tmp_path: Path) -> None:
    async def test(counter: Counter) -> None:
        await counter.cashier.play_credits("ann")
        ticket = await counter.cashier.cash_out("ann", id="1")
        assert ticket.is_hand_pay
        refused = await counter.cashier.redeem(ticket.code, "ann", id="2")
        assert refused.refusal == CashierRefusal.TICKET_IS_PAID_BY_HAND
        assert (await counter.cashier.pay(ticket.code, by="amy", id="3")).amount == GRANT
        assert await counter.books() == {}

    at_the_counter(tmp_path, test)


@pytest.mark.parametrize(
    ("bettors", "amount", "refusal"),
    [({"ann"}, 500, CashierRefusal.BETS_LIE), ({"bob"}, 500, None), (set(), 0, CashierRefusal.NOTHING_TO_CASH_OUT)],
)
def test_cashing_out_needs_money_and_no_bets(
    tmp_path: Path, bettors: set[str], amount: int, refusal: CashierRefusal | None
) -> None:
    async def test(counter: Counter) -> None:
        if amount:
            await counter.cashier.buy_in("ann", amount, by="amy", id="1")
        counter.bettors = frozenset(bettors)
        assert (await counter.cashier.cash_out("ann", id="2")).refusal == refusal

    at_the_counter(tmp_path, test)


def test_the_same_id_gets_the_same_ticket_also_after_a_restart_and_with_money_again(tmp_path: Path) -> None:
    async def test(counter: Counter) -> None:
        await counter.cashier.buy_in("ann", 500, by="amy", id="1")
        first, twin = await asyncio.gather(
            counter.cashier.cash_out("ann", id="2"), counter.cashier.cash_out("ann", id="2")
        )
        told_again = replace(first, is_repeated=True)
        assert (first.is_repeated, twin) == (False, told_again)
        again = await counter.reopened()
        assert await again.cash_out("ann", id="2") == told_again
        await again.buy_in("ann", 70, by="amy", id="3")
        assert await again.cash_out("ann", id="2") == told_again
        assert await again.balance("ann") == 70

    at_the_counter(tmp_path, test)


def test_an_id_that_was_used_is_refused_for_every_other_deed(tmp_path: Path) -> None:
    """Credited 100, then 777 under one id: an id is an id."""

    async def test(counter: Counter) -> None:
        cashier, same = counter.cashier, "same"
        assert (await cashier.buy_in("ann", 500, "amy", same)).amount == 500
        assert (await cashier.buy_in("bob", 300, "ben", same)).amount == 300, "an id is its sender's"
        code, other_code = [(await cashier.cash_out(patron, same)).code for patron in ("ann", "bob")]
        books = await counter.books()
        for desk in (cashier, await counter.reopened()):
            assert [answer.refusal for answer in await others(desk, code, other_code)] == ["id_was_used"] * 6
            assert (await desk.buy_in("ann", 500, "amy", same)).amount == 500
            assert (await desk.cash_out("ann", same)).code == code
        assert await counter.books() == books

    at_the_counter(tmp_path, test)


async def others(cashier: CashierDesk, code: str, other_code: str) -> list[CashierAnswer]:
    """All at once, after ann has cashed out and amy has taken 500 in, both under the id `same`."""
    answers = await asyncio.gather(
        cashier.buy_in("ann", 777, "amy", "same"),
        cashier.buy_in("bob", 500, "amy", "same"),
        cashier.pay(code, "amy", "same"),
        cashier.redeem(code, "ann", "same"),
        cashier.redeem(other_code, "bob", "same"),
        cashier.play_credits("ann", "same"),
    )
    return list(answers)


def test_the_same_id_for_two_deeds_at_once_does_the_first(tmp_path: Path) -> None:
    async def test(counter: Counter) -> None:
        first, second, again = await asyncio.gather(
            counter.cashier.buy_in("ann", 100, "amy", "1"),
            counter.cashier.buy_in("ann", 777, "amy", "1"),
            counter.cashier.buy_in("ann", 100, "amy", "1"),
        )
        assert (first.amount, second.refusal, again.amount) == (100, "id_was_used", 100)
        assert await counter.cashier.balance("ann") == 100

    at_the_counter(tmp_path, test)


def test_a_thousand_guests_share_a_few_transactions(tmp_path: Path) -> None:
    async def test(counter: Counter) -> None:
        commits = 0
        commit = counter.store.commit

        async def counted(changes: Sequence[Change]) -> list[Outcome]:
            nonlocal commits
            commits += 1
            return await commit(changes)

        counter.store.commit = counted  # type: ignore[method-assign]
        await asyncio.gather(*(counter.cashier.play_credits(f"p{number}") for number in range(1_000)))
        assert commits <= 2
        assert (await counter.books())["cashier:PLAY"] == -1_000 * GRANT

    at_the_counter(tmp_path, test)


def test_a_faster_bet_makes_the_cash_out_smaller_and_nothing_is_paid_twice(tmp_path: Path) -> None:
    """The purse is emptied between the reading of its balance and the commit."""

    async def test(counter: Counter) -> None:
        await counter.cashier.buy_in("ann", 500, by="amy", id="1")
        balances = counter.store.balances
        spent = False

        async def stale(accounts: Sequence[str]) -> dict[str, int]:
            nonlocal spent
            read = await balances(accounts)
            if not spent:
                spent = True
                await counter.spend("ann", 200)
            return read

        counter.store.balances = stale  # type: ignore[method-assign]
        assert (await counter.cashier.cash_out("ann", id="2")).amount == 300
        assert await counter.books() == {"tickets:PLAY": 300, "house:PLAY": 200, "cashier:PLAY": -500}

    at_the_counter(tmp_path, test)


@pytest.mark.parametrize("is_stored", [False, True])
def test_after_a_lost_commit_the_desk_reads_its_log_again(tmp_path: Path, *, is_stored: bool) -> None:
    async def test(counter: Counter) -> None:
        await counter.cashier.buy_in("ann", 500, by="amy", id="1")
        commit = counter.store.commit

        async def loses(changes: Sequence[Change]) -> list[Outcome]:
            counter.store.commit = commit  # type: ignore[method-assign]
            if is_stored:
                await commit(changes)
            raise StoreIsLost

        counter.store.commit = loses  # type: ignore[method-assign]
        with pytest.raises(StoreIsLost):
            await counter.cashier.cash_out("ann", id="2")
        ticket = await counter.cashier.cash_out("ann", id="2")  # the client asks again
        assert (ticket.amount, ticket.refusal) == (500, None)
        assert (await counter.books())["tickets:PLAY"] == 500

    at_the_counter(tmp_path, test)


def test_a_desk_claimed_by_another_process_refuses_and_then_claims_again(tmp_path: Path) -> None:
    async def test(counter: Counter) -> None:
        other = await counter.reopened()
        await other.buy_in("bob", 500, by="amy", id="1")
        with pytest.raises(StreamIsTaken):
            await counter.cashier.buy_in("ann", 300, by="amy", id="2")
        await counter.cashier.buy_in("ann", 300, by="amy", id="2")
        assert counter.cashier.version == 2, "and has read what the other stored"
        assert (await counter.books())["purse:PLAY:bob"] == 500

    at_the_counter(tmp_path, test)


def test_codes_are_read_as_people_write_them() -> None:
    code = new_code()
    assert read_code(written(code)) == code
    assert read_code(written(code).lower().replace("-", " ")) == code
    assert read_code("0111-1000-0000-0000") == read_code("OIl1-1ooo-0000-0000") == "0111100000000000"
    assert [read_code(text) for text in ("", "K7Q2", code + "0", "U" * 16, "é" * 16)] == [None] * 5
    assert len({new_code() for _ in range(1_000)}) == 1_000


def test_a_code_has_a_picture_without_style_or_prolog() -> None:
    picture = code_picture("0123456789ABCDEF")
    assert picture.startswith("<svg")
    assert "style" not in picture
    assert "class" not in picture
