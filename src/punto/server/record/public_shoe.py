"""A shoe's public data, as the server hands it out and `punto verify` reads it."""

from msgspec import Struct

from punto.server.store.plays import CoupStatus


class PublicRound(Struct, frozen=True):
    round: int
    status: CoupStatus
    cards: tuple[str, ...]  # in the order in which they left the shoe
    player: str  # as it was settled, or as far as it was dealt
    banker: str
    struck: str = ""  # by a storm, before it was dealt: `4hx3 Kdx8`


class StormWeights(Struct, frozen=True):
    """By which a storm is drawn: numbers and their weights."""

    cards: tuple[tuple[int, int], ...]  # how many are struck
    multipliers: tuple[tuple[int, int], ...]


class PublicShoe(Struct, frozen=True, kw_only=True):
    table: str
    book: str
    rules: str  # the fingerprint of the book
    shoe: int
    deck: str
    commitment: str
    contributions: tuple[str, ...]  # SHA-256 digests of what patrons have contributed
    secret: str | None  # null until the shoe is over
    is_abandoned: bool
    burn_card: str | None
    burned_face_down: int
    rounds: tuple[PublicRound, ...]  # that used cards, or whose storm was drawn
    cut_card: int | None = None  # how many cards lie behind it; null when the floor did not keep it yet
    plays_one_more: bool = False  # round after the one in which the cut card came out
    abandoned_because: str = ""
    storm: StormWeights | None = None  # of the book, so that storms can be drawn again; null: it has none
