"""Reads written coups by the hundred thousand.

The first two cards of a hand are looked up together and a third card alone; what is made of an outcome is cached. A
coup then costs a few look-ups. Anything the fast path does not know goes to the book's own parser, which accepts it or
says what is wrong.
"""

from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

from punto.analysis.outcomes.outcome_table import Outcome, face_atoms
from punto.rules.cards import Card
from punto.rules.coup import CARDS_AT_MOST
from punto.rules.endings import Third, endings
from punto.rules.hand import BANKER, PLAYER, Side
from punto.rules.possible.count_states import Numbers, Tally, counting_of
from punto.rules.questions import Atom, FirstTwoAtom, ThreeCardAtom
from punto.rules.rulebook import RuleBook

Made = TypeVar("Made")
NO_FACES: frozenset[Atom] = frozenset()


class _Hand(NamedTuple):
    total: int  # of the first two cards
    third: Third
    faces: frozenset[Atom]
    tally: Tally  # of the first two cards, to the atoms that count both sides' cards
    third_kinds: tuple[Numbers, ...] = ()


class OutcomeReader(Generic[Made]):
    """Reads coups of a book and returns what `make` makes of their outcomes."""

    def __init__(self, book: RuleBook, make: Callable[[Outcome], Made]) -> None:
        self._book = book
        self._make = make
        self._made: dict[tuple[_Hand, _Hand], Made | None] = {}
        self._points_of = {str(card): card.points for card in book.deck.faces}
        self._atoms = face_atoms(book.bets)
        self._counting = counting_of(self._atoms, book.deck.faces)
        self._third_kinds = {str(card): (self._counting.of_third(card),) for card in book.deck.faces}
        self._three_card_atoms = {
            side: [atom for atom in self._atoms if isinstance(atom, ThreeCardAtom) and atom.side is side]
            for side in Side
        }
        self._first_two = {side: self._every_first_two(side) for side in Side}

    def read(self, text: str) -> tuple[str, Made]:
        """The coup as it should be written, and what was made of its outcome."""
        words = text.split()
        slash = words.index("/") if "/" in words else 0
        player, banker = self._hand(words[:slash], PLAYER), self._hand(words[slash + 1 :], BANKER)
        if player is None or banker is None:
            return self._read_slowly(text)
        hands = player, banker
        if hands not in self._made:
            self._made[hands] = self._make_anew(player, banker)
        made = self._made[hands]
        return self._read_slowly(text) if made is None else (" ".join(words), made)

    def _hand(self, words: list[str], side: Side) -> _Hand | None:
        """None for anything but two or three cards of the deck."""
        hand = self._first_two[side].get(tuple(words[:2]))
        if hand is None or len(words) == 2:
            return hand
        if len(words) != 3 or words[2] not in self._points_of:
            return None
        faces = hand.faces | self._three_card_faces(words, side)
        return _Hand(hand.total, self._points_of[words[2]], faces, hand.tally, self._third_kinds[words[2]])

    def _three_card_faces(self, words: list[str], side: Side) -> frozenset[Atom]:
        if not self._three_card_atoms[side]:
            return NO_FACES
        cards = self._book.deck.parse(" ".join(words))
        return frozenset(atom for atom in self._three_card_atoms[side] if atom.holds_for(cards))

    def _make_anew(self, player: _Hand, banker: _Hand) -> Made | None:
        """None when the rules cannot have dealt the two hands."""
        found = endings(self._book.dealing, player.total, banker.total, tuple(sorted(set(self._points_of.values()))))
        result = found.results.get((player.third, banker.third))
        if result is None:
            return None
        thirds = self._counting.of_thirds(player.third_kinds + banker.third_kinds)
        held = self._counting.holding(player.tally, banker.tally, thirds)
        return self._make(Outcome(result, player.faces | banker.faces | held))

    def _read_slowly(self, text: str) -> tuple[str, Made]:
        coup = self._book.parse_coup(text)
        faces = frozenset(atom for atom in self._atoms if atom.sees(coup))
        return str(coup), self._make(Outcome(coup.result, faces))

    def _every_first_two(self, side: Side) -> dict[tuple[str, ...], _Hand]:
        """Empty for a deck so small that a coup could hold too many of a face; the slow path checks that."""
        deck, total = self._book.deck, self._book.scoring.total
        if deck.copies < CARDS_AT_MOST:
            return {}
        asked = [atom for atom in self._atoms if isinstance(atom, FirstTwoAtom) and atom.side is side]

        def hand(first: Card, second: Card) -> _Hand:
            faces = frozenset(atom for atom in asked if atom.test(first, second))
            return _Hand(total(first.points, second.points), None, faces, self._counting.of_two(first, second))

        return {(str(first), str(second)): hand(first, second) for first in deck.faces for second in deck.faces}
