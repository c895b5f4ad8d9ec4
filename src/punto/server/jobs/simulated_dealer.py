"""A program in a dealer's place: it deals a live table from a fair shoe, card by card, as a person would.

What is to be done next is asked of the same routine that runs a shuffled table; here its cards go the dealer's way, one
after another through the console's command, each held back for as long as the picture of it would take to arrive.
"""

import asyncio
from collections.abc import Callable
from random import Random
from typing import Protocol

import structlog
from msgspec import structs

from punto.server.config.floor_config import House
from punto.server.figures.book_fingerprints import KnownFingerprints
from punto.server.jobs.bots import TableToPlay
from punto.server.protocol.refusals import ServerRefusal
from punto.server.store.failures import StoreIsLost
from punto.server.tables.house.house_routine import Routine
from punto.server.tables.house.shoe_secrets import FairShoes
from punto.table.commands import BurnCards, CardDrawn, Command, EnterCard, Tick
from punto.table.config import TableKind
from punto.table.state import Dealing, Instant, NeedsBurn, NeedsShoe

LOOKS_EVERY_SECONDS = 0.1
HAND_MS = 250  # at most: a hand is never as even as a clock
SECONDS_WITHOUT_A_STORE = 2

log = structlog.get_logger("punto.dealer")


class SimulatedDealer:
    def __init__(
        self,
        table: TableToPlay,
        routine: Routine,
        clock: Callable[[], Instant],
        chance: Random,
        video_delay_ms: int = 0,
    ) -> None:
        """`routine` is that of a table that draws its own cards."""
        self._table = table
        self._routine = routine
        self._clock = clock
        self._chance = chance
        self._video_delay_ms = video_delay_ms

    async def deal(self) -> None:
        """Until the table is closed. The next step is read off the table, so a restart resumes with the next card."""
        while True:
            command = await self._next_command()
            if command is None:
                await asyncio.sleep(self._seconds_to_wait())
                continue
            if isinstance(command, EnterCard):
                await asyncio.sleep((self._chance.randrange(HAND_MS) + self._video_delay_ms) / 1000)
            answer = await self._table.ask(command)
            if answer.refusal == ServerRefusal.TABLE_IS_OUT_OF_ORDER:
                return  # it stays closed until the next start
            if answer.refusal:
                log.warning("dealer_refused", refusal=answer.refusal)
                await asyncio.sleep(1)

    async def _next_command(self) -> Command | None:
        table = self._table.table
        if not isinstance(table.phase, NeedsShoe | NeedsBurn | Dealing):
            return None  # these phases end by the table's clock; a pause is ended by a person
        match await self._routine.next_command(table, 0, self._clock()):
            case BurnCards(card=card) | CardDrawn(card=card):
                return EnterCard(card)
            case None | Tick():
                return None
            case command:
                return command

    def _seconds_to_wait(self) -> float:
        at = self._routine.acts_at(self._table.table, 0)
        left = LOOKS_EVERY_SECONDS if at is None else (at - self._clock()) / 1000
        return min(max(left, 0.005), LOOKS_EVERY_SECONDS)


class DealerDesks(Protocol):
    @property
    def clock(self) -> Callable[[], Instant]: ...

    @property
    def shoes(self) -> FairShoes: ...

    @property
    def fingerprints(self) -> KnownFingerprints: ...


async def run_dealer(desks: DealerDesks, house: House, table: TableToPlay, seed: int | None = None) -> None:
    """While the table is open. A lost store comes back; any other fault leaves the table without a dealer."""
    config, book = table.table.config, table.table.book
    draws_itself = structs.replace(config, kind=TableKind.TIMED)
    routine = Routine(draws_itself, book, desks.shoes, house, await desks.fingerprints.of(book))
    dealer = SimulatedDealer(table, routine, desks.clock, Random(seed), config.video_delay_ms)
    while True:
        try:
            await dealer.deal()
            return
        except StoreIsLost:
            await asyncio.sleep(SECONDS_WITHOUT_A_STORE)
        except Exception:
            log.exception("dealer_stopped", table=config.id)
            return
