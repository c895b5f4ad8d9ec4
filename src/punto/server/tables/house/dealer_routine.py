"""What a program in a dealer's place does next at a live table, with cards from a fair shoe.

The routine of a shuffled table says it; its cards go the dealer's way, one after another through the console's command.
"""

from collections.abc import Callable

from msgspec import structs

from punto.rules.rulebook import RuleBook
from punto.server.config.floor_config import HouseRules
from punto.server.tables.house.house_routine import Routine
from punto.server.tables.house.shoe_secrets import FairShoes
from punto.table.commands import BurnCards, CardDrawn, Command, EnterCard, Tick
from punto.table.config import TableConfig, TableKind
from punto.table.state import Dealing, Instant, NeedsBurn, NeedsShoe, Table

OWN_PHASES = NeedsShoe | NeedsBurn | Dealing


class DealerRoutine:
    def __init__(
        self,
        table: Callable[[], Table],
        config: TableConfig,
        book: RuleBook,
        shoes: FairShoes,
        house: HouseRules,
        fingerprint: str,
    ) -> None:
        self._table = table
        self._routine = Routine(structs.replace(config, kind=TableKind.TIMED), book, shoes, house, fingerprint)

    async def next_command(self, now: Instant) -> Command | None:
        """None: not yet, or somebody else must act first."""
        table = self._table()
        if not isinstance(table.phase, OWN_PHASES):
            return None  # the others end by the table's clock; a pause is ended by a person
        match await self._routine.next_command(table, 0, now):
            case BurnCards(card=card) | CardDrawn(card=card):
                return EnterCard(card)
            case None | Tick():
                return None
            case command:
                return command

    def acts_at(self) -> Instant | None:
        table = self._table()
        return self._routine.acts_at(table, 0) if isinstance(table.phase, OWN_PHASES) else None
