"""What has happened at a table. Events are stored; folding them rebuilds the table's state.

They are made of primitives: cards as text, odds as "a/b", amounts in whole units, instants in milliseconds. An event
alone says what money it moves. `Event` is a closed union: a new event does not type-check until every `match` over
events handles it.
"""

from functools import cached_property
from typing import Literal

from msgspec import Struct

from punto.table.settled_wagers import OwnWagers, SettledWager, by_patron

SCHEMA = 1  # a changed event gets a new number, and an upcaster from the old one

SideName = Literal["player", "banker"]
BettingAction = Literal[
    "place", "place_set", "move", "clear_last", "clear_all", "double", "raise", "repeat", "too_late"
]
StakeList = tuple[tuple[str, int], ...]  # bet and stake, in the order of first placement


def total_of(stakes: StakeList) -> int:
    total = 0
    for _, stake in stakes:  # few, and asked for with every bet
        total += stake
    return total


class _Event(Struct, frozen=True, tag=True):
    """Shared settings; the type of an event is `Event`, below."""


class ShoeCommitted(_Event, frozen=True):
    """The order of the coming shoe is committed to, and patrons may contribute to it."""

    shoe: int
    commitment: str
    deck: str
    at: int
    log_id: str = ""  # of the store's history in which it was bound. Empty: a log from before it was kept


class ContributionMade(_Event, frozen=True):
    patron: str
    digest: str


class ShoeOpened(_Event, frozen=True):
    shoe: int
    commitment: str
    fingerprint: str
    at: int
    contributions: tuple[str, ...] = ()  # digests, sorted, each once
    cut_card: int | None = None  # how many cards lie behind it. None: a log from before it was kept
    plays_one_more: bool = False  # coup after the one in which the cut card came out
    log_id: str = ""  # of the store's history in which it was opened. Empty: a log from before it was kept


class ShoeRevealed(_Event, frozen=True):
    shoe: int
    secret: str  # hexadecimal
    at: int


class CardsBurned(_Event, frozen=True, omit_defaults=True):
    card: str  # the first, face up
    face_down: int
    serial: str = ""  # of the first, where every card has one of its own


class BettingOpened(_Event, frozen=True):
    coup: int  # of the shoe, counted from 1
    at: int
    closes_at: int | None  # None: when the patron presses Deal
    is_free_hand: bool = False  # nobody bets on it


class WagersChanged(_Event, frozen=True):
    patron: str
    action: BettingAction
    stakes: StakeList  # all that the patron now has on the felt
    added: int  # taken from the purse, or given back when below zero
    left_out: tuple[str, ...] = ()  # bets of a repeat that are closed
    at: int = 0  # kept at hand-dealt tables only, where a card may turn out to have been dealt before


class ChoiceMade(_Event, frozen=True):
    patron: str
    choice: Literal["mode", "denomination", "keep_bets_on", "auto_repeat", "squeeze", "away"]
    value: str | int | bool
    at: int = 0  # kept of who goes away


class BettingClosed(_Event, frozen=True):
    at: int


class CardsStruck(_Event, frozen=True):
    """A storm: these cards multiply what a bet wins in this coup."""

    struck: str  # cards and multipliers in the order drawn, as a written coup has them: `4hx3 Kdx8`
    at: int


class CardDealt(_Event, frozen=True, omit_defaults=True):
    side: SideName
    card: str
    at: int
    serial: str = ""  # where every card has one of its own


class StageOpened(_Event, frozen=True):
    """Holders may open their cards. Stage 1 is the first four cards, 2 Player's third, 3 Banker's third."""

    stage: int
    holders: tuple[tuple[str, SideName], ...]
    closes_at: int | None  # the last clock of a hand; None: no clock runs
    clocks: tuple[tuple[SideName, int], ...] = ()  # of each hand, where they differ


class CardOpened(_Event, frozen=True):
    patron: str
    side: SideName
    card: int


class HandTurned(_Event, frozen=True):
    """Time was up for a side: its cards turn by themselves, for everybody to see."""

    stage: int
    side: SideName
    at: int


class StageEnded(_Event, frozen=True):
    stage: int
    at: int


