"""A floor's configuration: money, time zone, house rules, limits and tables.

`floor_file.py` reads it from TOML, where amounts are in the currency; here they are in its smallest unit.
"""

from datetime import UTC, time, tzinfo
from typing import Annotated, Literal
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from msgspec import Meta, Struct
from msgspec.structs import replace

from punto.books.find_book import stored_book
from punto.rules.rulebook import RuleBook
from punto.server.config.cage_limits import CageLimits, usual_limits
from punto.server.config.card_codes import CardCodes
from punto.server.config.toml_file import HOST_NAME
from punto.table.config import TableConfig

TABLES_AT_ONCE_MAX = 4
DAY_MS = 24 * 3_600_000

Count = Annotated[int, Meta(ge=1, le=1_000_000)]
HostName = Annotated[str, Meta(pattern=HOST_NAME, max_length=253)]
Minutes = Annotated[int, Meta(ge=1, le=10_080)]


class HouseRules(Struct, frozen=True, forbid_unknown_fields=True):
    """House rules, which differ by jurisdiction."""

    auto_repeat: bool = True
    tables_at_once: Annotated[int, Meta(ge=1, le=TABLES_AT_ONCE_MAX)] = TABLES_AT_ONCE_MAX
    keep_bets_on: bool = True  # bets stay for the next round on demand tables
    quick_reveal: bool = True  # a patron may have the cards of an on demand table at once
    shortest_round_ms: Annotated[int, Meta(ge=0, le=60_000)] = 0  # from one deal to the next
    reality_check_minutes: Minutes | None = 60
    leave_after_idle_rounds: Count | None = None
    session_in_sight: bool = False  # time played and net result stand on the screen all the time


STRICT = HouseRules(
    auto_repeat=False,
    tables_at_once=1,
    keep_bets_on=False,
    quick_reveal=False,
    shortest_round_ms=5_000,
    reality_check_minutes=30,
    leave_after_idle_rounds=3,
)
UK = replace(STRICT, leave_after_idle_rounds=None, session_in_sight=True)  # the UKGC's remote technical standards
HOUSES = {"open": HouseRules(), "strict": STRICT, "uk": UK}


class Safety(Struct, frozen=True, forbid_unknown_fields=True):
    """Every limit on what one account, address or socket may demand."""

    idle_minutes: Minutes = 30
    staff_idle_minutes: Minutes = 15
    failures_max: Count = 3  # of logging in, before the lock
    lock_minutes: Minutes = 15
    requests_a_minute: Count = 240  # an account
    address_requests_a_minute: Count = 600
    address_upgrades_a_minute: Count = 600  # sockets that one address opens
    connections_per_address: Count = 1_000  # open at once, sockets too
    control_frames_a_second: Count = 10  # pings, pongs and closes on one socket; twice as many in a burst
    guests_an_hour: Count = 60  # new ones, from one address
    messages_a_second: Count = 40  # a socket, twice as many in a burst
    message_bytes_max: Annotated[int, Meta(ge=512, le=65_536)] = 4_096
    unanswered_max: Count = 64
    write_buffer_bytes_max: Annotated[int, Meta(ge=16_384, le=16_777_216)] = 256 * 1024
    sockets_per_account: Count = 8
    sockets_max: Count = 20_000
    table_queue_max: Count = 20_000
    hosts: tuple[HostName, ...] = ()  # names under which the floor may be asked, beside that of public_url
    answers_kept_hours: Annotated[int, Meta(ge=1, le=168)] = 24  # for who sends a command again under the same id
    answers_kept_max: Annotated[int, Meta(ge=100_000, le=100_000_000)] = 5_000_000  # about 200 bytes each


class Alarms(Struct, frozen=True, forbid_unknown_fields=True):
    """When actual and theoretical returns differ by more than chance."""

    return_deviations_max: Annotated[int, Meta(ge=2, le=20)] = 4  # standard deviations
    return_coups_min: Count = 1_000  # of equal stakes, or as many as say the same; below, no alarm


