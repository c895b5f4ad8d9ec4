"""One line of talk: who said what at which table, and what staff decided about it."""

from typing import Literal

from msgspec import Struct

from punto.server.protocol.talk import Phrase
from punto.table.state import Instant

State = Literal["said", "held", "removed"]


class Ruling(Struct, frozen=True):
    """A member of staff has let a text through, or taken a line away."""

    by: str  # the account
    at: Instant


class Line(Struct, frozen=True):
    id: int  # unique while the floor runs
    table: str
    patron: str
    phrase: Phrase | None
    text: str
    at: Instant
    state: State
    let_through: Ruling | None = None
    removed: Ruling | None = None
