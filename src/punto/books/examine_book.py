"""Looks for what could make a book lie: an atom that changes its mind, a line that can never decide.

Every atom is asked about everything it could see, twice. Answers are then put together round by round as the drawing
rule allows, and each line must be the first that holds in some round. No hand has a card more often than the deck, but
both hands together may: a line that only this makes impossible passes, and so does one among more sets of answers than
can be gone through. A sound line is never refused.
"""

from collections.abc import Callable, Iterator
from functools import cached_property
from inspect import signature
from itertools import product
from typing import NamedTuple

from punto.rules.bet import Bet, Place
from punto.rules.count_atoms import CountAtom
from punto.rules.coup import Result
from punto.rules.endings import Third, endings
from punto.rules.hand import BANKER, PLAYER
from punto.rules.money import DENOMINATOR_MAX, exact_odds
from punto.rules.possible.count_states import InvalidKinds, counting_of
from punto.rules.possible.seen_hands import HAND_MAX, SeenHand, held_together, seen_hands, size_of
from punto.rules.questions import Atom, FaceAtom, ResultAtom
from punto.rules.rulebook import InvalidRuleBook, RuleBook
from punto.rules.storm import StruckAtom, possible_strikes

CHANGES_ITS_MIND = (
    "which is answered differently when it is asked again; let it depend on what it is given and on nothing else"
)
FORGOTTEN = "an atom answers True or False; is a return missing?"
IN_FULL = "an atom answers True or False; compare, as in rank in ('4', '5') instead of rank == '4' or '5'"
ALWAYS_SO = "which is always so; ask what can be so or not"
TEN = " (T is a ten)"
NARROW_FIRST = "put the narrower line above the wider one"
SETS_MAX = 1_000_000  # of atoms that hold together: some seconds

Held = frozenset[Atom]
NOBODY: frozenset[SeenHand] = frozenset()  # hands that a deck with few copies cannot make


class Ending(NamedTuple):
    player_total: int  # of two cards
    banker_total: int
    thirds: tuple[Third, Third]
    result: Result


def examine_book(book: RuleBook) -> None:
    """Raises InvalidRuleBook for the first thing found."""
    examination = _Examination(book)
    for bet in book.bets:
        for problem, places in examination.problems(bet):
            raise InvalidRuleBook(f"book {book.id!r}: bet {bet.id!r} {problem}", *places)