class Retention(Struct, frozen=True, forbid_unknown_fields=True):
    """How long records are kept that the law requires."""

    staff_names_days: Annotated[int, Meta(ge=1, le=36_500)] = 1_825  # names and addresses in the staff log
    talk_kept_days: Annotated[int, Meta(ge=1, le=36_500)] = 90  # what patrons said at tables

    @property
    def staff_names_ms(self) -> int:
        return self.staff_names_days * DAY_MS

    @property
    def talk_kept_ms(self) -> int:
        return self.talk_kept_days * DAY_MS


class People(Struct, frozen=True, forbid_unknown_fields=True):
    """Who may have an account, and how the house recognises people."""

    registration: Literal["open", "staff", "operator"] = "open"  # anybody; at the counter; administrators and terminal
    guests: bool | None = None  # None: where anybody may register, and on a demo floor
    identity: Literal["none", "document"] = "none"  # what is asked beside a name; only its keyed hash is kept


class FloorConfig(Struct, frozen=True, kw_only=True):
    name: str
    currency: str
    currency_digits: int  # behind the point
    currency_symbol: str
    tables: tuple[TableConfig, ...]
    books: tuple[RuleBook, ...]  # that the tables play, each once
    base_books: tuple[RuleBook, ...] = ()  # that the file names, before a table adds bets of the catalogue
    simulated_dealers: frozenset[str] = frozenset()  # live tables that a program deals
    card_codes: dict[str, CardCodes] = {}  # by table; where none are named, codes are cards as text
    time_zone: str = "UTC"
    day_starts_at: str = "06:00"
    is_demo: bool = False
    play_credits: int | None = None  # what a guest gets; None: money is real and comes from an attendant
    hand_pay_above: int
    second_person_above: int | None = None  # that a void or a correction moves; None: as hand_pay_above
    dealer_turn_minutes: int | None = None  # until another dealer takes over; None: nobody counts them
    house: HouseRules = HouseRules()
    safety: Safety = Safety()
    alarms: Alarms = Alarms()
    retention: Retention = Retention()
    people: People = People()
    cage: dict[str, CageLimits] = {}  # by role; what is missing is as usual
    needs_drawers: bool = False  # no deed in cash without an open drawer
    drawer_difference_alone: int = 0  # by which a count may be off without a second person
    bots: bool = False
    files: tuple[str, ...] = ()  # that it was read from: the floor's own, books, card codes
    public_url: str | None = None  # as patrons reach the floor, when a proxy stands before it

    def cage_of(self, role: str) -> CageLimits:
        return self.cage.get(role) or usual_limits(role, self.hand_pay_above)

    @property
    def alone_max(self) -> int:
        """What one person may move by a void or correction alone."""
        return self.hand_pay_above if self.second_person_above is None else self.second_person_above

    def table(self, table_id: str) -> TableConfig | None:
        return next((table for table in self.tables if table.id == table_id), None)

    def book(self, book_id: str) -> RuleBook | None:
        return next((book for book in self.books if book.id == book_id), None)

    def stored_book(self, book_id: str) -> RuleBook | None:
        """The book that a stored coup or table names, also if no table plays it now."""
        return stored_book(book_id, (*self.base_books, *self.books))

    def book_of(self, table: TableConfig) -> RuleBook:
        book = self.book(table.book)
        assert book is not None, "a floor has the book of each of its tables"
        return book

    @property
    def has_guests(self) -> bool:
        """Guests play only with play credits, if the house admits them."""
        wanted = self.people.guests
        is_wanted = self.people.registration == "open" or self.is_demo if wanted is None else wanted
        return is_wanted and self.play_credits is not None

    @property
    def zone(self) -> tzinfo:
        return UTC if self.time_zone == "UTC" else ZoneInfo(self.time_zone)  # UTC needs no list of zones

    @property
    def day_start(self) -> time:
        """When a gaming day begins, in the floor's time zone."""
        return time.fromisoformat(self.day_starts_at)

    @property
    def base_path(self) -> str:
        """Path prefix of the floor: empty, or "/casino" without a trailing slash."""
        return urlsplit(self.public_url).path.rstrip("/") if self.public_url else ""

    @property
    def is_secure(self) -> bool:
        """Whether patrons connect over TLS, so that cookies can be Secure."""
        return self.public_url is not None and self.public_url.startswith("https://")
