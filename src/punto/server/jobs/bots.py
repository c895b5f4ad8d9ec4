"""Demo bots make a floor look alive: marked as bots everywhere, with purses of their own, left out of every report.

Three to nine sit at each timed or live table, come and go, and bet through the table's queue like anybody. They hold no
cards, and nobody waits for them: a bet that is refused or too late is simply not there.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from random import Random
from secrets import token_hex
from typing import Protocol

import structlog

from punto.ledger.accounts import purse
from punto.rules.rulebook import RuleBook
from punto.server.cashier.desk import CashierDesk
from punto.server.config.floor_config import FloorConfig
from punto.server.jobs.bot_tastes import TASTES, Bot, Felt, felt_seen, plan_coup
from punto.server.store.failures import StoreIsLost
from punto.server.store.interface import Store
from punto.server.streams.request import TableAnswer
from punto.server.tables.table_look import TableLook
from punto.table.commands import Command, CoupId
from punto.table.config import TableConfig, TableKind
from punto.table.decisions.dealing import SYSTEM
from punto.table.state import Instant

FEWEST, MOST = 3, 9
STAYS_COUPS = (4, 40)
MOOD_CHANGES = 0.2  # chance, each coup, that a table gets fuller or emptier
LOOKS_EVERY_SECONDS = 0.25
SECONDS_WITHOUT_A_STORE = 2
ENOUGH_MINIMUMS = 500
NAMES_A_TABLE = 12
NAMES_IN_A_ROW = (
    "Ada Aldo Alma Anton Bela Berta Bruno Carla Cleo Clio Dario Dora Edda Egon Elio Elsa Emil Enzo Erna Fabio "
    "Fanny Felix Flora Franz Gerda Gino Greta Guido Hanna Hedda Hugo Ida Igor Ilse Ines Ivo Jana Jasper Jonas "
    "Juno Karla Kaspar Klara Konrad Lars Lea Leo Lina Lotte Luca Lulu Magda Marlo Mats Meta Milo Mina Moritz "
    "Nadja Nele Nico Nina Noah Nora Olga Orla Oskar Otto Paula Perla Pia Quinn Rafa Rita Romy Rosa Rufus Sami "
    "Selma Silas Sina Stella Sven Tilda Timo Tora Udo Ursa Vera Vito Viola Walter Wanda Xenia Yara Yuri Zara Zeno "
    "Zita"
)
NAMES = NAMES_IN_A_ROW.split()

log = structlog.get_logger("punto.bots")


class TableToPlay(Protocol):
    """What bots need of a table: to look, and to ask like anybody."""

    async def look(self) -> TableLook: ...

    async def ask(self, command: Command) -> TableAnswer: ...


Fund = Callable[[Sequence[str], int], Awaitable[None]]  # bots, and the least each must have


class BotsAtTable:
    def __init__(
        self,
        table: TableToPlay,
        book: RuleBook,
        names: Sequence[str],
        chance: Random,
        clock: Callable[[], Instant],
    ) -> None:
        self._table = table
        self._book = book
        self._patrons = [bot_id(name) for name in names]  # this table's own: a bot sits at one table only
        self._chance = chance
        self._clock = clock
        self._coups = 0
        self._wanted = chance.randint(FEWEST, MOST)
        self.bots: list[Bot] = []

    async def play(self, fund: Fund) -> None:
        """Until cancelled, coup after coup."""
        played: tuple[int, int] | None = None
        while True:
            look = await self._table.look()
            felt = felt_seen(look, self._book)
            if felt and (look.shoe, look.coup) != played:
                played = look.shoe, look.coup
                self.come_and_go()
                await fund([bot.patron for bot in self.bots], _enough(felt.settings))
                await self._play_coup(felt, played)
            await asyncio.sleep(LOOKS_EVERY_SECONDS)

    def come_and_go(self) -> None:
        """Before each coup: some have had enough, others sit down."""
        self._coups += 1
        self.bots = [bot for bot in self.bots if bot.leaves_after >= self._coups]
        if self._chance.random() < MOOD_CHANGES:
            self._wanted = self._chance.randint(FEWEST, MOST)
        while len(self.bots) < self._wanted:
            free = [patron for patron in self._patrons if patron not in {bot.patron for bot in self.bots}]
            leaves_after = self._coups + self._chance.randint(*STAYS_COUPS)
            self.bots.append(Bot(self._chance.choice(free), self._chance.choice(TASTES), leaves_after))

    async def _play_coup(self, felt: Felt, coup: CoupId) -> None:
        for planned in plan_coup(felt, self.bots, self._chance, self._clock()):
            await asyncio.sleep(max(0, planned.at - self._clock()) / 1000)
            look = await self._table.look()
            if look.betting is None or (look.shoe, look.coup) != coup:
                return
            await self._table.ask(planned.command)  # whether it is refused does not matter


def bot_id(name: str) -> str:
    return f"bot:{name}"


def _enough(config: TableConfig) -> int:
    """For a long evening at the largest minimum of the table."""
    return ENOUGH_MINIMUMS * max(limit.stake_min for limit in config.limits.values())


class BotDesks(Protocol):
    @property
    def config(self) -> FloorConfig: ...

    @property
    def clock(self) -> Callable[[], Instant]: ...

    @property
    def store(self) -> Store: ...

    @property
    def cashier(self) -> CashierDesk: ...


async def run_bots(desks: BotDesks, config: TableConfig, table: TableToPlay, seed: int | None = None) -> None:
    """At a timed or live table of the floor, until cancelled."""
    place = [each.id for each in desks.config.tables if each.kind is not TableKind.ON_DEMAND].index(config.id)
    at_table = BotsAtTable(table, desks.config.book_of(config), names_at(place), Random(seed), desks.clock)
    await _keep_playing(desks, at_table, config.id)


def names_at(place: int) -> list[str]:
    """Every table has bots of its own, by the same names after every start."""
    numbers = range(place * NAMES_A_TABLE, (place + 1) * NAMES_A_TABLE)
    return [NAMES[number % len(NAMES)] + str(number // len(NAMES) + 1).replace("1", "", 1) for number in numbers]


async def _keep_playing(desks: BotDesks, at_table: BotsAtTable, table: str) -> None:
    """A lost store comes back. Any other fault ends the bots of this table, and nothing else."""
    while True:
        try:
            await at_table.play(lambda bots, at_least: _fund(desks, bots, at_least))
        except StoreIsLost:
            await asyncio.sleep(SECONDS_WITHOUT_A_STORE)
        except Exception:
            log.exception("bots_stopped", table=table)
            return


async def _fund(desks: BotDesks, bots: Sequence[str], at_least: int) -> None:
    currency = desks.config.currency
    balances = await desks.store.balances([purse(bot, currency) for bot in bots])
    for bot in bots:
        if balances[purse(bot, currency)] < at_least:
            await desks.cashier.buy_in(bot, 2 * at_least, by=SYSTEM, id=f"bots:{token_hex(8)}")
