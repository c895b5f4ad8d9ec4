"""One table of a floor's file: short to write, because what is usual need not be said.

`min` and `max` hold for Player and Banker and, unless `side_min` and `side_max` say otherwise, for every other bet; the
table's `limits` name the exceptions. `bets` lists the open fields; without it all of the book's are open.
"""

from decimal import Decimal
from typing import Annotated, Literal

from msgspec import Meta, Struct

from punto.rules.bet import Bet
from punto.rules.rulebook import RuleBook
from punto.rules.shoe import CUT_CARD_DEFAULT
from punto.server.floor_config import House
from punto.server.toml_file import ID, STREAM, Number, TomlFile
from punto.server.toml_lines import Path
from punto.table.config import (
    CLASSIC,
    QUICK,
    SQUEEZE_PACE,
    BetLimit,
    InvalidTable,
    Pace,
    TableConfig,
    TableKind,
    check_table,
)

AMOUNT_MAX = 2**53  # what every client can count exactly
PACES = {"quick": QUICK, "classic": CLASSIC, "squeeze": SQUEEZE_PACE}

Milliseconds = Annotated[int, Meta(ge=0, le=600_000)]
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


class LimitEntry(Struct, frozen=True, forbid_unknown_fields=True):
    min: Number | None = None
    max: Number | None = None
    return_max: Number | None = None


