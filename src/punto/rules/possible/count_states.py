"""Count atoms compiled for a deck: what they can still make of the cards that lie there so far.

Two kinds of card are one where no tally tells them apart, and two tallies of a hand are one where whatever else may be
dealt leads both to the same answer. "All cards are red" thus knows two hands, a red one and any other. Every tally is
asked once, when the atom is compiled; counting, simulating and examining a book read the answers.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from functools import lru_cache
from itertools import combinations_with_replacement

from punto.rules.cards import Card
from punto.rules.count_atoms import KINDS_MAX, CountAtom, Counted
from punto.rules.coup import CARDS_AT_MOST
from punto.rules.invalid_input import InvalidInput
from punto.rules.questions import Atom

Numbers = tuple[int, ...]  # kinds by number, the smallest first
Tally = tuple[Numbers, ...]  # of some cards: a set of kinds for each atom

NOT_COUNTED = -1  # a third card, to an atom that counts the first four


class InvalidKinds(InvalidInput):
    """An atom that sorts the deck more finely than it can be asked about, or into what is no kind."""


class CountStates:
    """One atom: its kinds, and its answer to every tally."""

    def __init__(self, atom: CountAtom, faces: Iterable[Card]) -> None:
        self.atom = atom
        self._named = {face: atom.kind(face) for face in faces}
        for kind in self._named.values():
            if not isinstance(kind, Hashable):
                raise InvalidKinds(f"{atom.words!r} sorts cards by {kind!r}; a kind is a text or a number")
        self._names = names = list(dict.fromkeys(self._named.values()))
        if len(names) > KINDS_MAX:
            raise InvalidKinds(
                f"{atom.words!r} sorts the deck into {len(names)} kinds; at most {KINDS_MAX} are counted"
            )
        self.answers = {
            tally: self._ask(tally)
            for size in atom.counted.sizes
            for tally in combinations_with_replacement(range(len(names)), size)
        }
        self.kinds: Numbers = tuple(range(len(names)))
        alike = self._merged(((kind,) for kind in self.kinds), atom.counted.sizes)
        self.kind_of = {face: alike[names.index(name),][0] for face, name in self._named.items()}
        self.kinds = tuple(sorted(set(self.kind_of.values())))
        pairs = list(combinations_with_replacement(self.kinds, 2))
        self._hands = self._merged(pairs, atom.counted.sizes)
        self._thirds = self._merged(pairs, {CARDS_AT_MOST} & set(atom.counted.sizes))

    def has_steady_kinds(self) -> bool:
        """Whether each card is of the same kind when it is asked again, backwards."""
        return all(self.atom.kind(face) == named for face, named in reversed(self._named.items()))

    def answers_again(self) -> Iterator[object]:
        """What the atom itself says when it is asked everything again, backwards."""
        for tally in reversed(self.answers):
            yield self.atom.test(Counter(self._names[number] for number in tally))

    def _ask(self, tally: Numbers) -> bool:
        return self.atom.holds_for_kinds(self._names[number] for number in tally)

    def of_two(self, first: Card, second: Card) -> Numbers:
        """A hand's first two cards, as the first tally that is as good."""
        return self._hands[_sorted((self.kind_of[first], self.kind_of[second]))]

    def of_third(self, card: Card) -> int:
        return self.kind_of[card] if self.atom.counted is Counted.DEALT else NOT_COUNTED

    def of_thirds(self, kinds: Numbers) -> Numbers:
        """Both third cards, or one, or none."""
        counted = _sorted(kind for kind in kinds if kind != NOT_COUNTED)
        return self._thirds[counted] if len(counted) == 2 else counted

    def holds(self, tally: Numbers) -> bool:
        return self.answers[_sorted(kind for kind in tally if kind != NOT_COUNTED)]

    def answers_by_kind(self) -> Iterator[tuple[Numbers, bool]]:
        """Every tally of the kinds that it tells apart, with the answer."""
        for size in self.atom.counted.sizes:
            for tally in combinations_with_replacement(self.kinds, size):
                yield tally, self.answers[tally]

    def _merged(self, tallies: Iterable[Numbers], sizes: Iterable[int]) -> dict[Numbers, Numbers]:
        """For each tally the first that cannot be told from it, whatever completes both to one of these sizes."""
        first_of: dict[tuple[bool, ...], Numbers] = {}
        wanted = tuple(sizes)
        return {tally: first_of.setdefault(tuple(self._future(tally, wanted)), tally) for tally in tallies}

    def _future(self, tally: Numbers, sizes: tuple[int, ...]) -> Iterator[bool]:
        for size in sizes:
            for rest in combinations_with_replacement(self.kinds, size - len(tally)):
                yield self.answers[_sorted(tally + rest)]


class Counting:
    """All count atoms of a book together."""

    def __init__(self, atoms: Iterable[CountAtom], faces: Iterable[Card]) -> None:
        cards = tuple(faces)
        self.states = tuple(CountStates(atom, cards) for atom in atoms)
        self._holding: dict[tuple[Tally, Tally, Tally], frozenset[Atom]] = {}

    def of_two(self, first: Card, second: Card) -> Tally:
        return tuple(each.of_two(first, second) for each in self.states)

    def of_card(self, card: Card) -> Numbers:
        return tuple(each.kind_of[card] for each in self.states)

    def of_third(self, card: Card) -> Numbers:
        return tuple(each.of_third(card) for each in self.states)

    def of_thirds(self, thirds: tuple[Numbers, ...]) -> Tally:
        """By atom what `of_third` says by card."""
        return tuple(each.of_thirds(tuple(third[place] for third in thirds)) for place, each in enumerate(self.states))

    def holding(self, player: Tally, banker: Tally, thirds: Tally) -> frozenset[Atom]:
        """The atoms that hold when both first-two hands and the third cards have these tallies."""
        seen = player, banker, thirds
        if seen not in self._holding:
            parts = zip(self.states, *seen, strict=True)
            self._holding[seen] = frozenset(
                each.atom for each, one, other, more in parts if each.holds(one + other + more)
            )
        return self._holding[seen]


@lru_cache(maxsize=64)
def compiled_counting(atoms: frozenset[CountAtom], faces: tuple[Card, ...]) -> Counting:
    """Kept: the cards of a deck are asked about once, however often they are counted."""
    return Counting(sorted(atoms, key=lambda atom: atom.words), faces)


def counting_of(atoms: Iterable[Atom], faces: Iterable[Card]) -> Counting:
    """Of the count atoms among these."""
    return compiled_counting(frozenset(atom for atom in atoms if isinstance(atom, CountAtom)), tuple(faces))


def _sorted(kinds: Iterable[int]) -> Numbers:
    return tuple(sorted(kinds))
