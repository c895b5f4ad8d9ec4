"""How a storm is drawn from its shoe's secret, for somebody who writes it anew, and vectors to hold that work against.

The vectors are storms of the shoes whose vectors stand beside them, so no further secret is needed.
"""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from punto.analysis.report.blocks import Block, Drawn, Paragraph, Section, Sheet
from punto.lab.randomness.shoe_specification import Vector, text_sheet
from punto.rules.coup import struck_text
from punto.rules.rulebook import RuleBook
from punto.rules.storm import Weighted
from punto.table.fair_storm import storm_drawn

ROUNDS = (1, 2, 3)  # of each shoe
STORM_FORMULAS = """\
S, C, c, n, f  as for the shoe
words          Q = f("punto-storm-1") ‖ C ‖ n as 4 bytes ‖ c1 … cn ‖ round as 8 bytes ‖ f(S)
               SHA-256( Q ‖ k as 4 bytes ) for k = 0, 1, …, joined,
               read as words of 16 bits, big-endian, as many as are needed
choice from m  take words w until w < 65536 − 65536 mod m;  the choice is w mod m, from 0
by weights     a choice from their sum; the first number has the first choices, as many
               as its weight, and so on
storm          1. how many cards, by weights
               2. the cards: with the deck's faces in order, for i from 0:
                  swap faces i and i + a choice from those left, the face at i included
               3. the multiplier of each card, by weights, in the order of the cards"""
WHERE = (
    ("words, drawing", "src/punto/table/fair_storm.py"),
    ("cards and multipliers by their weights", "src/punto/rules/storm.py"),
    ("drawing with the sealed secret, after betting", "src/punto/server/tables/house/shoe_secrets.py"),
    ("verification of a revealed shoe's storms", "src/punto/server/record/prove_shoe.py"),
    ("verification in the browser", "web/src/fairness/fair-storm.ts"),
)


class StormVector(Struct, frozen=True):
    book: str
    table: str
    shoe: int
    deck: str
    commitment: str
    round: int  # of the shoe
    struck: str  # cards with their multipliers, in the order drawn


def storm_vectors(books: Iterable[RuleBook], shoes: Sequence[Vector]) -> list[StormVector]:
    """Of each book with a storm, on every shoe of its deck."""
    return [
        StormVector(book.id, shoe.table, shoe.shoe, shoe.deck, shoe.commitment, number, _struck(book, shoe, number))
        for book in books
        if book.storm is not None
        for shoe in shoes
        if shoe.deck == book.deck.id
        for number in ROUNDS
    ]


def _struck(book: RuleBook, shoe: Vector, number: int) -> str:
    assert book.storm is not None, "only a book with a storm is asked"
    secret, bound = bytes.fromhex(shoe.secret), bytes.fromhex(shoe.commitment)
    return struck_text(storm_drawn(secret, bound, list(map(bytes.fromhex, shoe.contributions)), number, book.storm))


def storm_sections(books: Sequence[RuleBook], made: Sequence[StormVector]) -> tuple[Section, ...]:
    """For the page on the shoe; none where no book has a storm."""
    with_storms = [book for book in books if book.storm is not None]
    if not with_storms:
        return ()
    rows = tuple(
        (each.book, f"{each.table} {each.shoe}", each.deck, f"{each.commitment[:16]}…", str(each.round), each.struck)
        for each in made
    )
    weights = (sheet for book in with_storms for sheet in _weights(book))
    return (
        Section("Storms", (Paragraph(STORM_WORDS), Drawn(STORM_FORMULAS), *weights)),
        Section("Vectors of storms", (Paragraph(VECTOR_WORDS), text_sheet(VECTOR_HEADING, rows))),
        Section("Storms in the code", (text_sheet(("what", "file"), WHERE),)),
    )


STORM_WORDS = (
    "Cards that are struck before a round come from the shoe's own secret, so the commitment covers them. They are "
    "drawn when betting has closed, and a round whose storm was shown is never played again under its number. Each "
    "round has words of its own; rounds of a shoe are counted from 1. Once the secret is revealed, anybody can draw "
    "them again."
)
VECTOR_WORDS = (
    "storm-vectors.json has them for programs. Secret and contributions are those of the shoe with the same commitment "
    "in vectors.json."
)
VECTOR_HEADING = ("book", "table, shoe", "deck", "commitment", "round", "struck, in the order drawn")


def _weights(book: RuleBook) -> Iterator[Block]:
    assert book.storm is not None, "only a book with a storm is asked"
    yield _weight_sheet(f"{book.title}: how many cards are struck", "cards", book.storm.cards)
    yield _weight_sheet(f"{book.title}: multiplier of a struck card", "multiplier", book.storm.multipliers)


def _weight_sheet(title: str, what: str, weighted: Weighted) -> Sheet:
    rows, first = [], 0
    for number, weight in weighted.weights:
        choices = f"{first} to {first + weight - 1}" if weight > 1 else str(first)
        rows.append((str(number), str(weight), choices, f"{weight} in {weighted.total}"))
        first += weight
    return Sheet(title, (what, "weight", "choices", "chance"), tuple(rows))
