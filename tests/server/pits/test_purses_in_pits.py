"""Purses that a pit knows, and what the floor hears of them: whatever crosses, the newest balance stays."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from punto.ledger.accounts import purse
from punto.table.commands import VoidCoup
from tests.server.pits.pit_house import FIRST, STAKE, HiredPit, PitHouse, with_pits


def test_of_two_tables_that_tell_in_another_order_than_they_stored_the_newer_balance_stays(tmp_path: Path) -> None:
    """As it was found: one table of a pit waited for its store while another told what came after."""

    async def test(house: PitHouse) -> None:
        ann, bob = await house.patron(), await house.patron()
        (a,) = await house.lent_to("a")
        a.store.gate.clear()
        house.sends(ann, "first", id="b1")
        await house.until(lambda: a.store.at_gate)
        with pytest.MonkeyPatch.context() as held:
            let_go = _hold_reads(a, held)
            house.sends(bob, "first", id="b2")
            await asyncio.sleep(0.01)  # the table waits for bob's purse, so ann's bet is stored and not told
            a.store.gate.set()
            assert await house.bets(ann, "second", 2 * STAKE) is None
            let_go.set()
            await house.until(lambda: len(house.answers) == 2)
        balance = await house.balance(ann)
        assert balance == 997 * STAKE
        assert house.floor.ledger.known(_purse(ann)) == balance
        assert _known_in(a, ann) == balance

    with_pits(tmp_path, test)


def test_a_pit_forgets_purses_that_only_a_voided_coup_has_told_it(tmp_path: Path) -> None:
    """Their patrons have never asked it for anything."""

    async def test(house: PitHouse) -> None:
        ann = await house.patron()
        assert await house.bets(ann, "first") is None
        await house.next_coup("first")
        (a,) = await house.lent_to("a")
        assert _known_in(a, ann) is None
        assert await house.ask("first", VoidCoup("sue", "malfunction", role="supervisor")) is None
        assert _known_in(a, ann) == await house.balance(ann) == 1_000 * STAKE
        await house.floor.cashier.buy_in(ann, STAKE, by="amy", id="more")
        await house.until(lambda: _known_in(a, ann) != 1_000 * STAKE)

    with_pits(tmp_path, test, ("first",))


def _hold_reads(pit: HiredPit, held: pytest.MonkeyPatch) -> asyncio.Event:
    read, let_go = pit.store.balances, asyncio.Event()

    async def balances(accounts: Sequence[str]) -> dict[str, int]:
        await let_go.wait()
        return await read(accounts)

    held.setattr(pit.store, "balances", balances)
    return let_go


def _purse(patron: str) -> str:
    return purse(patron, FIRST.currency)


def _known_in(pit: HiredPit, patron: str) -> int | None:
    assert pit.pit._tables is not None
    return pit.pit._tables._ledger.known(_purse(patron))
