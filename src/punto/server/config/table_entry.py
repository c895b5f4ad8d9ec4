"""A table as written in the floor's file; what is usual may be left out.

`min` and `max` hold for Player and Banker and, unless `side_min` and `side_max` say otherwise, for every other bet; the
table's `limits` name the exceptions. `bets` lists the open fields, of the book or of the catalogue; without it all of
the book's are open.
"""

from decimal import Decimal
from typing import Annotated, Literal

from msgspec import Meta, Struct

from punto.rules.shoe import CUT_CARD_DEFAULT
from punto.server.config.toml_file import ID, ONE_LINE, STREAM, Number
from punto.table.config import Misdeal, TableKind

Milliseconds = Annotated[int, Meta(ge=0, le=600_000)]
Address = Annotated[str, Meta(pattern=STREAM, max_length=500)]
TableId = Annotated[str, Meta(pattern=ID, max_length=32)]
Whole = Annotated[int, Meta(ge=1, le=1_000_000_000)]


class PaceEntry(Struct, frozen=True, forbid_unknown_fields=True):
    betting_ms: Annotated[int, Meta(ge=100, le=600_000)]
    hurry_ms: Milliseconds
    card_ms: Milliseconds
    result_ms: Milliseconds
    shoe_change_ms: Milliseconds = 20_000
    squeeze_ms: Milliseconds = 20_000
    third_squeeze_ms: Milliseconds = 15_000
    storm_ms: Milliseconds = 4_000


class LimitEntry(Struct, frozen=True, forbid_unknown_fields=True):
    min: Number | None = None
    max: Number | None = None
    return_max: Number | None = None


class TableEntry(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    id: TableId
    title: Annotated[str, Meta(pattern=ONE_LINE, max_length=40)]
    book: str
    kind: TableKind = TableKind.TIMED
    pace: object = None
    chips: Annotated[tuple[Whole, ...], Meta(min_length=1, max_length=16)]
    denominations: Annotated[tuple[Number, ...], Meta(min_length=1, max_length=16)] = (Decimal(1),)
    min: Number
    max: Number
    return_max: Number | None = None
    side_min: Number | None = None
    side_max: Number | None = None
    bets: tuple[str, ...] | None = None
    limits: dict[str, object] = {}
    difference_max: Number | None = None
    exposure_max: Number | None = None
    tip_max: Number | None = None  # None: as much as may be staked on the highest bet
    cut_card: Annotated[int, Meta(ge=1, le=208)] = CUT_CARD_DEFAULT
    plays_one_more: bool = False
    burn_for_zero: Annotated[int, Meta(ge=0, le=52)] | None = None
    has_squeeze: bool | None = None  # None: as the book
    has_lead: bool = False
    keep_bets_on: bool = True
    dealer: Literal["person", "simulated"] | None = None  # of a live table
    talk: Literal["off", "phrases", "text"] | None = None  # among patrons; None: phrases at a live table
    misdeal: Misdeal | None = None  # a person's card that the rules do not call for; None: the round is cancelled
    scan_gap_ms: Annotated[int, Meta(ge=20, le=2_000)] | None = None  # two cards within it left the shoe together
    card_codes: Annotated[str, Meta(max_length=500)] | None = None  # a file, seen from the folder of the floor's
    video_delay_ms: Annotated[int, Meta(ge=0, le=60_000)] = 0
    picture_band_ms: tuple[Milliseconds, Milliseconds] | None = None
    hls_band_ms: tuple[Milliseconds, Milliseconds] | None = None  # None: a table without WHEP has picture_band_ms
    whep_url: Address | None = None
    hls_url: Address | None = None
    stream_url: Address | None = None  # the earlier name of hls_url
    shows_naturals: bool = True
