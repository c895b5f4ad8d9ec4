"""What a running floor can apply of its changed file, and what needs a restart.

Values handed out at the start (currency, limits of sockets and sessions, house rules, addresses) stay until a restart.
So does what a table was opened with: its kind, book, dealer and chip values. A bet of the catalogue more or less is
another book.
"""

from typing import NamedTuple

from msgspec.structs import fields, replace

from punto.books.find_book import split_added
from punto.rules.rulebook import RuleBook
from punto.server.config.floor_config import FloorConfig
from punto.table.config import TableConfig

APPLIED = ("name", "files", "currency_symbol", "alarms", "retention", "people", "cage", "drawer_difference_alone")
OF_TABLES = ("tables", "books", "base_books", "simulated_dealers")
MONEY = ("currency", "currency_digits")
KEPT_BY_A_TABLE = ("kind", "book", "chips", "denominations", "video_delay_ms")


class ReloadPlan(NamedTuple):
    config: FloorConfig  # of the floor from now on
    added: tuple[TableConfig, ...] = ()
    changed: tuple[TableConfig, ...] = ()  # at their next shoe
    removed: tuple[TableConfig, ...] = ()  # after their round
    needs_a_restart: tuple[str, ...] = ()  # keys of the file


def plan_reload(now: FloorConfig, wanted: FloorConfig) -> ReloadPlan:
    differ = [field.name for field in fields(FloorConfig) if getattr(now, field.name) != getattr(wanted, field.name)]
    stays = tuple(name for name in differ if name not in (*APPLIED, *OF_TABLES))
    if any(name in MONEY for name in differ):  # every amount in the file means something else
        return ReloadPlan(now, needs_a_restart=stays)
    tables = tuple(_as_opened(table, now) for table in wanted.tables)
    stays += tuple(
        f"tables.{table.id}.{key}" for table in wanted.tables for key in _needs_a_restart(table, now, wanted)
    )
    dealers = {table.id for table in wanted.tables if now.table(table.id) is None} & wanted.simulated_dealers
    config = replace(
        now,
        tables=tables,
        books=_with_new(now.books, wanted.books),
        base_books=_with_new(now.base_books, wanted.base_books),
        simulated_dealers=now.simulated_dealers | dealers,
        **{name: getattr(wanted, name) for name in APPLIED},
    )
    return ReloadPlan(
        config,
        added=tuple(table for table in tables if now.table(table.id) is None),
        changed=tuple(table for table in tables if now.table(table.id) not in (None, table)),
        removed=tuple(table for table in now.tables if wanted.table(table.id) is None),
        needs_a_restart=stays,
    )


def _with_new(now: tuple[RuleBook, ...], wanted: tuple[RuleBook, ...]) -> tuple[RuleBook, ...]:
    """A book's rules are read only at the start."""
    known = {book.id for book in now}
    return (*now, *(book for book in wanted if book.id not in known))


def _as_opened(wanted: TableConfig, now: FloorConfig) -> TableConfig:
    """The table as the file has it, except for what it was opened with."""
    opened = now.table(wanted.id)
    if opened is None:
        return wanted
    kept = KEPT_BY_A_TABLE if opened.book == wanted.book else (*KEPT_BY_A_TABLE, "limits")  # which are of its bets
    return replace(wanted, **{key: getattr(opened, key) for key in kept})


def _needs_a_restart(wanted: TableConfig, now: FloorConfig, then: FloorConfig) -> list[str]:
    opened = now.table(wanted.id)
    if opened is None:
        return []
    stays = [key for key in KEPT_BY_A_TABLE if getattr(opened, key) != getattr(wanted, key)]
    if "book" in stays and split_added(opened.book)[0] == split_added(wanted.book)[0]:
        stays[stays.index("book")] = "bets"  # the key that was changed
    return stays + ["dealer"] * ((wanted.id in now.simulated_dealers) != (wanted.id in then.simulated_dealers))
