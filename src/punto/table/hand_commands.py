"""Commands to a table that a person deals: the dealer's own steps, and the answers to irregularities.

`by` is who decides: for the dealer's steps the dealer who has tapped in.
"""

from msgspec import Struct


class _Command(Struct, frozen=True, tag=True):
    """Shared settings, as in `commands.py`."""


class TapIn(_Command, frozen=True):
    """Another dealer takes the table."""

    by: str
    dealer: str


class TapOut(_Command, frozen=True):
    by: str


class ConfirmShoe(_Command, frozen=True):
    """The old cards are removed and the new ones shuffled once more."""

    by: str
    fingerprint: str = ""  # of the book; the table's own shell fills in both
    log_id: str = ""  # of the store's history, see ShoeOpened


class OpenBetting(_Command, frozen=True):
    by: str
    is_free_hand: bool = False  # a coup on which nobody bets


class CloseBetting(_Command, frozen=True):
    """Before the clock does."""

    by: str


class ConfirmResult(_Command, frozen=True):
    """The cards on the felt are those that were entered: settle."""

    by: str


class SeeDivider(_Command, frozen=True):
    """The divider has come out of the shoe."""

    by: str


# --- irregularities of a hand-dealt coup ------------------------------------------------------------------------------


class EndStage(_Command, frozen=True):
    """A card was revealed early by accident, which changes no result: the stage of the squeeze is over."""

    by: str


class DealEarlyCard(_Command, frozen=True):
    """The card that was read while betting was open has been dealt: betting closed then, and later bets go back."""

    by: str
    dealt_at: int = 0  # the true moment, when it was before the card was read


class SettleMisdeal(_Command, frozen=True):
    """A card was drawn that the rules do not call for: do what the house does with it."""

    by: str


class SetAside(_Command, frozen=True):
    """An exposed card leaves the game."""

    by: str
    card: str
    second: str = ""  # who confirms what it is


class RebuildCoup(_Command, frozen=True):
    """The hands as they really lie, while the table is paused. The coup then goes on."""

    by: str
    second: str
    player: str  # cards as text
    banker: str


DealerCommand = TapIn | TapOut | ConfirmShoe | OpenBetting | CloseBetting | ConfirmResult | SeeDivider
MendingCommand = EndStage | DealEarlyCard | SettleMisdeal | SetAside | RebuildCoup
