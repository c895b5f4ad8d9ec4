"""What an operator decides about a table, checked against its book when the table is set up.

Limits, chips, currency, timing, cut card and squeeze belong to the table; what bets pay belongs to the book.
"""

from collections.abc import Iterator
from enum import StrEnum
from functools import lru_cache
from math import gcd
from typing import Literal, NamedTuple

from msgspec import Struct

from punto.rules.money import Amount, FractionalPayout, Odds, returned
from punto.rules.rulebook import RuleBook
from punto.rules.shoe import CUT_CARD_DEFAULT, InvalidShoe, check_cut_card

SCAN_GAP_MS = 250
PICTURE_BAND_MS = (200, 800)  # from camera to screen, by WebRTC
HLS_BAND_MS = (1_000, 30_000)

PictureWay = Literal["whep", "hls"]  # of watching a live table


class TableFault(NamedTuple):
    """Why a configuration could not be played, and the setting that decides it."""

    why: str
    setting: tuple[str, ...]


class TableKind(StrEnum):
    TIMED = "timed"  # the system deals from a shuffled shoe, on a shared clock
    ON_DEMAND = "on_demand"  # one patron; a button starts the coup
    LIVE = "live"  # a dealer deals real cards


class Misdeal(StrEnum):
    """What the house does with a card that was drawn although the rules call for none."""

    FREE_HAND = "free_hand"  # it begins the next coup, on which nobody bets
    NEXT_BURN = "next_burn"  # it is burned, and the coup stands
    CANCEL = "cancel"  # the coup is cancelled


class BetLimit(Struct, frozen=True):
    """Of one patron's whole stake on a bet; `return_max` is the most the field may ever return, stake included."""

    stake_min: int
    stake_max: int
    return_max: int | None = None


class Pace(Struct, frozen=True):
    betting_ms: int
    hurry_ms: int  # the last part of betting
    card_ms: int  # from card to card
    result_ms: int
    shoe_change_ms: int = 20_000
    squeeze_ms: int = 20_000  # the first four cards
    third_squeeze_ms: int = 15_000
    storm_ms: int = 4_000  # from the storm to the first card, where the book has one

    @property
    def third_card_ms(self) -> int:
        """From the fourth card on: a third card is called before it comes, and the last is seen before the result."""
        return 2 * self.card_ms


QUICK = Pace(betting_ms=12_000, hurry_ms=4_000, card_ms=400, result_ms=3_000)
CLASSIC = Pace(betting_ms=18_000, hurry_ms=5_000, card_ms=650, result_ms=5_000)
SQUEEZE_PACE = Pace(betting_ms=20_000, hurry_ms=5_000, card_ms=650, result_ms=5_000)


class TableConfig(Struct, frozen=True, kw_only=True):
    id: str
    title: str
    book: str
    currency: str
    kind: TableKind
    chips: tuple[int, ...]  # in credits
    denominations: tuple[int, ...]  # what one credit may be worth, in the currency's smallest unit
    limits: dict[str, BetLimit]  # the open fields: a bet without a limit is not offered
    pace: Pace
    difference_max: int | None = None  # between a patron's Player and Banker stakes; they then have no other maximum
    exposure_max: int | None = None  # the most the house may lose on one coup
    tip_max: int | None = None  # None: as much as may be staked on the highest bet
    cut_card: int = CUT_CARD_DEFAULT
    plays_one_more: bool = False  # one coup after the one in which the cut card came out
    has_squeeze: bool = False
    has_lead: bool = False  # the largest stake on a side alone holds its cards
    allows_keep_bets_on: bool = True
    shows_naturals: bool = True  # the winner's 8 or 9 inside its mark on the Main Road
    burn_for_zero: int | None = None  # how many a ten or a picture burns; None: as the book says
    talk: Literal["off", "phrases", "text"] = "off"  # among patrons: ready phrases, or texts that staff let through too
    whep_url: str | None = None  # live: where the picture is, by WebRTC
    hls_url: str | None = None  # and by HLS, for whom WebRTC does not reach
    video_delay_ms: int = 0  # live: how much later the picture comes at the least; patrons are told of a card after it
    picture_band_ms: tuple[int, int] = PICTURE_BAND_MS  # a delay outside it alarms staff: by WebRTC,
    hls_band_ms: tuple[int, int] = HLS_BAND_MS  # and by HLS
    is_dealt_by_hand: bool = False  # live: a person opens betting, deals, and confirms the result
    misdeal: Misdeal = Misdeal.CANCEL
    scan_gap_ms: int = SCAN_GAP_MS  # two different cards read within this time left the shoe together

    @property
    def has_picture(self) -> bool:
        return bool(self.picture_bands_ms)

    @property
    def picture_bands_ms(self) -> dict[PictureWay, tuple[int, int]]:
        """The ways of watching that are offered, the first to be tried first, each with its band."""
        ways: tuple[tuple[PictureWay, str | None, tuple[int, int]], ...] = (
            ("whep", self.whep_url, self.picture_band_ms),
            ("hls", self.hls_url, self.hls_band_ms),
        )
        return {way: band for way, address, band in ways if address is not None}

    @property
    def units(self) -> tuple[int, ...]:
        """Every chip in every denomination, as an amount."""
        return tuple(chip * denomination for denomination in self.denominations for chip in self.chips)

    @property
    def largest_tip(self) -> int:
        highest = max((limit.stake_max for limit in self.limits.values()), default=0)
        return highest if self.tip_max is None else self.tip_max

    @property
    def tips_go_to(self) -> str:
        """The dealer of a live table; nobody deals elsewhere, so the attendants share them."""
        return f"dealer:{self.id}" if self.kind is TableKind.LIVE else "attendants"


