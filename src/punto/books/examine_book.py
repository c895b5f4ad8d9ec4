"""Looks for what could make a book lie: an atom that changes its mind, a line that can never decide.

Every atom is asked about everything it could see, twice. Answers are then put together round by round as the drawing
rule allows, and each line must be the first that holds in some round. Cards that are out do not count here, so a line
that only a small deck makes impossible passes; a sound line is never refused.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import product
from typing import NamedTuple

from punto.rules.bet import Bet, Place
from punto.rules.cards import Card
from punto.rules.coup import Result
from punto.rules.endings import Third, endings
from punto.rules.hand import BANKER, PLAYER, Side
from punto.rules.questions import Atom, FirstTwoAtom, ResultAtom, ThreeCardAtom
from punto.rules.rulebook import InvalidRuleBook, RuleBook

CHANGES_ITS_MIND = (
    "which is answered differently when it is asked again; let it depend on what it is given and on nothing else"
)
NARROW_FIRST = "put the narrower line above the wider one"

Held = frozenset[Atom]


class Ending(NamedTuple):
    player_total: int  # of two cards
    banker_total: int
    thirds: tuple[Third, Third]
    result: Result


def examine_book(book: RuleBook) -> None:
    """Raises InvalidRuleBook for the first thing found."""
    examination = _Examination(book)
    for bet in book.bets:
        for problem, place in examination.problems(bet):
            raise InvalidRuleBook(f"book {book.id!r}: bet {bet.id!r} {problem}", place)


class _Examination:
    def __init__(self, book: RuleBook) -> None:
        self._book = book
        self._pairs = list(product(book.deck.faces, repeat=2))
        self._answers: dict[Atom, list[bool]] = {}

    def problems(self, bet: Bet) -> Iterator[tuple[str, Place | None]]:
        atoms = sorted(bet.atoms, key=lambda atom: atom.words)
        for atom in atoms:
            if not self._is_steady(atom):
                yield f"asks whether {atom.words!r}, {CHANGES_ITS_MIND}", place_of(atom)
        seen = self._seen_by(bet)
        for number, line in enumerate(bet.lines):
            holds = [held for held in seen if line.when.holds_given(held.__contains__)]
            above = [_first_line(bet, held) for held in holds]
            if not holds:
                yield f"has a line that can never hold: {line.when.words!r}{_hint(line.when.atoms)}", line.written_at
            elif number not in above:
                wide = bet.lines[min(above)].when.words
                which = f"{line.when.words!r} stands under {wide!r}, which holds first"
                yield f"has a line that never decides: {which}; {NARROW_FIRST}", line.written_at

    @cached_property
    def _endings(self) -> list[Ending]:
        points = tuple(sorted({card.points for card in self._book.deck.faces}))
        totals = sorted({self._book.scoring.total(*pair) for pair in product(points, repeat=2)})
        return [
            Ending(player, banker, thirds, result)
            for player, banker in product(totals, repeat=2)
            for thirds, result in endings(self._book.dealing, player, banker, points).results.items()
        ]

    @cached_property
    def _results(self) -> list[Result]:
        return list(dict.fromkeys(ending.result for ending in self._endings))

    def _inputs(self, atom: Atom) -> Iterator[tuple[object, ...]]:
        if isinstance(atom, ResultAtom):
            return ((result,) for result in self._results)
        return product(self._book.deck.faces, repeat=2 if isinstance(atom, FirstTwoAtom) else 3)

    def _is_steady(self, atom: Atom) -> bool:
        """Asked forwards and then backwards, so that an atom that counts its calls is found too."""
        if atom not in self._answers:
            test: Callable[..., object] = getattr(atom, "test")  # noqa: B009 (each kind of atom has one of its own type)
            inputs = list(self._inputs(atom))
            self._answers[atom] = [bool(test(*given)) for given in inputs]
            again = [bool(test(*given)) for given in reversed(inputs)]
            return self._answers[atom] == again[::-1]
        return True

    def _seen_by(self, bet: Bet) -> set[Held]:
        """The sets of the bet's atoms that can hold together in a round."""
        of_result = self._result_atoms(bet)
        faces = {side: self._faces(bet, side) for side in Side}
        return {
            of_result[ending.result] | player | banker
            for ending in self._endings
            for player in faces[PLAYER](ending.player_total, ending.thirds[0])
            for banker in faces[BANKER](ending.banker_total, ending.thirds[1])
        }

    def _result_atoms(self, bet: Bet) -> dict[Result, Held]:
        asked = [atom for atom in bet.atoms if isinstance(atom, ResultAtom)]
        return {
            result: frozenset(atom for atom in asked if self._answers[atom][number])
            for number, result in enumerate(self._results)
        }

    def _faces(self, bet: Bet, side: Side) -> Callable[[int, Third], set[Held]]:
        """By two-card total and third card, which face atoms a side's hand can satisfy together."""
        two = [atom for atom in bet.atoms if isinstance(atom, FirstTwoAtom) and atom.side is side]
        three = [atom for atom in bet.atoms if isinstance(atom, ThreeCardAtom) and atom.side is side]
        of_two: dict[int, set[Held]] = defaultdict(set)
        of_three: dict[tuple[int, Third], set[Held]] = defaultdict(set)
        for number, pair in enumerate(self._pairs):
            total = self._total(pair)
            held = frozenset(atom for atom in two if self._answers[atom][number])
            of_two[total].add(held)
            start = number * len(self._book.deck.faces)
            for place, card in enumerate(self._book.deck.faces if three else ()):
                more = (atom for atom in three if self._answers[atom][start + place])
                of_three[total, card.points].add(held.union(more))
        return lambda total, third: of_two[total] if third is None or not three else of_three[total, third]

    def _total(self, pair: tuple[Card, ...]) -> int:
        return self._book.scoring.total(*(card.points for card in pair))


def _first_line(bet: Bet, held: Held) -> int:
    return next(number for number, line in enumerate(bet.lines) if line.when.holds_given(held.__contains__))


def _hint(atoms: frozenset[Atom]) -> str:
    looks_at_faces = any(not isinstance(atom, ResultAtom) for atom in atoms)
    return "; ranks are texts, A 2 … 9 T J Q K, and a ten is T" if looks_at_faces else "; no round is dealt like that"


def place_of(atom: Atom) -> Place | None:
    """Where the atom's own function was written."""
    code = getattr(getattr(atom, "test", None), "__code__", None)
    return Place(code.co_filename, code.co_firstlineno) if code else None
