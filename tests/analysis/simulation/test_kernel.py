"""The kernel plays what the rules play: the same shuffled shoes, dealt card by card, give the same tally."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from punto.analysis.outcomes.outcome_table import face_atoms
from punto.analysis.simulation.blocks import Block, play
from punto.analysis.simulation.card_words import card_words
from punto.analysis.simulation.lanes import seed_lanes
from punto.analysis.simulation.pair_codes import Comparison, compile_pair_codes, hands_of_three
from punto.analysis.simulation.shuffle import SHOES_AT_ONCE, shuffle_once, shuffler
from punto.analysis.simulation.tables import compile_tables
from punto.books import EVERY_BOOK, INTERBLOCK, MULTICOLOR, SA, SQUEEZE
from punto.books.find_book import find_book
from punto.rules import (
    BANKER,
    PLAYER,
    Bet,
    Card,
    Deck,
    Line,
    Odds,
    RuleBook,
    Side,
    first_two_atom,
    french_deck,
)
from punto.rules.coup import Coup
from punto.rules.drawing import DrawingRule, Showing
from punto.rules.invalid_input import InvalidInput
from punto.rules.possible.count_states import counting_of
from punto.rules.shoe import Shoe
from tests.analysis.odds.test_count_coups import COUNTED_BOOK, ODD_BOOK, flush, topped

SEED = 7


def _banker_first(player: Showing, banker: Showing) -> Side | None:
    """No published rule deals Banker's third card before Player's."""
    if banker.third is None and banker.total <= 6:
        return BANKER
    return PLAYER if player.third is None and player.total <= 3 else None


@first_two_atom("{side}'s first two cards are of one suit")
def suited(first: Card, second: Card) -> bool:
    return first.suit == second.suit


FEW_FACES = Deck("8x30", french_deck(1).faces[:5] + french_deck(1).faces[14:17], copies=30)
ODD_FEW = replace(ODD_BOOK, deck=FEW_FACES)  # three-card atoms that hold often are slow to count with all faces
BANKER_FIRST = replace(
    ODD_FEW,
    id="banker-first",
    drawing=DrawingRule(_banker_first, lambda _player, _banker: False, frozenset(range(10)), "Banker first"),
    bets=(
        Bet("flush", "Flush", (Line(flush.of(PLAYER) & topped.of(BANKER), Odds(5)), Line(flush.of(BANKER), Odds(1)))),
    ),
)
SUITED = replace(INTERBLOCK, id="suited", bets=(Bet("suited", "Suited", (Line(suited.of(BANKER), Odds(2)),)),))
ONE_DECK = replace(SA, id="one-deck", deck=french_deck(copies=1))
MANY_SUITS = replace(
    SA,
    id="many-suits",
    deck=Deck("34x8", tuple(Card(rank, chr(97 + n), n % 10) for n in range(17) for rank in "AK"), copies=8),
)
COUNTED_FEW = replace(COUNTED_BOOK, deck=FEW_FACES, bets=COUNTED_BOOK.bets[::2])  # all of them have too many cells
ALL_COUNTED = find_book("sa+lucky-nines+all-red")
WITHOUT_STORMS = [book for book in EVERY_BOOK if book.storm is None]  # which are shared out after the kernel
BOOKS = [*WITHOUT_STORMS, ODD_FEW, BANKER_FIRST, SUITED, ONE_DECK, MANY_SUITS, COUNTED_FEW, ALL_COUNTED]


def shuffled_shoes(book: RuleBook, groups: int) -> list[tuple[Card, ...]]:
    """The shoes of block 0, in the order in which they are played."""
    tables = compile_tables(book)
    words = card_words(book.deck, compared=not len(tables.pair_table))
    face = {word: card for card, word in words.face_word.items()}
    work = shuffler(tables.shoe, draws=len(tables.shoe) - tables.cut_card + 5)
    spare = seed_lanes(work.state, np.uint64(SEED), np.uint64(0))
    shoes = []
    for _ in range(groups):
        spare = shuffle_once(work, np.uint64(spare))
        rows = work.shoes.reshape(-1, SHOES_AT_ONCE)[: len(tables.shoe)].T
        shoes += [tuple(face[int(word) & 255] for word in row) for row in rows]
    return shoes


def coups_of(book: RuleBook, cards: tuple[Card, ...]) -> list[Coup]:
    shoe = Shoe.fresh(book.deck, cards).burn(book.burn)
    coups = []
    while not shoe.cut_card_is_out:
        start = shoe.burned + shoe.dealt
        coups.append(book.dealing.deal(cards[start : start + 6]))
        shoe = replace(shoe, dealt=shoe.dealt + coups[-1].result.cards_dealt)
    return coups


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.id)
def test_the_kernel_tallies_what_dealing_card_by_card_gives(book: RuleBook) -> None:
    tables = compile_tables(book)
    shoes = [coups_of(book, cards) for cards in shuffled_shoes(book, groups=3)]
    coups = sum(map(len, shoes)) - 3  # the last shoe is left in its middle
    tally = play(tables, Block(SEED, number=0, coups=coups))
    left, expected = coups, [Counter[tuple[int, ...]](), Counter[tuple[int, ...]]()]
    for shoe in shoes:
        for number, coup in enumerate(shoe[:left]):
            lines = tuple(line_of(bet, coup) for bet in book.bets)
            expected[number >= tables.coups_always][lines] += 1
        left -= len(shoe[:left])
    assert tally.shoes == len(shoes)
    for counts, wanted in zip((tally.always, tally.rest), expected, strict=True):
        found: Counter[tuple[int, ...]] = Counter()
        for outcome in np.flatnonzero(counts):
            found[tuple(tables.lines[outcome].tolist())] += int(counts[outcome])
        assert found == wanted


def line_of(bet: Bet, coup: Coup) -> int:
    return next((place for place, line in enumerate(bet.lines) if line.when.holds(coup)), len(bet.lines))


@pytest.mark.parametrize("book", [SA, SQUEEZE, ODD_FEW, MULTICOLOR, COUNTED_FEW], ids=lambda book: book.id)
def test_every_outcome_that_counting_knows_has_a_cell(book: RuleBook) -> None:
    tables = compile_tables(book)
    assert set(tables.outcome_of_cell.tolist()) - {-1} == set(range(len(tables.ways)))
    assert int(tables.ways.sum()) == tables.orderings


@pytest.mark.parametrize(
    ("book", "comparison"),
    [
        (MULTICOLOR, Comparison(rank=0, suit=0, face=0)),
        (INTERBLOCK, Comparison(rank=1, suit=0, face=0)),
        (SA, Comparison(rank=1, suit=0, face=1)),
        (SUITED, Comparison(rank=0, suit=1, face=0)),
        (SQUEEZE, None),  # fours are no question of what two cards have in common
        (ODD_BOOK, None),
        (MANY_SUITS, None),  # seventeen suits do not fit four bits
    ],
)
def test_cards_are_compared_only_where_that_is_fine_enough(book: RuleBook, comparison: Comparison | None) -> None:
    atoms = face_atoms(book.bets)
    counting = counting_of(atoms, book.deck.faces)
    codes = compile_pair_codes(book.deck, atoms, hands_of_three(book.deck, atoms), counting)
    assert codes.comparison == comparison


@pytest.mark.parametrize(
    ("book", "coups"),
    [
        (SA, 66),  # 416 − 14 cards, 11 burned, and every coup with six
        (SQUEEZE, 66),
        (MULTICOLOR, 71),  # nothing burned
        (ONE_DECK, 5),
    ],
)
def test_so_many_coups_are_played_whatever_the_cards(book: RuleBook, coups: int) -> None:
    assert compile_tables(book).coups_always == coups


@pytest.mark.parametrize(
    ("deck", "cut_card", "says"),
    [
        (french_deck(copies=8), 11, "the cut card lies 12 to 415 cards from the end, not 11"),
        (french_deck(copies=8), 416, "the cut card lies 12 to 415 cards from the end, not 416"),
        (french_deck(copies=8), 405, "a cut card 405 from the end of 416 cards leaves no round when 11 are burned"),
        (Deck("few", french_deck(1).faces[:20], copies=1), 14, "leaves no round when 11 are burned"),
        (Deck("many", tuple(Card(str(n), "x", n % 10) for n in range(300)), copies=1), 14, "300 faces, and simulation"),
    ],
)
def test_what_cannot_be_simulated_is_refused(deck: Deck, cut_card: int, says: str) -> None:
    with pytest.raises(InvalidInput, match=says):
        compile_tables(replace(SA, deck=deck), cut_card)