def faults_of(config: TableConfig, book: RuleBook) -> Iterator[TableFault]:
    """Whatever could not be played or could make a fraction of a unit."""
    named = f"table {config.id!r}"
    has_chips = bool(config.chips and config.denominations) and min((*config.chips, *config.denominations)) >= 1
    if not has_chips:
        yield TableFault(f"{named}: chips and denominations are whole amounts of one or more", ("chips",))
    try:
        check_cut_card(config.cut_card, cards=book.deck.size)
    except InvalidShoe as refused:
        yield TableFault(f"{named}: {refused}", ("cut_card",))
    if config.burn_for_zero is not None and (config.burn_for_zero < 0 or book.burn.for_zero is None):
        yield TableFault(f"{named}: burn_for_zero is a number of cards, of a book that burns cards", ("burn_for_zero",))
    yield from _picture_faults(config)
    if book.storm and config.kind is TableKind.LIVE:
        why = f"{named}: book {book.id!r} has a storm, drawn from the secret of a shoe, and real cards have none"
        yield TableFault(why, ("book",))
    ids = {bet.id for bet in book.bets}
    for bet, limit in config.limits.items():
        if bet not in ids:
            yield TableFault(f"{named}: book {book.id!r} has no bet {bet!r}", ("limits", bet))
            continue
        if not 0 < limit.stake_min <= limit.stake_max:
            yield TableFault(f"{named}: bet {bet!r} has no stake between its limits", ("limits", bet))
        if has_chips:
            yield from _fractions(config, book, bet)


def _picture_faults(config: TableConfig) -> Iterator[TableFault]:
    named = f"table {config.id!r}"
    if config.video_delay_ms < 0:
        yield TableFault(f"{named}: video_delay_ms is not below zero", ("video_delay_ms",))
    for setting, (least, most) in (("picture_band_ms", config.picture_band_ms), ("hls_band_ms", config.hls_band_ms)):
        if not 0 <= least < most:
            yield TableFault(f"{named}: {setting} goes from a shorter delay to a longer one", (setting,))
    shortest = min(config.pace.squeeze_ms, config.pace.third_squeeze_ms)
    for way, (_, most) in config.picture_bands_ms.items():
        if config.has_squeeze and 2 * most > shortest:  # its clock runs while the picture is on its way
            setting = "picture_band_ms" if way == "whep" else "hls_band_ms"
            yield TableFault(
                f"{named}: a picture up to {most:,} ms late leaves less than half of a squeeze of {shortest:,} ms: "
                f"lower {setting}, or raise squeeze_ms and third_squeeze_ms",
                (setting,),
            )


def _fractions(config: TableConfig, book: RuleBook, bet: str) -> Iterator[TableFault]:
    """No rounding ever happens, so every chip must be paid whole on every line, and its fee taken whole."""
    amounts = [(f"pays {line.pays} to 1", "paid", line.pays) for line in book.bet(bet).lines]
    if fee := book.fee_of(bet):
        amounts.append((f"has a fee of {fee}", "charged", Odds(fee - 1)))
    for does, done, odds in amounts:
        for denomination in config.denominations:
            for chip in config.chips:
                try:
                    returned(Amount(chip * denomination), odds)
                except FractionalPayout:
                    yield TableFault(
                        f"table {config.id!r}: bet {bet!r} {does}, which a chip of {chip} credits of {denomination} "
                        f"cannot be {done} in whole units",
                        ("chips",),
                    )


def has_sum_of_chips(chips: tuple[int, ...], low: int, high: int) -> bool:
    """Whether chips of these values can make an amount from `low`, one or more, to `high`, all in credits."""
    smallest, step = _smallest_and_step(chips)
    if high < smallest:
        return False
    first = -(-low // step) * step
    return high // smallest * smallest >= low or any(  # mostly the smallest alone can
        is_sum_of_chips(chips, amount) for amount in range(first, high + 1, step)
    )


def most_in_chips(chips: tuple[int, ...], high: int) -> int:
    """The largest amount up to `high` that chips of these values can make, all in credits; 0 where none can."""
    smallest, step = _smallest_and_step(chips)
    sure = max(0, high) // smallest * smallest  # the smallest alone can
    if smallest == step:
        return sure
    return next((each for each in range(high - high % step, sure, -step) if is_sum_of_chips(chips, each)), sure)


def least_in_chips(chips: tuple[int, ...], low: int) -> int:
    """The smallest amount from `low` on, a chip at the least, that chips of these values can make, all in credits."""
    smallest, step = _smallest_and_step(chips)
    low = max(smallest, low)
    sure = -(-low // smallest) * smallest
    if smallest == step:
        return sure
    return next((each for each in range(-(-low // step) * step, sure, step) if is_sum_of_chips(chips, each)), sure)


@lru_cache(maxsize=1_024)
def _smallest_and_step(chips: tuple[int, ...]) -> tuple[int, int]:
    """The step is what every sum of chips is a multiple of."""
    return min(chips), gcd(*chips)


@lru_cache(maxsize=65_536)
def is_sum_of_chips(chips: tuple[int, ...], amount: int) -> bool:
    """Whether chips of these values can make the amount, both in credits."""
    smallest, step = _smallest_and_step(chips)
    if amount % step:
        return False
    if smallest == step or amount >= smallest * max(chips):  # every multiple of the step can be made
        return True
    reachable = {0}
    for part in range(1, amount + 1):
        if any(part - chip in reachable for chip in chips):
            reachable.add(part)
    return amount in reachable