class _Examination:
    def __init__(self, book: RuleBook) -> None:
        self._book = book
        self._answers: dict[Atom, list[bool]] = {}

    def problems(self, bet: Bet) -> Iterator[tuple[str, tuple[Place | None, ...]]]:
        for atom in sorted(bet.atoms, key=lambda atom: atom.words):
            if why := self._why_refused(atom):
                lines = (line.written_at for line in bet.lines if atom in line.when.atoms)
                yield f"asks whether {atom.words!r}, {why}", (place_of(atom), *lines, bet.written_at)
        for line in bet.lines:
            for what, odds in (("pays", line.pays), ("keeps a commission of", line.commission)):
                if odds.denominator > DENOMINATOR_MAX:
                    rounded = f"{what} {float(odds)}, which was rounded or is finer than 1/{DENOMINATOR_MAX:,}"
                    yield f"{rounded}; write {exact_odds(odds)}", (line.written_at, bet.written_at)
        above = self._first_lines(bet)
        for number, line in enumerate(bet.lines):
            places = line.written_at, bet.written_at
            if not above[number]:
                yield f"has a line that can never hold: {line.when.words!r}{self._hint(line.when.atoms)}", places
            elif number not in above[number]:
                wide = " and ".join(repr(bet.lines[each].when.words) for each in sorted(above[number]))
                first = "one of which always holds first" if len(above[number]) > 1 else "which holds first"
                which = f"{line.when.words!r} stands under {wide}, {first}"
                yield f"has a line that never decides: {which}; {NARROW_FIRST}", places

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

    def _why_refused(self, atom: Atom) -> str | None:
        """Asked forwards and then backwards, so that an atom that counts its calls is found too."""
        if isinstance(atom, StruckAtom) or atom in self._answers:
            return None
        test: Callable[..., object] = getattr(atom, "test")  # noqa: B009 (each kind of atom has one of its own type)
        if not _takes(test, arguments := _arguments(atom)):
            return f"whose function takes other arguments; write it with ({arguments})"
        if isinstance(atom, CountAtom) and not _takes(atom.kind, "card"):
            return "which sorts cards with a function of other arguments; write it with (card)"
        try:
            first, again = self._asked_twice(atom, test)
        except InvalidKinds as refused:
            return f"which cannot be counted: {refused}"
        for answer in (*first, *again):
            if answer is not True and answer is not False:
                return f"which is answered {answer!r:.40}; {FORGOTTEN if answer is None else IN_FULL}"
        self._answers[atom] = [answer is True for answer in first]
        if first != again:
            return CHANGES_ITS_MIND
        if len(set(first)) == 1:
            return ALWAYS_SO if first[0] else f"which is never so{self._hint(atom.atoms)}"
        return None

    def _asked_twice(self, atom: Atom, test: Callable[..., object]) -> tuple[list[object], list[object]]:
        if isinstance(atom, CountAtom):
            (states,) = counting_of([atom], self._book.deck.faces).states
            again = list(states.answers_again())[::-1]
            return list(states.answers.values()) if states.has_steady_kinds() else [], again
        inputs = list(self._inputs(atom))
        first = [test(*given) for given in inputs]
        return first, [test(*given) for given in reversed(inputs)][::-1]

    def _inputs(self, atom: Atom) -> Iterator[tuple[object, ...]]:
        if isinstance(atom, FaceAtom):
            return product(self._book.deck.faces, repeat=size_of(atom))
        return ((result,) for result in self._results)

    def _hint(self, atoms: frozenset[Atom]) -> str:
        if not any(isinstance(atom, FaceAtom | CountAtom) for atom in atoms):
            return "; no round is dealt like that"
        faces = self._book.deck.faces
        ranks, suits = (
            " ".join(dict.fromkeys(each)) for each in zip(*((face.rank, face.suit) for face in faces), strict=True)
        )
        few = f"; the deck has {copies} of each card" if (copies := self._book.deck.copies) < HAND_MAX else ""
        return f"; ranks are texts, {ranks}{TEN if 'T' in ranks else ''}, and so are suits, {suits}{few}"

    def _first_lines(self, bet: Bet) -> list[set[int]]:
        """For each line, the lines that decide where it holds; looked for until each has decided once."""
        above: list[set[int]] = [set() for _ in bet.lines]
        for looked_at, held in enumerate(self._seen_by(bet), start=1):
            holding = [number for number, line in enumerate(bet.lines) if line.when.holds_given(held.__contains__)]
            for number in holding:
                above[number].add(holding[0])
            if all(number in lines for number, lines in enumerate(above)):
                break
            if looked_at == SETS_MAX:
                return [{number} for number in range(len(bet.lines))]
        return above

    def _seen_by(self, bet: Bet) -> Iterator[Held]:
        """The sets of the bet's atoms that can hold together in a round; some come more than once."""
        of_result = self._result_atoms(bet)
        deck = self._book.deck
        counting = counting_of(bet.atoms, deck.faces)
        answers = {atom: self._answers[atom] for atom in bet.atoms if isinstance(atom, FaceAtom)}
        hands = {
            hand: frozenset(seen)
            for hand, seen in seen_hands(deck.faces, self._book.scoring, answers, counting, deck.copies).items()
        }
        different = dict.fromkeys(
            (
                of_result[end.result] | struck,
                hands.get((PLAYER, end.player_total, end.thirds[0]), NOBODY),
                hands.get((BANKER, end.banker_total, end.thirds[1]), NOBODY),
            )
            for end in self._endings
            for struck in possible_strikes(bet.atoms, end.result)
        )
        for result, players, bankers in different:
            for player, banker in product(players, bankers):
                yield result | held_together(counting, player, banker)

    def _result_atoms(self, bet: Bet) -> dict[Result, Held]:
        asked = [atom for atom in bet.atoms if isinstance(atom, ResultAtom)]
        return {
            result: frozenset(atom for atom in asked if self._answers[atom][number])
            for number, result in enumerate(self._results)
        }


def _takes(test: Callable[..., object], arguments: str) -> bool:
    try:
        signature(test).bind(*arguments.split(", "))
    except TypeError:
        return False
    except ValueError:  # a function of Python's own, which does not say
        return True
    return True


def _arguments(atom: Atom) -> str:
    """What an atom's own function is given."""
    if isinstance(atom, FaceAtom):
        return ", ".join(("first", "second", "third")[: size_of(atom)])
    return "result" if isinstance(atom, ResultAtom) else "counted"


def place_of(atom: Atom) -> Place | None:
    """Where the atom's own function was written."""
    code = getattr(getattr(atom, "test", None), "__code__", None)
    return Place(code.co_filename, code.co_firstlineno) if code else None
