"""A book's fingerprint: one hash of everything in it that decides a coup, a closing or a payout.

It is taken from the compiled book, not from its wording: cards and their points, how every pair of totals is completed,
which cards satisfy which face atom, and what each bet pays on each outcome. Two books with the same fingerprint play
alike; titles, explanations and the words of atoms do not matter. The text is plain so that anyone can hash it.
"""

from collections import defaultdict
from collections.abc import Iterator
from hashlib import sha256
from itertools import product

from punto.analysis.outcomes.outcome_table import Outcome, face_atoms, outcome_table
from punto.rules.coup import Result
from punto.rules.endings import Third, endings
from punto.rules.hand import BANKER, PLAYER, Side
from punto.rules.questions import Atom, FaceAtom, FirstTwoAtom
from punto.rules.rulebook import RuleBook

FORMAT = "punto-book-1"

Faces = frozenset[Atom]
FacesOfHand = dict[tuple[Side, int, Third], set[Faces]]  # by side, two-card total and third card's points


def fingerprint(book: RuleBook) -> str:
    """SHA-256 of the canonical text, in hexadecimal."""
    return sha256(canonical_text(book).encode()).hexdigest()


def canonical_text(book: RuleBook) -> str:
    return "".join(f"{line}\n" for line in _lines(book))


def _lines(book: RuleBook) -> Iterator[str]:
    yield FORMAT
    yield f"deck {book.deck.copies} " + " ".join(f"{card}:{card.points}" for card in book.deck.faces)
    yield f"burn {book.burn.for_zero}"
    truths = {atom: _truths(book, atom) for atom in face_atoms(book.bets)}
    names = _names(truths)
    for atom, name in sorted(names.items(), key=lambda item: item[1]):
        yield f"{name} {atom.side} {sha256(bytes(truths[atom])).hexdigest()}"
    faces = _faces_of_hands(book, truths)
    outcomes: set[tuple[str, Outcome]] = set()
    for player, banker, thirds, result in _finished(book):
        yield f"deal {player} {banker} {thirds[0]} {thirds[1]} {_result_text(result)}"
        for ones, others in product(faces[PLAYER, player, thirds[0]], faces[BANKER, banker, thirds[1]]):
            held = ones | others
            written = " ".join([_result_text(result), *sorted(names[atom] for atom in names if atom in held)])
            outcomes.add((written, Outcome(result, held)))
    tables = [outcome_table(bet) for bet in book.bets]
    for table in tables:
        yield f"bet {table.bet.id} {table.bet.last_coup_offered}"
    for written, outcome in sorted(outcomes, key=lambda item: item[0]):
        yield f"outcome {written}: " + " ".join(str(table.pays(table.line(outcome))) for table in tables)


def _truths(book: RuleBook, atom: FaceAtom) -> list[bool]:
    cards = 2 if isinstance(atom, FirstTwoAtom) else 3
    return [bool(atom.test(*hand)) for hand in product(book.deck.faces, repeat=cards)]


def _names(truths: dict[FaceAtom, list[bool]]) -> dict[FaceAtom, str]:
    """Atoms numbered by what they say about which side, so that neither their words nor their order matter."""
    ordered = sorted(truths, key=lambda atom: (atom.side, len(truths[atom]), truths[atom]))
    return {atom: f"face{number}" for number, atom in enumerate(ordered)}


def _faces_of_hands(book: RuleBook, truths: dict[FaceAtom, list[bool]]) -> FacesOfHand:
    """The sets of face atoms that can hold together on a side's hand, and a few more than that."""
    faces, points = book.deck.faces, sorted({card.points for card in book.deck.faces})
    found: FacesOfHand = defaultdict(set)
    for side in Side:
        asked = {size: [atom for atom in truths if atom.side is side and _size(atom) == size] for size in (2, 3)}
        for place, pair in enumerate(product(faces, repeat=2)):
            total = book.scoring.total(*(card.points for card in pair))
            held: Faces = frozenset(atom for atom in asked[2] if truths[atom][place])
            for third in (None, *points):
                found[side, total, third].add(held)
            for number, card in enumerate(faces if asked[3] else ()):
                more = [atom for atom in asked[3] if truths[atom][place * len(faces) + number]]
                if more:
                    found[side, total, card.points].add(held.union(more))
    return found


def _size(atom: FaceAtom) -> int:
    return 2 if isinstance(atom, FirstTwoAtom) else 3


def _finished(book: RuleBook) -> Iterator[tuple[int, int, tuple[Third, Third], Result]]:
    """Every pair of two-card totals with the third cards that can complete it."""
    points = tuple(sorted({card.points for card in book.deck.faces}))
    totals = sorted({book.scoring.total(*pair) for pair in product(points, repeat=2)})
    for player, banker in product(totals, repeat=2):
        found = endings(book.dealing, player, banker, points).results
        for thirds in sorted(found, key=lambda pair: [(third is not None, third or 0) for third in pair]):
            yield player, banker, thirds, found[thirds]


def _result_text(result: Result) -> str:
    winner = result.winner or "tie"
    natural = "natural" if result.is_natural_stop else "-"
    return f"{result.player_total} {result.banker_total} {result.player_size} {result.banker_size} {winner} {natural}"
