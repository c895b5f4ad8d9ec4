"""`punto books`: lists the rule books."""

from rich.table import Table

from punto.analysis.tabular import Row, row
from punto.books.find_book import BUILT_IN
from punto.cli.input.choose_book import JSON
from punto.cli.output.export import CSV, PARQUET, Export
from punto.cli.output.terminal import console, print_json
from punto.rules.bet import Bet
from punto.rules.rulebook import RuleBook


def books(as_json: JSON = False, as_csv: CSV = False, parquet: PARQUET = None) -> None:
    """List the built-in rule books."""
    export = Export.asked(as_json=as_json, as_csv=as_csv, parquet=parquet)
    if export:
        export.write([row for book in BUILT_IN for row in _rows(book)])
        return
    if as_json:
        print_json([_book_as_json(book) for book in BUILT_IN])
        return
    table = Table(show_lines=True)
    table.add_column("id", no_wrap=True)
    for heading in ("title", "cards", "bets"):
        table.add_column(heading, overflow="fold")
    for book in BUILT_IN:
        table.add_row(book.id, book.title, str(book.deck.size), ", ".join(bet.id for bet in book.bets))
    console().print(table)


def _rows(book: RuleBook) -> list[Row]:
    """A row for each line of each bet."""
    return [
        row(
            book=book.id,
            title=book.title,
            deck=book.deck.id,
            cards=book.deck.size,
            bet=bet.id,
            last_round=bet.last_coup_offered,
            when=line.when.words,
            pays=line.pays,
        )
        for bet in book.bets
        for line in bet.lines
    ]


def _book_as_json(book: RuleBook) -> dict[str, object]:
    return {
        "id": book.id,
        "title": book.title,
        "source": book.source,
        "deck": book.deck.id,
        "cards": book.deck.size,
        "modes": {mode.id: [bet.id for bet in book.bets_in(mode)] for mode in book.modes},
        "bets": {bet.id: _bet_as_json(bet) for bet in book.bets},
    }


def _bet_as_json(bet: Bet) -> dict[str, object]:
    return {
        "title": bet.title,
        "last_round": bet.last_coup_offered,
        "lines": [{"when": line.when.words, "pays": str(line.pays)} for line in bet.lines],
    }
