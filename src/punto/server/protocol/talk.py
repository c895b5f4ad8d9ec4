"""Table talk: phrases, which every client says in its patron's language, and texts that staff have let through.

At a squeeze they also see how others bend their cards, and react in four words of their own.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from punto.server.protocol.parts import BentCorner, Grip, Reaction, SideName, Told

Phrase = Literal[
    "hello",
    "good_luck",
    "thank_you",
    "well_done",
    "congratulations",
    "so_close",
    "slowly",
    "lets_go",
    "wow",
    "again",
    "cheers",
    "good_night",
]
TalkText = Annotated[str, Meta(max_length=120)]


class TalkLine(Struct, frozen=True):
    """A phrase, or a text."""

    id: int
    name: str  # empty: a patron who shows no name
    phrase: Phrase | None
    text: str
    at: int


class TalkOpened(Told, frozen=True):
    """How talk stands at a table: sent to who opens it, and to all when staff close or reopen it."""

    table: str
    is_open: bool
    takes_text: bool
    lines: tuple[TalkLine, ...]  # the last ones, oldest first


class TalkSaid(Told, frozen=True):
    table: str
    line: TalkLine


class TalkRemoved(Told, frozen=True):
    """Staff have taken lines away."""

    table: str
    lines: tuple[int, ...]


class CardBent(Told, frozen=True):
    """How a holder is bending a card: about 15 a second, the last one counts. Never carries a face."""

    table: str
    side: SideName
    card: int
    grip: Grip
    x: float
    y: float
    turns: int
    name: str  # who holds it; empty: does not show a name
    second: BentCorner | None = None  # of a card that two fingers bend
    is_open: bool = False  # to this holder, who has turned it


class Reacted(Told, frozen=True):
    """Somebody at the table reacts to the squeeze."""

    table: str
    name: str  # empty: does not show one
    reaction: Reaction


TalkMessage = TalkOpened | TalkSaid | TalkRemoved
