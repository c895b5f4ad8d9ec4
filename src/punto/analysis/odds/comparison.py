"""Books side by side: the same bet in each, and what differs in how they are dealt."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from punto.analysis.odds.bet_odds import BetOdds, BookOdds
from punto.analysis.odds.write_odds import decimal_text
from punto.analysis.tabular import Row, Tabular, row


@dataclass(frozen=True)
class Comparison(Tabular):
    names: tuple[str, ...]  # of the books, as somebody asked for them
    odds: tuple[BookOdds, ...]

    @property
    def bets(self) -> list[str]:
        """Ids of all bets, in the order of the books."""
        return list(dict.fromkeys(each.bet.id for odds in self.odds for each in odds.bets))

    def of(self, bet: str) -> list[BetOdds | None]:
        """The bet in each book; None where a book does not have it."""
        return [next((each for each in odds.bets if each.bet.id == bet), None) for odds in self.odds]

    def rules(self) -> Iterator[tuple[str, list[str]]]:
        """Facts about dealing, by book, where they differ."""
        books = [odds.book for odds in self.odds]
        for name, facts in (
            ("cards", [f"{book.deck.size:,}" for book in books]),
            ("decks", [f"{book.deck.copies} × {len(book.deck.faces)}" for book in books]),
            ("burn", [book.burn.explanation for book in books]),
            ("drawing", [_kind(books[0].drawing, book.drawing) for book in books]),
            ("scoring", [_kind(books[0].scoring, book.scoring) for book in books]),
            ("orderings", [f"{odds.orderings:,}" for odds in self.odds]),
        ):
            if len(set(facts)) > 1:
                yield name, facts

    def records(self) -> list[Row]:
        """A row for each bet of each book."""
        return [
            row(
                book=name,
                decks=odds.book.deck.copies,
                bet=each.bet.id,
                pays=pays_text(each),
                rtp=each.rtp,
                house_edge=each.house_edge,
                standard_deviation=each.standard_deviation,
                win_probability=each.win_probability,
                best_odds=each.bet.best_odds,
                last_round=each.bet.last_coup_offered,
            )
            for name, odds in zip(self.names, self.odds, strict=True)
            for each in odds.bets
        ]


def pays_text(odds: BetOdds) -> str:
    """Of the lines that win."""
    return " · ".join(decimal_text(line.pays) for line in odds.lines if line.pays > 0)


def _kind(first: object, this: object) -> str:
    return "the same" if first == this else "another"


def compare(names: Sequence[str], odds: Sequence[BookOdds]) -> Comparison:
    return Comparison(tuple(names), tuple(odds))
