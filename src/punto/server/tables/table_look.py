"""What staff and visitors may ask of a table beside sending commands: answers as plain values."""

from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial

from msgspec import Struct

from punto.server.tables.table_watch import Crowd, ShoeAudit, WatchedTable, audited, watched
from punto.table.commands import CoupId
from punto.table.config import TableConfig
from punto.table.decisions.incidents import gained_by, moved, resettled, why_impossible
from punto.table.refusals import Refusal
from punto.table.settled_wagers import SettledWager, by_patron
from punto.table.state import Betting, Dispute, Instant, Scores, SettledCoup, Table
from punto.table.taken_back import cards_of_shoe, in_order

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


class PatronChange(Struct, frozen=True):
    """What taking a settled coup back would change for one patron, whatever the purse holds."""

    patron: str
    stakes: tuple[tuple[str, int], ...]  # bet and stake
    paid_before: int  # stake and winnings together
    paid_after: int
    borne: int = 0  # what the house bore for the patron in an earlier correction

    @property
    def gained(self) -> int:
        return self.paid_after - self.paid_before


class Preview(Struct, frozen=True):
    """What taking a settled coup back would change; without a result where there is no such coup."""

    player: str = ""  # the cards it would be settled with; empty: it is voided
    banker: str = ""
    before: str = ""
    after: str = ""
    amount: int | None = None  # all that would change hands
    committed: str | None = None  # what the shoe held where the coup was dealt, if that was bound
    of: CoupId | None = None
    impossible: Refusal | None = None  # why the table would refuse these cards
    patrons: tuple[PatronChange, ...] = ()  # bots too
    left: tuple[tuple[str, int], ...] = ()  # of the cards that are new, how many the shoe may still have held
    disputed_by: tuple[str, ...] = ()


class TableLooks:
    """The answers of a table's door to those who only ask."""

    def __init__(
        self,
        table: Callable[[], Table],
        told: Callable[[], Table],
        committed_coup: Callable[[Table, SettledCoup], Awaitable[str | None]],
        crowd: Callable[[], Crowd],
    ) -> None:
        """`told` is the table as patrons have been told."""
        self._table = table
        self._told = told
        self._committed_coup = committed_coup
        self._crowd = crowd

    async def watch(self) -> WatchedTable:
        return watched(self._table(), self._crowd())

    async def audit(self) -> ShoeAudit:
        return audited(self._table())

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
    return Preview(
        before=str(settled.result),
        after="void",
        amount=moved(gained_by(settled, None)),
        of=settled.id,
        patrons=_changes(settled, None),
        disputed_by=_disputed_by(table, settled),
    )


async def preview_correction(table: Table, of: CoupId, cards: str, committed_coup: CommittedCoup) -> Preview:
    """`cards` as `4h 2d / 4c Td 3s`. Raises InvalidInput for cards that no coup of the book can have."""
    coup = table.book.parse_coup(cards)
    player, banker = str(coup.player), str(coup.banker)
    settled = table.settled_coup(*of)
    if settled is None:
        return Preview(player, banker)
    coup = replace(coup, struck=settled.result.struck)
    after, committed = resettled(table, settled, coup), await committed_coup(settled)
    seen, new = cards_of_shoe(table, settled), Counter(in_order(coup)) - Counter(in_order(settled.result))
    return Preview(
        player,
        banker,
        before=str(settled.result),
        after=str(coup),
        amount=moved(gained_by(settled, after)),
        committed=committed,
        of=settled.id,
        impossible=why_impossible(table, settled, coup, committed),
        patrons=_changes(settled, after),
        left=tuple((str(card), table.book.deck.copies - seen.count(card)) for card in new),
        disputed_by=_disputed_by(table, settled),
    )


def _changes(settled: SettledCoup, again: tuple[SettledWager, ...] | None) -> tuple[PatronChange, ...]:
    """Without wagers every stake goes back."""
    before, borne = by_patron(settled.wagers), dict(settled.uncovered)
    after = None if again is None else by_patron(again)
    return tuple(
        PatronChange(
            patron,
            tuple((wager.bet, wager.stake) for wager in own.wagers),
            paid_before=own.returned,
            paid_after=own.staked if after is None else after[patron].returned,
            borne=borne.get(patron, 0),
        )
        for patron, own in before.items()
    )


def _disputed_by(table: Table, settled: SettledCoup) -> tuple[str, ...]:
    dispute = table.dispute_of(*settled.id)
    return dispute.patrons if dispute else ()
