"""The cashier's counter-entries and the staff log on every engine: money, the fold after a restart, and the audit."""

import asyncio

import pytest
from msgspec.structs import replace

from punto.ledger.cashier import CashierRefusal
from punto.ledger.cashier_commands import ReverseBuyIn
from punto.server.cashier import cashier_stream
from punto.server.cashier.desk import CashierDesk
from punto.server.keeping.audit import audit
from punto.server.protocol.refusals import ServerRefusal
from punto.server.staff.staff_events import By, On
from punto.server.staff.staff_log import StaffLog
from punto.server.staff.staff_log_page import LogFilter, read_page
from punto.server.store.interface import Store
from tests.server.people.desks import CONFIG, NOON
from tests.server.store.engines import Engine

REAL = replace(CONFIG, play_credits=None)


def clock() -> int:
    return NOON


class NobodyBets:
    async def has_bets(self, _patron: str) -> bool:
        return False

    async def end_auto_repeat(self, patron: str) -> None:
        pass


async def opened(store: Store) -> CashierDesk:
    return await CashierDesk.open(store, clock, REAL, NobodyBets(), store)


def test_an_entry_is_reversed_once_even_by_two_at_once_and_after_a_restart(engine: Engine) -> None:
    async def play(store: Store) -> None:
        desk = await opened(store)
        entry = (await desk.buy_in("ann", 400, by="amy", id="1")).entry
        reversal = await desk.reversal(entry, "sue")
        assert isinstance(reversal, ReverseBuyIn)
        answers = await asyncio.gather(*(desk.reverse(reversal, id=f"r{number}") for number in range(5)))
        refusals = [answer.refusal for answer in answers]
        assert sorted(map(str, refusals)) == ["None"] + [CashierRefusal.ENTRY_IS_REVERSED] * 4
        again = await opened(store)
        assert (await again.reverse(reversal, id="r9")).refusal == CashierRefusal.ENTRY_IS_REVERSED
        assert await again.balance("ann") == 0
        await audit(store)

    engine.run(play)


def test_a_buy_in_is_reversed_or_cashed_out_never_both(engine: Engine) -> None:
    async def play(store: Store) -> None:
        desk = await opened(store)
        for number in range(10):
            patron = f"ann{number}"
            entry = (await desk.buy_in(patron, 400, by="amy", id=f"{number}")).entry
            reversal = await desk.reversal(entry, "sue")
            assert isinstance(reversal, ReverseBuyIn)
            out, back = await asyncio.gather(desk.cash_out(patron, id="o"), desk.reverse(reversal, id=f"r{number}"))
            assert {out.refusal, back.refusal} in (
                {None, CashierRefusal.PURSE_HOLDS_TOO_LITTLE},
                {None, CashierRefusal.NOTHING_TO_CASH_OUT},
            )
        await audit(store)

    engine.run(play)


def test_a_day_limit_holds_for_buy_ins_at_the_same_instant_and_from_a_snapshot(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cashier_stream, "SNAPSHOT_EVERY", 1)

    async def play(store: Store) -> None:
        desk = await opened(store)
        asked = (desk.buy_in(f"p{n}", 10, by="amy", id=f"{n}", day_max=55) for n in range(20))
        answers = await asyncio.gather(*asked)
        assert [answer.refusal for answer in answers].count(None) == 5
        entry = answers[0].entry
        reversal = await desk.reversal(entry, "sue")
        assert isinstance(reversal, ReverseBuyIn)
        await desk.reverse(reversal, id="r")
        again = await opened(store)
        assert (
            await again.buy_in("p1", 10, by="amy", id="x", day_max=55)
        ).refusal == ServerRefusal.DAY_LIMIT_IS_REACHED
        assert (await again.reverse(reversal, id="s")).refusal == CashierRefusal.ENTRY_IS_REVERSED

    engine.run(play)


def test_the_staff_log_keeps_names_beside_its_events(engine: Engine) -> None:
    async def play(store: Store) -> None:
        log = await StaffLog.open(store, clock)
        await store.keep_person("pamy", b'{"name":"Amy"}')
        await log.acts(By("pamy", "attendant", "10.0.0.7"), "buy_in", On(patron="p1"), amount=400, note="cash")
        (entry,) = (await read_page(log, LogFilter(patron="p1"), None, 10)).entries
        assert (entry.name, entry.addresses, entry.note, entry.amount) == ("Amy", ("10.0.0.7",), "cash", 400)
        await log.erase_names(NOON + 1)
        (entry,) = (await read_page(log, LogFilter(patron="p1"), None, 10)).entries
        assert (entry.name, entry.addresses, entry.by) == ("", (), "pamy")

    engine.run(play)
