"""Resolves a table of the floor's file from its entry."""

from collections.abc import Sequence

from msgspec.structs import asdict

from punto.rules.rulebook import RuleBook
from punto.server.config.floor_config import HouseRules
from punto.server.config.table_entry import PaceEntry, TableEntry
from punto.server.config.table_limits_file import LimitsFile
from punto.server.config.toml_file import Number, TomlFile
from punto.server.config.toml_lines import Path
from punto.table.config import (
    CLASSIC,
    HLS_BAND_MS,
    PICTURE_BAND_MS,
    QUICK,
    SCAN_GAP_MS,
    SQUEEZE_PACE,
    Misdeal,
    Pace,
    TableConfig,
    TableKind,
    faults_of,
)

OF_A_PICTURE = ("video_delay_ms", "whep_url", "hls_url", "stream_url", "picture_band_ms", "hls_band_ms")
PACES = {"quick": QUICK, "classic": CLASSIC, "squeeze": SQUEEZE_PACE}


def read_table(
    file: TomlFile, path: Path, entry: TableEntry, book: RuleBook, house: HouseRules, *, currency: str, digits: int
) -> TableConfig:
    """An entry with faults is still checked as far as possible."""
    _check_dealer(file, path, entry)
    _check_picture(file, path, entry)
    _check_chips(file, path, entry)
    limits = LimitsFile(file, path, entry, book, digits)
    has_squeeze = book.is_squeezed if entry.has_squeeze is None else entry.has_squeeze
    config = TableConfig(
        id=entry.id,
        title=entry.title,
        book=book.id,
        currency=currency,
        kind=entry.kind,
        chips=entry.chips,
        denominations=tuple(
            file.units(amount, digits, (*path, "denominations", place))
            for place, amount in enumerate(entry.denominations)
        ),
        limits=limits.meant,
        pace=_pace(file, (*path, "pace"), entry.pace, has_squeeze=has_squeeze),
        difference_max=file.units_or_none(entry.difference_max, digits, (*path, "difference_max")),
        exposure_max=file.units_or_none(entry.exposure_max, digits, (*path, "exposure_max")),
        tip_max=file.units_or_none(entry.tip_max, digits, (*path, "tip_max")),
        cut_card=entry.cut_card,
        plays_one_more=entry.plays_one_more,
        burn_for_zero=entry.burn_for_zero,
        has_squeeze=has_squeeze,
        has_lead=entry.has_lead,
        allows_keep_bets_on=entry.keep_bets_on and house.keep_bets_on,
        video_delay_ms=entry.video_delay_ms,
        whep_url=entry.whep_url,
        hls_url=entry.hls_url or entry.stream_url,
        picture_band_ms=entry.picture_band_ms or PICTURE_BAND_MS,
        hls_band_ms=entry.hls_band_ms or (None if entry.whep_url else entry.picture_band_ms) or HLS_BAND_MS,
        shows_naturals=entry.shows_naturals,
        talk=entry.talk or ("phrases" if entry.kind is TableKind.LIVE else "off"),
        is_dealt_by_hand=entry.dealer == "person",
        misdeal=entry.misdeal or Misdeal.CANCEL,
        scan_gap_ms=entry.scan_gap_ms or SCAN_GAP_MS,
    )
    for fault in faults_of(config, book):
        looked_at = ("book", "chips", "denominations") if fault.setting == ("chips",) else ("book",)
        if file.is_sound(*((*path, key) for key in looked_at)):
            file.wrong((*path, *fault.setting), fault.why)
    limits.check(config)
    return config


def _check_dealer(file: TomlFile, path: Path, entry: TableEntry) -> None:
    if not file.is_sound((*path, "kind"), (*path, "dealer")):
        return
    if entry.kind is not TableKind.LIVE:
        for key in ("dealer", *OF_A_PICTURE):
            if getattr(entry, key):
                file.wrong((*path, key), f"only a live table has a {'dealer' if key == 'dealer' else 'picture'}")
    elif entry.dealer is None:
        file.wrong((*path, "kind"), 'a live table has a dealer: say dealer = "person" or "simulated"')
    if entry.kind is TableKind.ON_DEMAND and entry.talk not in (None, "off"):
        file.wrong((*path, "talk"), "nobody else sits at an on-demand table")
    if entry.dealer != "person":
        for key in ("misdeal", "scan_gap_ms", "card_codes"):
            if getattr(entry, key) is not None and file.is_sound((*path, key)):
                file.wrong((*path, key), 'only a table with dealer = "person" has this')


def _check_picture(file: TomlFile, path: Path, entry: TableEntry) -> None:
    if entry.stream_url and entry.hls_url:
        file.wrong((*path, "stream_url"), "is the earlier name of hls_url: say one of them")
    has_picture = entry.whep_url or entry.hls_url or entry.stream_url
    if entry.picture_band_ms and not has_picture and entry.kind is TableKind.LIVE:
        file.wrong((*path, "picture_band_ms"), "there is no picture: say whep_url or hls_url")
    if entry.hls_band_ms and not (entry.hls_url or entry.stream_url) and entry.kind is TableKind.LIVE:
        file.wrong((*path, "hls_band_ms"), "there is no picture by HLS: say hls_url")


def _check_chips(file: TomlFile, path: Path, entry: TableEntry) -> None:
    for place, chip in enumerate(entry.chips[1:], start=1):  # none, where the list was wrong
        if chip <= entry.chips[place - 1]:
            file.wrong((*path, "chips", place), f"{chip} is not above the chip before it")
    _check_no_repetition(file, (*path, "denominations"), entry.denominations)


def _check_no_repetition(file: TomlFile, path: Path, values: Sequence[Number]) -> None:
    for place, value in enumerate(values):
        if value in values[:place]:
            file.wrong((*path, place), f"{value} is there already")


def _pace(file: TomlFile, path: Path, written: object, *, has_squeeze: bool) -> Pace:
    if written is None:
        return SQUEEZE_PACE if has_squeeze else CLASSIC
    if isinstance(written, str):
        if written not in PACES:
            file.wrong(path, f"{written!r} is not one of {', '.join(PACES)}")
        return PACES.get(written, CLASSIC)
    pace = file.take(written, PaceEntry, path, **asdict(CLASSIC))
    if file.is_sound(path) and pace.hurry_ms > pace.betting_ms:
        file.wrong((*path, "hurry_ms"), "hurry up is the last part of betting and cannot be longer")
    return Pace(**{name: getattr(pace, name) for name in PaceEntry.__struct_fields__})
