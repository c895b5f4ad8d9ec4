"""What staff and visitors may ask of a table beside sending commands: answers as plain values."""

from collections.abc import Awaitable, Callable
from functools import partial

from msgspec import Struct

from punto.table.commands import CoupId
from punto.table.config import TableConfig
from punto.table.decisions.incidents import gained_by, moved, resettled
from punto.table.state import Betting, Dispute, Instant, Scores, SettledCoup, Table

CommittedCoup = Callable[[SettledCoup], Awaitable[str | None]]


class OpenBetting(Struct, frozen=True):
    closes_at: Instant | None  # None: when the patron deals
    bets: tuple[str, ...]  # that a newcomer may back


class TableLook(Struct, frozen=True):
    """A table as it stands."""

    settings: TableConfig  # in force
    betting: OpenBetting | None
    shoe: int
    coup: int
    last: CoupId | None  # the last coup that was settled
    disputes: tuple[Dispute, ...]
    scores: Scores  # of the shoe in play


class Preview(Struct, frozen=True):
    """What taking a settled coup back would change; without a result where there is no such coup."""

    player: str = ""  # the cards it would be settled with; empty: it is voided
    banker: str = ""
    before: str = ""
    after: str = ""
    amount: int | None = None  # all that would change hands
    committed: str | None = None  # what the shoe held where the coup was dealt, if that was bound


class TableLooks:
    """The answers of a table's door to those who only ask."""

    def __init__(
        self,
        table: Callable[[], Table],
        told: Callable[[], Table],
        committed_coup: Callable[[Table, SettledCoup], Awaitable[str | None]],
    ) -> None:
        """`told` is the table as patrons have been told."""
        self._table = table
        self._told = told
        self._committed_coup = committed_coup

    async def look(self) -> TableLook:
        return look_at(self._table())

    async def look_as_told(self) -> TableLook:
        return look_at(self._told())

    async def preview_void(self, of: CoupId) -> Preview:
        return preview_void(self._table(), of)

    async def preview_correction(self, of: CoupId, cards: str) -> Preview:
        table = self._table()
        return await preview_correction(table, of, cards, partial(self._committed_coup, table))


def look_at(table: Table) -> TableLook:
    last = table.last.id if table.last else None
    return TableLook(table.config, _betting(table), table.shoe, table.coup, last, tuple(table.disputes), table.scores)


def _betting(table: Table) -> OpenBetting | None:
    if not isinstance(table.phase, Betting):
        return None
    offered = table.offered_bets(table.seat(""))
    return OpenBetting(table.phase.closes_at, tuple(bet.id for bet in offered if bet.is_offered_in(table.coup)))


def preview_void(table: Table, of: CoupId) -> Preview:
    settled = table.settled_coup(*of)
    if settled is None:
        return Preview()
    return Preview(before=str(settled.result), after="void", amount=moved(gained_by(settled, None)))


async def preview_correction(table: Table, of: CoupId, cards: str, committed_coup: CommittedCoup) -> Preview:
    """`cards` as `4h 2d / 4c Td 3s`. Raises InvalidInput for cards that no coup of the book can have."""
    coup = table.book.parse_coup(cards)
    player, banker = str(coup.player), str(coup.banker)
    settled = table.settled_coup(*of)
    if settled is None:
        return Preview(player, banker)
    amount = moved(gained_by(settled, resettled(table, settled, coup)))
    return Preview(player, banker, str(settled.result), str(coup), amount, await committed_coup(settled))
