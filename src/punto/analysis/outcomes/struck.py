"""What a storm adds to outcomes: each that somebody wins splits by the best struck card of the winning hand.

A storm is drawn apart from the shoe, so how often it strikes depends on nothing but how many different faces a hand's
first two cards have. Cards are counted as without it; then every outcome is shared out, in whole numbers.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from punto.analysis.outcomes.outcome_table import Outcome
from punto.rules.conditions import suited_pair
from punto.rules.hand import BANKER, PLAYER
from punto.rules.questions import Atom
from punto.rules.storm import Storm, StruckAtom, common_denominator

TWINS = {side: suited_pair.of(side) for side in (PLAYER, BANKER)}


def storm_of(atoms: Iterable[Atom]) -> Storm | None:
    """The one that these atoms ask about; a book has one at most."""
    return next((atom.storm for atom in atoms if isinstance(atom, StruckAtom)), None)


def asked_of_cards(atoms: Iterable[Atom]) -> frozenset[Atom]:
    """What has to be counted: all but the storm, and whether a hand begins with the same face twice."""
    return frozenset(atom for atom in atoms if not isinstance(atom, StruckAtom)).union(TWINS.values())


@dataclass(frozen=True)
class Shares:
    """By how many different faces a winning hand begins with, the shares of the multipliers that atoms ask about."""

    storm: Storm
    atoms: frozenset[Atom]

    @cached_property
    def whole(self) -> int:
        return common_denominator(self.storm)

    @cached_property
    def _by_faces(self) -> dict[int, list[tuple[frozenset[Atom], int]]]:
        struck = {atom.multiplier: atom for atom in self.atoms if isinstance(atom, StruckAtom)}
        shares: dict[int, dict[frozenset[Atom], int]] = {1: defaultdict(int), 2: defaultdict(int)}
        for faces, found in shares.items():
            for multiplier, chance in self.storm.chances(faces).items():
                held = frozenset({struck[multiplier]}) if multiplier in struck else frozenset()
                found[held] += int(chance * self.whole)
        return {faces: list(found.items()) for faces, found in shares.items()}

    def of(self, outcome: Outcome) -> list[tuple[Outcome, int]]:
        """The outcomes that it splits into, with their shares of `whole`."""
        kept, winner = outcome.faces & self.atoms, outcome.result.winner
        if winner is None:
            return [(Outcome(outcome.result, kept), self.whole)]
        faces = 1 if TWINS[winner] in outcome.faces else 2
        return [(Outcome(outcome.result, kept | held), share) for held, share in self._by_faces[faces]]


def split(counted: Mapping[Outcome, int], shares: Shares) -> dict[Outcome, int]:
    found: dict[Outcome, int] = defaultdict(int)
    for outcome, ways in counted.items():
        for each, share in shares.of(outcome):
            found[each] += ways * share
    return dict(found)
