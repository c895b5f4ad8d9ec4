"""Bets fired around the instant at which betting closes: none is accepted late, none that was accepted is lost."""

import asyncio
import time
from collections import defaultdict
from pathlib import Path

import msgspec

from punto.server.protocol import table_private, table_public
from punto.server.protocol.client import PlaceWager
from punto.server.protocol.floor import Purse
from punto.server.protocol.table_private import Settlement
from punto.server.protocol.table_public import RoundSettled
from punto.server.store.sqlite.in_process import SqliteInProcess
from punto.server.streams.request import StoredAnswer, named_id
from punto.table.events import BettingOpened, CoupSettled
from punto.trials.load.guests import let_in
from punto.trials.load.server_process import ServerProcess
from tests.server.real_server import PLAY_CREDITS, Patron, run, served, stored_events, table

QUICK = table("quick", "betting_ms = 1_000, hurry_ms = 200, card_ms = 10, result_ms = 60, shoe_change_ms = 100")
PATRONS = 12
COUPS = 4
AROUND_MS = 30  # before and after the closing
SHOTS = 25  # of each patron, around each closing
STAKE = 100


def test_around_the_closing_instant(tmp_path: Path) -> None:
    with served(tmp_path, QUICK) as server:
        run(_fire_and_check(server))


async def _fire_and_check(server: ServerProcess) -> None:
    guests = await let_in(server.address, PATRONS)
    patrons = [await Patron(guest).come(server.address, "quick") for guest in guests]
    sent: dict[tuple[str, str], float] = {}  # patron and id of each bet, and when it left
    await asyncio.gather(*(_fire(patron, sent) for patron in patrons))
    await asyncio.gather(*(_hears_of_two_coups(patron) for patron in patrons))
    outcomes = {
        (patron.guest.patron, message.id): message.outcome
        for patron in patrons
        for _, message in patron.heard
        if isinstance(message, table_private.Answer)
    }
    assert outcomes.keys() == sent.keys(), "every bet was answered, and no other"
    assert set(outcomes.values()) == {"accepted", "too_late"}, "bets were fired on both sides of the instant"
    accepted = {shot: sent[shot] for shot, outcome in outcomes.items() if outcome == "accepted"}
    await _check_log(server, accepted)
    for patron in patrons:
        _check_purse(patron, accepted)


async def _fire(patron: Patron, sent: dict[tuple[str, str], float]) -> None:
    """Around the closing of each of some coups, as the server has announced it on its own clock."""
    heard = 0
    for _ in range(COUPS):
        opened = await patron.hears(lambda message: isinstance(message, table_public.BettingOpened), heard)
        heard = len(patron.heard)
        assert isinstance(opened, table_public.BettingOpened)
        assert opened.closes_at is not None
        for shot in range(SHOTS):
            due = opened.closes_at - AROUND_MS + shot * 2 * AROUND_MS / SHOTS
            await asyncio.sleep(max(0, due / 1000 - time.time()))
            name = f"{opened.round}-{shot}"
            sent[patron.guest.patron, name] = time.time() * 1000
            patron.say(PlaceWager(id=name, table="quick", bet="player", stake=STAKE))


async def _hears_of_two_coups(patron: Patron) -> None:
    """What was sent last may lie in the coup after the one it was meant for, on a slow machine."""
    for _ in range(2):
        await patron.hears(lambda message: isinstance(message, RoundSettled), len(patron.heard))


async def _check_log(server: ServerProcess, accepted: dict[tuple[str, str], float]) -> None:
    """Where each accepted bet lies in the log says in which coup it counts, and so when that coup closed."""
    events = await stored_events(server, "quick")
    closes_at, coup_at, settled = {}, {}, {}
    coup = 0
    for version, event in enumerate(events, start=1):
        if isinstance(event, BettingOpened):
            coup = event.coup
            closes_at[coup] = event.closes_at
        if isinstance(event, CoupSettled):
            settled[coup] = {wager.patron: wager.stake for wager in event.wagers}
        coup_at[version] = coup
    staked: dict[int, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    store = SqliteInProcess(server.database)
    for (patron, name), sent_at in accepted.items():
        stored = await store.answer_to(named_id(name, patron, "quick"))
        assert stored is not None, "what was accepted is stored"
        own_coup = coup_at[msgspec.json.decode(stored.answer, type=StoredAnswer).version]
        limit = closes_at[own_coup]
        assert limit is not None
        assert sent_at < limit, f"accepted {sent_at - limit} ms after the closing"
        staked[own_coup][patron] += STAKE
    await store.close()
    assert {coup: dict(stakes) for coup, stakes in staked.items()} == {
        coup: stakes for coup, stakes in settled.items() if stakes
    }, "every accepted bet is in the coup that was settled, and no other is"


def _check_purse(patron: Patron, accepted: dict[tuple[str, str], float]) -> None:
    """The purse the patron was last told of is what was accepted, less and plus."""
    staked = STAKE * sum(who == patron.guest.patron for who, _ in accepted)
    settlements = [message for _, message in patron.heard if isinstance(message, Settlement)]
    purses = [message.balance for _, message in patron.heard if isinstance(message, Purse)]
    assert sum(settlement.staked for settlement in settlements) == staked
    returned = sum(settlement.returned for settlement in settlements)
    assert purses[-1] == PLAY_CREDITS - staked + returned
