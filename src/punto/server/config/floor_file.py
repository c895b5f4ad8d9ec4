"""Reads a floor from a TOML file. Each fault is one line that names file, line and key.

Amounts are written in the currency (`10`, `0.5`), times of a table in milliseconds. A book is an id of ours or the path
of a Python file, seen from the folder of the configuration; bets of the catalogue that a table names make it another.
"""

from collections.abc import Iterable
from pathlib import Path
from re import fullmatch
from typing import Annotated
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from msgspec import Meta, Struct
from msgspec.structs import replace

from punto.books.add_bets import add_bets, why_not_added
from punto.books.find_book import BUILT_IN, find_book, split_added
from punto.rules.invalid_input import InvalidInput
from punto.rules.rulebook import RuleBook
from punto.server.config.cage_limits import read_cage, read_drawers
from punto.server.config.card_codes import CardCodes, read_card_codes
from punto.server.config.file_faults import InvalidFile
from punto.server.config.floor_config import HOUSES, Alarms, FloorConfig, HouseRules, People, Retention, Safety
from punto.server.config.table_entry import TableEntry
from punto.server.config.table_file import read_table
from punto.server.config.toml_file import CURRENCY, ONE_LINE, TIME_OF_DAY, Number, TomlFile
from punto.table.config import TableConfig

TABLES_MAX = 500