class CoupSettled(_Event, frozen=True, dict=True, omit_defaults=True):  # a dict: wagers are grouped once for all
    player: str
    banker: str
    wagers: tuple[SettledWager, ...]
    at: int
    struck: str = ""  # by a storm, before it was dealt

    @cached_property
    def by_patron(self) -> dict[str, OwnWagers]:
        return by_patron(self.wagers)


class CoupCancelled(_Event, frozen=True):
    """Stakes returned before any settlement."""

    by: str
    reason: str
    returned: tuple[tuple[str, int], ...]  # patron and amount
    used_cards: bool  # or a storm, which nobody may see before betting: its number is not used again
    at: int


class Adjustment(Struct, frozen=True, omit_defaults=True):
    """What a patron gets (or, below zero, gives back) when a settled coup is voided or corrected."""

    patron: str
    amount: int
    uncovered: int = 0  # what should be given back beyond that and is not there, so that the house bears it; below
    # zero: what a correction before this one could not take back, and this one has
    fee: int = 0  # how much more the storm costs than before; below zero: what of its fee is given back


class CoupVoided(_Event, frozen=True):
    """A settlement is reversed: stakes returned, winnings taken back. The coup leaves no mark."""

    by: str
    reason: str
    adjustments: tuple[Adjustment, ...]
    at: int
    shoe: int = 0  # which coup; 0 and 0: the last, in a log from before it was named
    coup: int = 0
    role: str = ""  # of the person who decided
    second: str = ""  # who confirmed it


class CoupCorrected(_Event, frozen=True):
    """A coup is settled again with the cards that were really dealt."""

    by: str
    player: str
    banker: str
    wagers: tuple[SettledWager, ...]
    adjustments: tuple[Adjustment, ...]
    at: int
    reason: str = ""
    shoe: int = 0  # as above
    coup: int = 0
    role: str = ""
    second: str = ""
    struck: str = ""  # by a storm; it stays what it was


class ShoeEnded(_Event, frozen=True):
    at: int


class ShoeAbandoned(_Event, frozen=True):
    """Before it was opened, or in play: its number is not used again, and its secret is still revealed."""

    shoe: int
    by: str
    reason: str
    at: int


class Paused(_Event, frozen=True):
    by: str
    reason: str
    at: int
    detail: str = ""  # for staff; where a card is the reason, the card
    read_at: int = 0  # when that card was read


class Resumed(_Event, frozen=True):
    by: str
    at: int


class DisputeRaised(_Event, frozen=True):
    patron: str
    at: int
    shoe: int = 0  # of which coup; 0 and 0: the last, in a log from when a dispute ended with the next betting
    coup: int = 0


class DisputeDismissed(_Event, frozen=True):
    by: str
    at: int
    shoe: int = 0
    coup: int = 0


class TipGiven(_Event, frozen=True):
    patron: str
    amount: int
    goes_to: str = ""  # `attendants`, or `dealer:` and the table; empty: before tips were kept apart
    at: int = 0


class DealerChanged(_Event, frozen=True):
    dealer: str  # empty: nobody deals now
    by: str
    at: int


class DividerSeen(_Event, frozen=True):
    by: str
    at: int


class CardSetAside(_Event, frozen=True):
    """A card has left the shoe and is in no hand."""

    card: str
    by: str
    at: int
    second: str = ""
    begins_free_hand: bool = False  # the next coup, as Player's first card


class CoupRebuilt(_Event, frozen=True):
    """The hands of the running coup as they really lie."""

    player: str
    banker: str
    by: str
    second: str
    at: int


ShoeEvent = ShoeCommitted | ContributionMade | ShoeOpened | ShoeRevealed | ShoeEnded | ShoeAbandoned
TakenBack = CoupVoided | CoupCorrected
HandDealtEvent = DealerChanged | DividerSeen | CardSetAside | CoupRebuilt
Event = (
    ShoeEvent
    | CardsBurned
    | BettingOpened
    | WagersChanged
    | ChoiceMade
    | BettingClosed
    | CardsStruck
    | CardDealt
    | StageOpened
    | CardOpened
    | HandTurned
    | StageEnded
    | CoupSettled
    | CoupCancelled
    | TakenBack
    | Paused
    | Resumed
    | DisputeRaised
    | DisputeDismissed
    | TipGiven
    | HandDealtEvent
)
