"""Shoes and coups as recorded for replays and proofs of fairness, and the names the records are kept under."""

from collections.abc import Sequence
from typing import Literal

import msgspec
from msgspec import Struct

from punto.rules.coup import written_coup
from punto.server.store.plays import CoupStatus
from punto.table.config import TableConfig
from punto.table.reasons import Reason

Record = tuple[str, str, bytes]  # kind, name, body


class DealtCard(Struct, frozen=True):
    side: Literal["player", "banker"]
    card: str
    at: int


class SqueezeStage(Struct, frozen=True):
    stage: int
    after_cards: int  # how many were dealt when it began
    closes_at: int | None  # null: no clock ran
    ended_at: int | None = None


class CoupChange(Struct, frozen=True):
    """A decision of staff about a settled coup, and the hands as they stood before it."""

    status: Literal["voided", "corrected"]
    at: int
    role: str  # of the person who decided; empty: unknown
    reason: Reason
    player: str
    banker: str


class LoggedCoup(Struct, frozen=True):
    shoe: int
    coup: int
    opened_at: int
    first_version: int  # of the table's stream
    closed_at: int | None = None
    cards: tuple[DealtCard, ...] = ()  # in the order in which they left the shoe
    stages: tuple[SqueezeStage, ...] = ()
    status: CoupStatus = "settled"
    player: str = ""  # as last settled
    banker: str = ""
    at: int = 0  # of its end
    last_version: int = 0
    changes: tuple[CoupChange, ...] = ()  # the oldest first
    dealer: str = ""  # account, of who was tapped in when it ended; for staff
    struck: str = ""  # by a storm, before it was dealt

    @property
    def is_used_up(self) -> bool:
        """Cards have left the shoe, or its storm was seen: its number is not used again."""
        return bool(self.cards or self.struck)

    @property
    def text(self) -> str:
        """As last settled: `player / banker`, and what was struck."""
        return written_coup(self.player, self.banker, self.struck)


class LoggedShoe(Struct, frozen=True):
    shoe: int
    book: str
    deck: str = ""
    commitment: str = ""
    fingerprint: str = ""
    committed_at: int | None = None
    opened_at: int | None = None
    ended_at: int | None = None
    is_abandoned: bool = False
    burn_card: str | None = None
    burned_face_down: int = 0
    coups: int = 0  # that were settled or used cards, known when it is over
    secret: str | None = None
    cut_card: int | None = None  # how many cards lie behind it; None: a log from before it was kept
    plays_one_more: bool = False  # coup after the one in which the cut card came out
    abandoned_because: str = ""
    set_aside: tuple[str, ...] = ()  # cards that left it and were in no hand, beside the burn card


def shoes_kind(table: str) -> str:
    return f"shoes:{table}"


def shoe_name(shoe: int) -> str:
    return f"{shoe:08}"


def contributions_kind(table: str) -> str:
    return f"contributions:{table}"


def coups_kind(table: str, shoe: int) -> str:
    return f"coups:{table}:{shoe}"


def coup_name(coup: LoggedCoup) -> str:
    """The number of a cancelled coup may be used again."""
    return number_of_coup(coup.coup) + (f":{coup.last_version:012}" if coup.status == "cancelled" else "")


def number_of_coup(coup: int) -> str:
    return f"{coup:06}"


def shoe_record(config: TableConfig, shoe: LoggedShoe | None) -> Record:
    assert shoe is not None
    return shoes_kind(config.id), shoe_name(shoe.shoe), msgspec.json.encode(shoe)


def coup_record(config: TableConfig, coup: LoggedCoup) -> Record:
    return coups_kind(config.id, coup.shoe), coup_name(coup), msgspec.json.encode(coup)


def read_coups(records: Sequence[tuple[str, bytes]]) -> list[LoggedCoup]:
    """In the order in which they were played: a cancelled coup stands before the one that got its number again."""
    coups = [msgspec.json.decode(body, type=LoggedCoup) for _, body in records]
    return sorted(coups, key=lambda coup: coup.first_version)
