"""A book's fingerprint: one hash of everything in it that decides a coup, a closing or a payout.

It is taken from the compiled book, not from its wording: cards and their points, how every pair of totals is completed,
which cards satisfy which face atom, and what each bet pays on each outcome. Two books with the same fingerprint play
alike; titles, explanations and the words of atoms do not matter. The text is plain so that anyone can hash it.
"""

from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import product

from punto.analysis.outcomes.outcome_table import Outcome, face_atoms, outcome_table
from punto.rules.cards import Card
from punto.rules.coup import Result
from punto.rules.endings import Third, endings
from punto.rules.hand import BANKER, PLAYER
from punto.rules.possible.count_states import Counting, CountStates, counting_of
from punto.rules.possible.seen_hands import SeenHand, SeenHands, held_together, seen_hands, size_of
from punto.rules.questions import Atom, FaceAtom, FirstTwoAtom
from punto.rules.rulebook import RuleBook
from punto.rules.storm import StruckAtom, Weighted, possible_strikes

FORMAT = "punto-book-1"


def fingerprint(book: RuleBook) -> str:
    """SHA-256 of the canonical text, in hexadecimal."""
    return sha256(canonical_text(book).encode()).hexdigest()


def canonical_text(book: RuleBook) -> str:
    return "".join(f"{line}\n" for line in _lines(book))


def _lines(book: RuleBook) -> Iterator[str]:
    yield FORMAT
    yield f"deck {book.deck.copies} " + " ".join(f"{card}:{card.points}" for card in book.deck.faces)
    yield f"burn {book.burn.for_zero}"
    atoms = face_atoms(book.bets)
    truths = {atom: _truths(book, atom) for atom in atoms if isinstance(atom, FaceAtom)}
    counting = counting_of(atoms, book.deck.faces)
    names = _names(truths) | _count_names(counting, book.deck.faces) | _struck_names(atoms)
    if book.storm:
        yield f"storm {_weights(book.storm.cards)} {_weights(book.storm.multipliers)}"
    for atom in sorted(truths, key=names.__getitem__):
        yield f"{names[atom]} {atom.side} {sha256(bytes(truths[atom])).hexdigest()}"
    for state in sorted(counting.states, key=lambda state: names[state.atom]):
        yield f"{names[state.atom]} {state.atom.counted} {_count_text(state, book.deck.faces)}"
    hands = _hands(book, truths, counting)
    finished: set[tuple[Result, frozenset[SeenHand], frozenset[SeenHand]]] = set()
    for player, banker, thirds, result in _finished(book):
        yield f"deal {player} {banker} {thirds[0]} {thirds[1]} {_result_text(result)}"
        ones, others = hands[PLAYER, player, thirds[0]], hands[BANKER, banker, thirds[1]]
        finished.add((result, frozenset(ones), frozenset(others)))
    found = {
        Outcome(result, held_together(counting, one, other) | struck)
        for result, ones, others in finished
        for one, other in product(ones, others)
        for struck in possible_strikes(atoms, result)
    }
    outcomes = [(_outcome_text(outcome, names), outcome) for outcome in found]
    tables = [outcome_table(bet) for bet in book.bets]
    for table in tables:
        yield f"bet {table.bet.id} {table.bet.last_coup_offered}"
    for written, outcome in sorted(outcomes, key=lambda item: item[0]):
        yield f"outcome {written}: " + " ".join(str(table.pays(table.line(outcome))) for table in tables)


def _outcome_text(outcome: Outcome, names: dict[Atom, str]) -> str:
    return " ".join([_result_text(outcome.result), *sorted(names[atom] for atom in outcome.faces)])


def _truths(book: RuleBook, atom: FaceAtom) -> list[bool]:
    return [bool(atom.test(*hand)) for hand in product(book.deck.faces, repeat=size_of(atom))]


def _names(truths: dict[FaceAtom, list[bool]]) -> dict[Atom, str]:
    """Atoms numbered by what they say about which side, so that neither their words nor their order matter."""
    ordered = sorted(truths, key=lambda atom: (atom.side, len(truths[atom]), truths[atom]))
    return {atom: f"face{number}" for number, atom in enumerate(ordered)}


def _struck_names(atoms: Iterable[Atom]) -> dict[Atom, str]:
    return {atom: f"struck{atom.multiplier}" for atom in atoms if isinstance(atom, StruckAtom)}


def _weights(weighted: Weighted) -> str:
    return ",".join(f"{number}:{weight}" for number, weight in weighted.weights)


def _count_names(counting: Counting, faces: tuple[Card, ...]) -> dict[Atom, str]:
    """The same for atoms that count both sides' cards."""
    ordered = sorted(counting.states, key=lambda state: (state.atom.counted, _count_text(state, faces)))
    return {state.atom: f"count{number}" for number, state in enumerate(ordered)}


def _count_text(state: CountStates, faces: tuple[Card, ...]) -> str:
    """The deck's faces by kind, numbered as they come, and the answers to all tallies, smallest first."""
    kinds = [state.kind_of[face] for face in faces]
    numbers = {kind: number for number, kind in enumerate(dict.fromkeys(kinds))}
    answers = {tuple(sorted(numbers[kind] for kind in tally)): holds for tally, holds in state.answers_by_kind()}
    in_order = sorted(answers, key=lambda tally: (len(tally), tally))
    return sha256(bytes([*(numbers[kind] for kind in kinds), *(answers[tally] for tally in in_order)])).hexdigest()


def _hands(book: RuleBook, truths: dict[FaceAtom, list[bool]], counting: Counting) -> SeenHands:
    """All that can be seen of a hand; three cards also as if no three-card atom held, in which format 1 is generous."""
    found = seen_hands(book.deck.faces, book.scoring, truths, counting)
    for hands in found.values():
        hands |= {each._replace(faces=frozenset(filter(_is_of_two, each.faces))) for each in hands}
    return found


def _is_of_two(atom: Atom) -> bool:
    return isinstance(atom, FirstTwoAtom)


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
