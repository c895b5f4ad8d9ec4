"""A program in a dealer's place: it deals a live table from a fair shoe, card by card, as a person would.

`DealerRoutine` says what to do next. It deals at its own pace: what patrons are told waits for the picture by itself.
"""

import asyncio
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Protocol

import structlog

from punto.server.config.floor_config import FloorConfig
from punto.server.figures.book_fingerprints import KnownFingerprints
from punto.server.picture.studio import Studio
from punto.server.protocol.refusals import ServerRefusal
from punto.server.store.failures import StoreIsLost
from punto.server.streams.request import TableAnswer
from punto.server.tables.house.dealer_routine import DealerRoutine
from punto.server.tables.house.shoe_secrets import FairShoes
from punto.server.tables.open_tables import OpenTables
from punto.table.commands import Command, EnterCard
from punto.table.config import TableConfig
from punto.table.state import Instant

LOOKS_EVERY_SECONDS = 0.1
HAND_MS = 250  # at most: a hand is never as even as a clock
SECONDS_WITHOUT_A_STORE = 2

log = structlog.get_logger("punto.dealer")


def _at_once(_: str) -> float:
    return 0.0


class DealtTable(Protocol):
    async def ask(self, command: Command) -> TableAnswer: ...


class SimulatedDealer:
    def __init__(
        self,
        table: DealtTable,
        routine: DealerRoutine,
        clock: Callable[[], Instant],
        chance: Random,
        take_card: Callable[[str], float] = _at_once,
    ) -> None:
        """`take_card` shows a card to the camera and says in how many seconds it lies on the felt."""
        self._table = table
        self._routine = routine
        self._clock = clock
        self._chance = chance
        self._take_card = take_card

    async def deal(self) -> None:
        """Until the table is closed. The next step is read off the table, so a restart resumes with the next card."""
        while True:
            command = await self._routine.next_command(self._clock())
            if command is None:
                await asyncio.sleep(self._seconds_to_wait())
                continue
            if isinstance(command, EnterCard):
                await asyncio.sleep(self._chance.randrange(HAND_MS) / 1000)
                await asyncio.sleep(self._take_card(command.card))
            answer = await self._table.ask(command)
            if answer.refusal == ServerRefusal.TABLE_IS_OUT_OF_ORDER:
                return  # it stays closed until the next start
            if answer.refusal:
                log.warning("dealer_refused", refusal=answer.refusal)
                await asyncio.sleep(1)

    def _seconds_to_wait(self) -> float:
        at = self._routine.acts_at()
        left = LOOKS_EVERY_SECONDS if at is None else (at - self._clock()) / 1000
        return min(max(left, 0.005), LOOKS_EVERY_SECONDS)


class DealerDesks(Protocol):
    @property
    def clock(self) -> Callable[[], Instant]: ...

    @property
    def shoes(self) -> FairShoes: ...

    @property
    def fingerprints(self) -> KnownFingerprints: ...

    @property
    def config(self) -> FloorConfig: ...

    @property
    def tables(self) -> OpenTables: ...

    @property
    def studio(self) -> Studio: ...


async def run_dealer(desks: DealerDesks, config: TableConfig, seed: int | None = None) -> None:
    """While the table is open. A lost store comes back; any other fault leaves the table without a dealer."""
    book, house = desks.config.book_of(config), desks.config.house
    routine = desks.tables.dealer_routine(config, book, desks.shoes, house, await desks.fingerprints.of(book))
    dealer = SimulatedDealer(
        desks.tables[config.id], routine, desks.clock, Random(seed), partial(desks.studio.takes_card, config.id)
    )
    while True:
        try:
            await dealer.deal()
            return
        except StoreIsLost:
            await asyncio.sleep(SECONDS_WITHOUT_A_STORE)
        except Exception:
            log.exception("dealer_stopped", table=config.id)
            return