class FloorEntry(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The file as it is written; `house` and the tables are looked at one by one afterwards."""

    name: Annotated[str, Meta(pattern=ONE_LINE, max_length=60)]
    currency: Annotated[str, Meta(pattern=CURRENCY)]
    currency_digits: Annotated[int, Meta(ge=0, le=4)]
    currency_symbol: Annotated[str, Meta(max_length=4)] = ""
    time_zone: str = "UTC"
    day_starts_at: Annotated[str, Meta(pattern=TIME_OF_DAY)] = "06:00"
    is_demo: bool = False
    play_credits: Number | None = None
    hand_pay_above: Number
    second_person_above: Number | None = None  # as hand_pay_above, where it is left out
    dealer_turn_minutes: Annotated[int, Meta(ge=5, le=480)] | None = None
    bots: bool = False
    public_url: str | None = None
    house: dict[str, object] = {}
    safety: dict[str, object] = {}
    alarms: dict[str, object] = {}
    retention: dict[str, object] = {}
    people: dict[str, object] = {}
    cage: dict[str, object] = {}
    tables: list[object]


NO_FLOOR: dict[str, object] = {  # stand in for what is wrong, so that the rest can be read
    "name": "?",
    "currency": "?",
    "currency_digits": 4,  # whatever can be paid with fewer can be paid with these
    "hand_pay_above": 1,
    "tables": [],
}
NO_TABLE: dict[str, object] = {"id": "?", "title": "?", "book": "", "chips": (), "min": 1, "max": 1}


def read_floor(path: Path) -> FloorConfig:
    try:
        text = path.read_text(encoding="utf-8-sig")  # some editors begin a text with a mark
    except OSError as error:
        raise InvalidFile(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise InvalidFile(f"{path}:{line}: not UTF-8 text") from None
    floor = parse_floor(str(path), text, folder=path.parent)
    return replace(floor, files=(str(path), *floor.files))


def parse_floor(name: str, text: str, folder: Path) -> FloorConfig:
    """`folder` is where the paths of books begin."""
    file = TomlFile(name, text)
    floor = _floor(file, folder)
    file.complain()
    return floor


def _floor(file: TomlFile, folder: Path) -> FloorConfig:
    entry = file.take(file.values, FloorEntry, (), **NO_FLOOR)
    house = _house(file, entry)
    _check_demo(file, entry)
    hand_pay_above = file.units(entry.hand_pay_above, entry.currency_digits, ("hand_pay_above",))
    tables, books, base_books = _tables(file, entry, house, folder)
    drawers = read_drawers(file, entry.cage, entry.currency_digits, is_real_money=not entry.is_demo)
    return FloorConfig(
        name=entry.name,
        currency=entry.currency,
        currency_digits=entry.currency_digits,
        currency_symbol=entry.currency_symbol,
        time_zone=_time_zone(file, entry.time_zone),
        day_starts_at=entry.day_starts_at,
        is_demo=entry.is_demo,
        play_credits=file.units_or_none(entry.play_credits, entry.currency_digits, ("play_credits",)),
        hand_pay_above=hand_pay_above,
        second_person_above=file.units_or_none(
            entry.second_person_above, entry.currency_digits, ("second_person_above",)
        ),
        dealer_turn_minutes=entry.dealer_turn_minutes,
        house=house,
        safety=file.take(entry.safety, Safety, ("safety",)),
        alarms=file.take(entry.alarms, Alarms, ("alarms",)),
        retention=file.take(entry.retention, Retention, ("retention",)),
        people=_people(file, entry),
        cage=read_cage(file, entry.cage, hand_pay_above, entry.currency_digits),
        needs_drawers=drawers.are_needed,
        drawer_difference_alone=drawers.difference_alone,
        bots=entry.bots,
        files=_files([table for table, _ in tables], folder),
        public_url=_public_url(file, entry.public_url),
        tables=tuple(config for _, config in tables),
        books=tuple(books),
        base_books=tuple(base_books),
        card_codes=_card_codes(file, tables, {book.id: book for book in books}, folder),
        simulated_dealers=frozenset(table.id for table, _ in tables if table.dealer == "simulated"),
    )


def _files(tables: list[TableEntry], folder: Path) -> tuple[str, ...]:
    """Beside the floor's own, each once: of books and of card codes."""
    books = [base for base, _ in (split_added(table.book) for table in tables) if base.endswith(".py")]
    codes = [table.card_codes for table in tables if table.card_codes]
    return tuple(dict.fromkeys(str(folder / name) for name in (*books, *codes)))


def _check_demo(file: TomlFile, entry: FloorEntry) -> None:
    """With real money there are no play credits and no bots."""
    for key in ("bots", "play_credits"):
        if getattr(entry, key) and not entry.is_demo and file.is_sound(("is_demo",)):
            file.wrong((key,), "only a demo floor has this: say is_demo = true, or leave it out")


def _house(file: TomlFile, entry: FloorEntry) -> HouseRules:
    """A preset and the floor's changes to it."""
    written = dict(entry.house)
    preset = written.pop("preset", "open")
    usual = HOUSES.get(preset) if isinstance(preset, str) else None
    if usual is None:
        file.wrong(("house", "preset"), f"{preset!r} is not one of {', '.join(HOUSES)}")
    own = file.take(written, HouseRules, ("house",))
    return HouseRules(
        **{name: getattr(own if name in written else usual or own, name) for name in HouseRules.__struct_fields__}
    )


def _people(file: TomlFile, entry: FloorEntry) -> People:
    people = file.take(entry.people, People, ("people",))
    if people.guests and entry.play_credits is None:
        file.wrong(("people", "guests"), "guests play with play_credits, and this floor has none")
    return people


def _time_zone(file: TomlFile, name: str) -> str:
    if name != "UTC":
        try:
            ZoneInfo(name)
        except (OSError, ValueError, KeyError):  # a directory, an odd path, a name that is not there
            file.wrong(("time_zone",), f"{name!r} is no time zone that this machine knows")
    return name


def why_no_public_url(text: str) -> str | None:
    """What is wrong with a public URL; None: nothing."""
    try:
        url = urlsplit(text)
        has_host = bool(url.hostname) and (url.port is None or url.port > 0)
    except ValueError:
        return f"{text!r} is no address"
    if url.scheme not in ("http", "https") or not has_host or not fullmatch(r"[!-~]+", text):
        return f"{text!r} is no address such as https://casino.example/punto"
    if url.query or url.fragment or url.username or url.password:
        return f"{text!r} has more than a scheme, a host and a path"
    return None


def _public_url(file: TomlFile, text: str | None) -> str | None:
    if text is not None and (why := why_no_public_url(text)):
        file.wrong(("public_url",), why)
    return text


def _tables(
    file: TomlFile, entry: FloorEntry, house: HouseRules, folder: Path
) -> tuple[list[tuple[TableEntry, TableConfig]], list[RuleBook], list[RuleBook]]:
    """Every table, as written and as resolved, the books they play, and the same without added bets."""
    if file.is_sound(("tables",)) and not 0 < len(entry.tables) <= TABLES_MAX:
        file.wrong(("tables",), f"a floor has 1 to {TABLES_MAX} tables")
    tables: list[tuple[TableEntry, TableConfig]] = []
    named: dict[str, RuleBook] = {}  # by how the file names them
    played: dict[str, RuleBook] = {}
    for place, written in enumerate(entry.tables[:TABLES_MAX]):
        path = ("tables", place)
        table = file.take(written, TableEntry, path, **NO_TABLE)
        if file.is_sound((*path, "id")) and any(table.id == earlier.id for earlier, _ in tables):
            file.wrong((*path, "id"), f"{table.id!r} is the id of an earlier table")
        base, added = split_added(table.book)
        if file.is_sound((*path, "book")) and base not in named:
            _find_book(file, path, base, folder, named)
        book = named.get(base, BUILT_IN[0])  # where none was found, what needs no book is looked at
        if base in named:
            book = _with_bets(file, path, book, added, table.bets or ())
            played[book.id] = book
        config = read_table(file, path, table, book, house, currency=entry.currency, digits=entry.currency_digits)
        if config.pace.betting_ms + config.pace.result_ms < house.shortest_round_ms:
            file.wrong((*path, "pace"), f"a round may not be shorter than {house.shortest_round_ms} ms in this house")
        tables.append((table, config))
    return tables, list(played.values()), list(named.values())


def _with_bets(
    file: TomlFile, path: tuple[str | int, ...], book: RuleBook, added: Iterable[str], bets: Iterable[str]
) -> RuleBook:
    """With what is added to the book's name and what `bets` takes from the catalogue; its other names come later."""
    for name in added:
        if why := why_not_added(book, name):
            file.wrong((*path, "book"), why)
    return add_bets(book, {name for name in (*added, *bets) if not why_not_added(book, name)})


def _card_codes(
    file: TomlFile, tables: list[tuple[TableEntry, TableConfig]], books: dict[str, RuleBook], folder: Path
) -> dict[str, CardCodes]:
    """Every table that names a file of codes, with what the file says."""
    found: dict[str, CardCodes] = {}
    for place, (entry, config) in enumerate(tables):
        path, book = ("tables", place, "card_codes"), books.get(config.book)
        if entry.card_codes is None or book is None or entry.dealer != "person":
            continue
        try:
            found[config.id] = read_card_codes(folder / entry.card_codes, book.deck)
        except InvalidFile as wrong:
            file.wrong_in(path, wrong.faults)
    return found


def _find_book(
    file: TomlFile, path: tuple[str | int, ...], name: str, folder: Path, known: dict[str, RuleBook]
) -> None:
    try:
        book = find_book(str(folder / name) if name.endswith(".py") else name)
    except InvalidInput as error:  # no book, or one that contradicts itself
        file.wrong((*path, "book"), str(error))
        return
    if any(other.id == book.id for other in (*known.values(), *BUILT_IN) if other != book):
        file.wrong((*path, "book"), f"{name} calls its book {book.id!r}, and so does another")
        return
    known[name] = book
