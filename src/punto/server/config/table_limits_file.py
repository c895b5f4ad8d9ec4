"""The limits of a table's file: from which key each comes, and whether a patron's chips can meet them.

A limit comes from the bet's own `limits`, else from the side bets' or the table's; a complaint names that key.
"""

from typing import Literal, NamedTuple

from punto.books.add_bets import why_not_added
from punto.rules.bet import Bet
from punto.rules.rulebook import RuleBook
from punto.server.config.table_entry import LimitEntry, TableEntry
from punto.server.config.toml_file import TomlFile
from punto.server.config.toml_lines import Path
from punto.table.config import BetLimit, TableConfig, has_sum_of_chips


class Written(NamedTuple):
    """An amount in the smallest unit, and where it stands."""

    units: int
    path: Path


class WrittenLimit(NamedTuple):
    min: Written
    max: Written
    return_max: Written | None

    @property
    def meant(self) -> BetLimit:
        return BetLimit(self.min.units, self.max.units, self.return_max.units if self.return_max else None)


class LimitsFile:
    """The limits of one table, for every bet that is open and has limits in which nothing is wrong."""

    def __init__(self, file: TomlFile, path: Path, entry: TableEntry, book: RuleBook, digits: int) -> None:
        self._file, self._path, self._entry, self._book, self._digits = file, path, entry, book, digits
        is_open = self._open_bets()
        if self._is_sound("book", "bets"):
            for name in (name for name in entry.limits if name not in is_open):
                why = "bets does not open it" if any(bet.id == name for bet in book.bets) else self._no_bet(name)
                file.wrong((*path, "limits", name), why)
            if not is_open:
                file.wrong((*path, "bets"), "no bet is open")
        limits = {bet.id: self._limit(bet) for bet in book.bets if bet.id in is_open}
        self.by_bet = {bet: limit for bet, limit in limits.items() if limit is not None}

    @property
    def meant(self) -> dict[str, BetLimit]:
        return {bet: limit.meant for bet, limit in self.by_bet.items()}

    def check(self, config: TableConfig) -> None:
        """Note a field on which no stake could ever lie."""
        if not self._is_sound("book"):
            return
        for bet, limit in self.by_bet.items():
            self._check_return(self._book.bet(bet), limit, config.exposure_max)
            highest = limit.max
            if config.difference_max is not None and self._book.bet(bet).backs:  # the two have no other maximum
                highest = Written(config.difference_max, (*self._path, "difference_max"))
            if self._is_sound("chips", "denominations", "difference_max") and not any(
                has_sum_of_chips(config.chips, -(-limit.min.units // credit), highest.units // credit)
                for credit in config.denominations
            ):
                self._file.wrong(
                    highest.path,
                    f"bet {bet!r}: no sum of the table's chips lies between the minimum "
                    f"(line {self._file.line_of(limit.min.path)}) and the maximum",
                )

    def _check_return(self, bet: Bet, limit: WrittenLimit, exposure_max: int | None) -> None:
        if limit.return_max and limit.min.units * (1 + bet.best_odds) > limit.return_max.units:
            self._file.wrong(
                limit.return_max.path, f"bet {bet.id!r}: even the minimum could return more than return_max"
            )
        if (
            exposure_max is not None
            and self._is_sound("exposure_max")
            and limit.min.units * bet.best_odds > exposure_max
        ):
            self._file.wrong(
                (*self._path, "exposure_max"), f"bet {bet.id!r}: even the minimum could cost the house more"
            )

    def _open_bets(self) -> set[str]:
        known = {bet.id for bet in self._book.bets}
        if self._entry.bets is None:
            return known
        for place, name in enumerate(self._entry.bets):
            if name not in known and self._is_sound("book"):
                self._file.wrong((*self._path, "bets", place), self._no_bet(name))
            elif name in self._entry.bets[:place]:
                self._file.wrong((*self._path, "bets", place), f"{name!r} is there already")
        return known.intersection(self._entry.bets)

    def _is_sound(self, *keys: str) -> bool:
        return self._file.is_sound(*((*self._path, key) for key in keys))

    def _no_bet(self, name: str) -> str:
        return why_not_added(self._book, name) or f"bets does not name it, and it is no bet of book {self._book.id!r}"

    def _limit(self, bet: Bet) -> WrittenLimit | None:
        path = (*self._path, "limits", bet.id)
        own = self._file.take(self._entry.limits.get(bet.id, {}), LimitEntry, path)

        def written(key: Literal["min", "max", "return_max"], *table_keys: str) -> Written | None:
            sources = [(getattr(own, key), (*path, key))]
            sources += [(getattr(self._entry, each), (*self._path, each)) for each in table_keys]
            return next(
                (
                    Written(self._file.units(amount, self._digits, at), at)
                    for amount, at in sources
                    if amount is not None
                ),
                None,
            )

        lowest = written("min", *(() if bet.backs else ("side_min",)), "min")
        highest = written("max", *(() if bet.backs else ("side_max",)), "max")
        return_max = written("return_max", "return_max")
        assert lowest is not None, "the entry has a minimum"
        assert highest is not None, "the entry has a maximum"
        if not self._file.is_sound(path, *(each.path for each in (lowest, highest, return_max) if each)):
            return None
        if lowest.units > highest.units:
            line = self._file.line_of(lowest.path)
            self._file.wrong(highest.path, f"bet {bet.id!r}: the maximum is below the minimum of line {line}")
            return None
        return WrittenLimit(lowest, highest, return_max)
