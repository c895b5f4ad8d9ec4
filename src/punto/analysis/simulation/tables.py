"""A rule book compiled for simulation: numbers only, so that it can be kept on disk and sent to another machine.

A coup is tallied in a cell: its class by the path table, the pair codes of both sides, and what three-card atoms see.
Cells lead to outcomes, the coups that the book's bets cannot tell apart; each outcome has its exact count and, for each
bet, the line that decides. The kernel knows cells, the prices are read off outcomes.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np
import numpy.typing as npt

from punto.analysis.odds.count_coups import count_outcomes, orderings
from punto.analysis.outcomes.outcome_table import Outcome, face_atoms, outcome_table
from punto.analysis.outcomes.struck import Shares, asked_of_cards, storm_of
from punto.analysis.simulation.card_words import FACE_WORDS, CardWords, card_words
from punto.analysis.simulation.limits import CannotSimulate
from punto.analysis.simulation.pair_codes import (
    Holding,
    PairCodes,
    Seen,
    Three,
    compile_pair_codes,
    face_bits,
    hands_of_three,
)
from punto.analysis.simulation.paths import THIRDS, CoupClass, Paths, compile_paths
from punto.rules.cards import Card, Deck
from punto.rules.coup import CARDS_AT_MOST
from punto.rules.hand import BANKER, PLAYER, Side
from punto.rules.possible.count_states import Counting, counting_of
from punto.rules.questions import FaceAtom
from punto.rules.rulebook import RuleBook
from punto.rules.shoe import CUT_CARD_DEFAULT, check_cut_card

CELLS_MAX = 1 << 22
NO_OUTCOME = -1
WINNERS: tuple[Side | None, ...] = (None, PLAYER, BANKER)


@dataclass(frozen=True)
class SimulationTables:
    shoe: npt.NDArray[np.uint32]  # the full shoe as card words
    face_of_word: npt.NDArray[np.uint16]  # by the low byte of a card word: its place among the deck's faces
    burned: npt.NDArray[np.uint8]  # by the face of the first card, that card included
    cut_card: int
    coups_always: int  # how many coups every shoe plays, whatever its order
    thresholds: npt.NDArray[np.uint16]  # at least one
    steps: npt.NDArray[np.uint16]  # modulo 2¹⁶
    totals: int  # how many numbers two-card totals have
    third_kinds: int  # how many numbers third cards have
    path: npt.NDArray[np.uint16]
    weights: npt.NDArray[np.uint16]  # of equal rank, suit and face, where cards are compared
    pair_table: npt.NDArray[np.uint8]  # empty where cards are compared
    face_bits: int
    codes: int
    thirds: npt.NDArray[np.uint8]  # for each class, which third cards went where
    three_table: npt.NDArray[np.uint8]  # by three faces; empty without three-card atoms
    threes: int  # how many codes three cards have
    outcome_of_cell: npt.NDArray[np.int32]
    ways: npt.NDArray[np.int64]  # for each outcome before the storm
    orderings: int
    base_of: npt.NDArray[np.int32]  # for each outcome, which it is before the storm; without one, itself
    share: npt.NDArray[np.int64]  # of that one
    whole: int  # all shares of one; 1: there is no storm
    lines: npt.NDArray[np.int16]  # for each outcome and bet
    winners: npt.NDArray[np.int8]  # for each outcome: 0 a tie, 1 Player, 2 Banker

    @property
    def cells(self) -> int:
        return len(self.outcome_of_cell)

    @cached_property
    def weights_of_outcomes(self) -> npt.NDArray[np.object_]:
        """How many of `weight` orderings end in each; whole numbers of any size."""
        return np.asarray(self.ways.astype(object)[self.base_of] * self.share.astype(object))

    @property
    def weight(self) -> int:
        return self.orderings * self.whole

    @cached_property
    def chances(self) -> npt.NDArray[np.float64]:
        return np.asarray(self.ways[self.base_of] / self.orderings * (self.share / self.whole))


def compile_tables(book: RuleBook, cut_card: int = CUT_CARD_DEFAULT) -> SimulationTables:
    """Everything that `book` says, as tables. The cut card lies `cut_card` cards from the end."""
    deck, asked = book.deck, face_atoms(book.bets)
    storm, every = storm_of(asked), orderings(deck.without(()))
    atoms = asked_of_cards(asked) if storm else asked
    threes, counting = hands_of_three(deck, atoms), counting_of(atoms, deck.faces)
    pairs = compile_pair_codes(deck, atoms, threes, counting)
    words = card_words(deck, compared=pairs.comparison is not None, kind_of=_kinds_of_thirds(deck, counting))
    burned = _burned(book, words)
    draws = {words.drawn(card): (card.points, counting.of_third(card)) for card in deck.faces}
    paths = compile_paths(book.dealing, dict(sorted(draws.items())), counting, words.kind_bits)
    three_codes = {holding: code for code, holding in enumerate(dict.fromkeys([frozenset(), *threes.values()]))}
    counted = count_outcomes(book.dealing, deck.without(()), atoms)
    shared = [Shares(storm, asked).of(each) if storm else [(each, 1)] for each in counted]
    outcomes = [outcome for split in shared for outcome, _ in split]
    comparison, steps = pairs.comparison, paths.totals.steps or {0: 0}
    return SimulationTables(
        shoe=words.shoe(),
        face_of_word=_face_of_word(words),
        burned=burned,
        cut_card=cut_card,
        coups_always=_coups_always(deck.size, cut_card, book.burn.most_burned(deck)),
        thresholds=np.array(list(steps), dtype=np.uint16),
        steps=np.array(list(steps.values()), dtype=np.int16).view(np.uint16),
        totals=len(paths.totals.totals),
        third_kinds=paths.third_kinds,
        path=paths.table,
        weights=np.array([comparison.rank, comparison.suit, comparison.face] if comparison else [0] * 3, np.uint16),
        pair_table=pairs.table,
        face_bits=face_bits(deck),
        codes=len(pairs.seen),
        thirds=np.array([THIRDS.index(each.thirds) for each in paths.classes], dtype=np.uint8),
        three_table=_three_table(words, threes, three_codes),
        threes=len(three_codes),
        outcome_of_cell=_outcome_of_cell(paths, pairs, tuple(three_codes), counting, list(counted)),
        ways=np.array(list(counted.values()), dtype=np.int64),
        orderings=every,
        base_of=np.repeat(np.arange(len(shared), dtype=np.int32), list(map(len, shared))),
        share=np.array([share for split in shared for _, share in split], dtype=np.int64),
        whole=sum(share for _, share in shared[0]),
        lines=_lines(book, outcomes),
        winners=np.array([WINNERS.index(outcome.result.winner) for outcome in outcomes], dtype=np.int8),
    )


def _kinds_of_thirds(deck: Deck, counting: Counting) -> dict[Card, int]:
    """What every count of all cards sees in a third card, as one number."""
    different = list(dict.fromkeys(counting.of_third(card) for card in deck.faces))
    return {card: different.index(counting.of_third(card)) for card in deck.faces}


def _face_of_word(words: CardWords) -> npt.NDArray[np.uint16]:
    places = np.zeros(FACE_WORDS, dtype=np.uint16)
    for place, card in enumerate(words.deck.faces):
        places[words.face_word[card]] = place
    return places


def _burned(book: RuleBook, words: CardWords) -> npt.NDArray[np.uint8]:
    burned = np.zeros(FACE_WORDS, dtype=np.uint8)
    if book.burn.for_zero is not None:
        for card, word in words.face_word.items():
            burned[word] = min(1 + book.burn.face_down(card), 255)
    return burned


def _coups_always(cards: int, cut_card: int, burned_max: int) -> int:
    """However many cards they take, this many coups start before the cut card."""
    check_cut_card(cut_card, cards=cards, burned=burned_max)
    return (cards - cut_card - burned_max - 1) // CARDS_AT_MOST + 1


def _three_table(
    words: CardWords, threes: Mapping[Three, Holding], codes: Mapping[Holding, int]
) -> npt.NDArray[np.uint8]:
    if not threes:
        return np.zeros(0, dtype=np.uint8)
    if len(codes) > 255:
        raise CannotSimulate(f"it tells {len(codes)} kinds of three cards apart, and simulation holds 255")
    bits = face_bits(words.deck)
    table = np.zeros(1 << 3 * bits, dtype=np.uint8)
    for (first, second, third), holding in threes.items():
        place = (words.face_word[first] << bits | words.face_word[second]) << bits | words.face_word[third]
        table[place] = codes[holding]
    return table


def _outcome_of_cell(
    paths: Paths, pairs: PairCodes, threes: tuple[Holding, ...], counting: Counting, outcomes: list[Outcome]
) -> npt.NDArray[np.int32]:
    cells = len(threes) ** 2 * len(paths.classes) * len(pairs.seen) ** 2
    if cells > CELLS_MAX:
        raise CannotSimulate(f"it tells {cells:,} kinds of rounds apart, and simulation holds {CELLS_MAX:,}")
    number = {outcome: place for place, outcome in enumerate(outcomes)}
    player, banker = (
        (
            [_asking(side, holding) for holding in threes],
            [Seen(_asking(side, atoms), each) for atoms, each in pairs.seen],
        )
        for side in (PLAYER, BANKER)
    )
    found = [
        number.get(Outcome(seen.result, three | other_three | held), NO_OUTCOME)
        for three, other_three in product(player[0], banker[0])
        for seen in paths.classes
        for held in _held_together(player[1], banker[1], seen, counting)
    ]
    return np.array(found, dtype=np.int32)


def _held_together(player: list[Seen], banker: list[Seen], seen: CoupClass, counting: Counting) -> Iterator[Holding]:
    """The atoms of first-two cards and of counts that hold, for each two codes."""
    for one, other in product(player, banker):
        yield one.atoms | other.atoms | counting.holding(one.tally, other.tally, seen.tally)


def _asking(side: Side, holding: Holding) -> Holding:
    return frozenset(atom for atom in holding if isinstance(atom, FaceAtom) and atom.side is side)


def _lines(book: RuleBook, outcomes: list[Outcome]) -> npt.NDArray[np.int16]:
    tables = [outcome_table(bet) for bet in book.bets]
    return np.array([[table.decide(outcome) for table in tables] for outcome in outcomes], dtype=np.int16)