class TableEntry(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    id: TableId
    title: Annotated[str, Meta(min_length=1, max_length=40)]
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
    cut_card: Annotated[int, Meta(ge=1, le=208)] = CUT_CARD_DEFAULT
    plays_one_more: bool = False
    burn_for_zero: Annotated[int, Meta(ge=0, le=52)] | None = None
    has_squeeze: bool | None = None  # None: as the book
    has_lead: bool = False
    keep_bets_on: bool = True
    dealer: Literal["person", "simulated"] = "person"
    video_delay_ms: Annotated[int, Meta(ge=0, le=60_000)] = 0
    stream_url: Annotated[str, Meta(pattern=STREAM, max_length=500)] | None = None
    shows_naturals: bool = True


class _Reader:
    """One entry with the place where it stands."""

    def __init__(self, file: TomlFile, path: Path, entry: TableEntry, book: RuleBook, digits: int) -> None:
        self.file, self.path, self.entry, self.digits = file, path, entry, digits
        self.has_squeeze = book.is_squeezed if entry.has_squeeze is None else entry.has_squeeze

    def units(self, key: str) -> int | None:
        """An amount of the entry, in the smallest unit."""
        return in_units(self.file, (*self.path, key), getattr(self.entry, key), self.digits)

    def pace(self) -> Pace:
        entry, path = self.entry, (*self.path, "pace")
        if entry.pace is None:
            return SQUEEZE_PACE if self.has_squeeze else CLASSIC
        if isinstance(entry.pace, str):
            if entry.pace not in PACES:
                raise self.file.wrong(path, f"{entry.pace!r} is none of {', '.join(PACES)}")
            return PACES[entry.pace]
        pace = self.file.take(entry.pace, PaceEntry, path)
        if pace.hurry_ms > pace.betting_ms:
            raise self.file.wrong((*path, "hurry_ms"), "hurry up is the last part of betting and cannot be longer")
        return Pace(**{name: getattr(pace, name) for name in PaceEntry.__struct_fields__})

    def limits(self, book: RuleBook) -> dict[str, BetLimit]:
        known = {bet.id for bet in book.bets}
        for place, name in enumerate(self.entry.bets or ()):
            if name not in known:
                raise self.file.wrong((*self.path, "bets", place), f"book {book.id!r} has no bet {name!r}")
        for name in self.entry.limits:
            if name not in known:
                raise self.file.wrong((*self.path, "limits", name), f"book {book.id!r} has no bet {name!r}")
        is_open = known if self.entry.bets is None else set(self.entry.bets)
        return {bet.id: self._limit(bet) for bet in book.bets if bet.id in is_open}

    def _limit(self, bet: Bet) -> BetLimit:
        path = (*self.path, "limits", bet.id)
        own = self.file.take(self.entry.limits.get(bet.id, {}), LimitEntry, path)

        def amount(key: Literal["min", "max", "return_max"], *keys: str) -> int | None:
            if (written := getattr(own, key)) is not None:
                return in_units(self.file, (*path, key), written, self.digits)
            return next((found for each in keys if (found := self.units(each)) is not None), None)

        side = () if bet.backs else ("side_",)
        stake_min = amount("min", *(f"{prefix}min" for prefix in side), "min")
        stake_max = amount("max", *(f"{prefix}max" for prefix in side), "max")
        assert stake_min is not None, "the entry has a minimum"
        assert stake_max is not None, "the entry has a maximum"
        if stake_min > stake_max:
            raise self.file.wrong(path, f"bet {bet.id!r}: the minimum is above the maximum")
        return BetLimit(stake_min, stake_max, amount("return_max", "return_max"))


def read_table(
    file: TomlFile, path: Path, entry: TableEntry, book: RuleBook, house: House, *, currency: str, digits: int
) -> TableConfig:
    reader = _Reader(file, path, entry, book, digits)
    if entry.dealer == "simulated" and entry.kind is not TableKind.LIVE:
        raise file.wrong((*path, "dealer"), "only a live table has a dealer")
    if entry.dealer == "person" and entry.kind is TableKind.LIVE:
        raise file.wrong((*path, "kind"), 'nobody can enter the cards of a live table yet: say dealer = "simulated"')
    if entry.video_delay_ms and entry.kind is not TableKind.LIVE:
        raise file.wrong((*path, "video_delay_ms"), "only a live table has a picture")
    denominations = tuple(
        in_units(file, (*path, "denominations", place), amount, digits) or 0
        for place, amount in enumerate(entry.denominations)
    )
    config = TableConfig(
        id=entry.id,
        title=entry.title,
        book=book.id,
        currency=currency,
        kind=entry.kind,
        chips=entry.chips,
        denominations=denominations,
        limits=reader.limits(book),
        pace=reader.pace(),
        difference_max=reader.units("difference_max"),
        exposure_max=reader.units("exposure_max"),
        cut_card=entry.cut_card,
        plays_one_more=entry.plays_one_more,
        burn_for_zero=entry.burn_for_zero,
        has_squeeze=reader.has_squeeze,
        has_lead=entry.has_lead,
        allows_keep_bets_on=entry.keep_bets_on and house.keep_bets_on,
        video_delay_ms=entry.video_delay_ms,
        stream_url=entry.stream_url,
        shows_naturals=entry.shows_naturals,
    )
    _check(reader, config, book)
    return config


def _check(reader: _Reader, config: TableConfig, book: RuleBook) -> None:
    file, path = reader.file, reader.path
    try:
        check_table(config, book)
    except InvalidTable as error:
        raise file.wrong((*path, *error.setting), str(error)) from None
    smallest = min(config.units)
    for bet, limit in config.limits.items():
        if limit.stake_max < smallest:
            raise file.wrong((*path, "limits", bet), f"bet {bet!r}: the smallest chip is above the maximum")
        if limit.return_max is not None and limit.stake_min * (1 + book.bet(bet).best_odds) > limit.return_max:
            raise file.wrong((*path, "limits", bet), f"bet {bet!r}: even the minimum could return more than return_max")
    if not config.limits:
        raise file.wrong((*path, "bets"), "no bet is open")


def in_units(file: TomlFile, path: Path, amount: Number | None, digits: int) -> int | None:
    """An amount of the currency in its smallest unit; a fraction of that is refused."""
    if amount is None:
        return None
    amount = Decimal(amount)
    if not amount.is_finite() or not 0 < amount <= AMOUNT_MAX:
        raise file.wrong(path, f"{amount} is no amount above zero that can be counted")
    units = amount.scaleb(digits)
    if units != int(units) or units > AMOUNT_MAX:
        raise file.wrong(
            path, f"{amount} is not a whole number of the currency's smallest unit (it has {digits} digits)"
        )
    return int(units)
