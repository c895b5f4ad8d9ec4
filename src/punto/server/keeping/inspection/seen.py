"""What an inspector has seen of a coup and of a shoe, with the version of each event for the report."""

from dataclasses import dataclass, field
from typing import NamedTuple

from punto.rules.rulebook import RuleBook
from punto.server.store.plays import CoupStatus, PlayStatus
from punto.table.events import ShoeOpened, SideName, StakeList, total_of
from punto.table.settled_wagers import SettledWager


class SeenCard(NamedTuple):
    card: str
    version: int


class ExpectedBet(NamedTuple):
    bet: str
    stake: int
    odds: str
    returned: int
    fee: int = 0


@dataclass
class ExpectedPlay:
    """How the play record should stand for one patron."""

    status: PlayStatus
    staked: int
    returned: int
    bets: tuple[ExpectedBet, ...]
    player: str
    banker: str
    balance_after: int | None = None  # None: unknown
    struck: str = ""


@dataclass(eq=False)
class SeenCoup:
    shoe: int
    coup: int
    opened: int  # version of the event
    is_closed: bool = False
    stakes: dict[str, StakeList] = field(default_factory=dict)
    cards: dict[SideName, list[SeenCard]] = field(default_factory=lambda: {"player": [], "banker": []})
    at: int = 0
    ended: int = 0  # version of the event
    player: str = ""
    banker: str = ""
    struck: str = ""  # by a storm
    status: CoupStatus = "settled"
    wagers: tuple[SettledWager, ...] = ()
    plays: dict[str, ExpectedPlay] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return f"round {self.coup} of shoe {self.shoe}"

    def hand(self, side: SideName) -> str:
        return " ".join(each.card for each in self.cards[side])

    @property
    def staked(self) -> dict[str, int]:
        sums = {patron: total_of(stakes) for patron, stakes in self.stakes.items()}
        return {patron: amount for patron, amount in sums.items() if amount}

    @property
    def seen(self) -> list[SeenCard]:
        """Cards of both hands."""
        return [*self.cards["player"], *self.cards["banker"]]


@dataclass(eq=False)
class SeenShoe:
    opened: ShoeOpened
    version: int
    book: RuleBook | None
    deck: str = ""  # as committed to; empty: that was before the first event at hand
    burn: SeenCard | None = None
    burned_face_down: int = 0
    left: list[SeenCard] = field(default_factory=list)  # in the order in which they left the shoe, the burn apart
    aside: list[SeenCard] = field(default_factory=list)
    begins_free_hand: bool = False  # the last of those set aside, as the first card of the next coup
    coups: list[SeenCoup] = field(default_factory=list)  # that used cards
    is_over: bool = False
    is_abandoned: bool = False

    @property
    def number(self) -> int:
        return self.opened.shoe


def hands_of(player: str, banker: str, version: int) -> dict[SideName, list[SeenCard]]:
    """As one event gives them."""
    return {
        "player": [SeenCard(card, version) for card in player.split()],
        "banker": [SeenCard(card, version) for card in banker.split()],
    }
