"""Which bets the fast count can do, and how: by what their lines look at."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from punto.analysis.outcomes.outcome_table import face_atoms
from punto.rules.bet import Bet
from punto.rules.count_atoms import CountAtom
from punto.rules.questions import FaceAtom, FirstTwoAtom, ResultAtom
from punto.rules.storm import StruckAtom


@dataclass(frozen=True)
class SortedBets:
    """Bets by what they look at."""

    results: list[Bet] = field(default_factory=list)
    pairs: list[Bet] = field(default_factory=list)
    views: dict[frozenset[FaceAtom], list[Bet]] = field(default_factory=lambda: defaultdict(list))
    slow_bets: list[Bet] = field(default_factory=list)

    @property
    def slow(self) -> tuple[Bet, ...]:
        return tuple(self.slow_bets)


def sorted_bets(bets: Iterable[Bet]) -> SortedBets:
    found = SortedBets()
    for bet in bets:
        seen = face_atoms([bet])
        faces = frozenset(atom for atom in seen if isinstance(atom, FaceAtom))
        if any(isinstance(atom, CountAtom | StruckAtom) for atom in seen):
            found.slow_bets.append(bet)
        elif not faces:
            found.results.append(bet)
        elif all(isinstance(atom, FirstTwoAtom) for atom in faces) and not _asks_for_the_result(bet):
            found.pairs.append(bet)
        elif len({atom.side for atom in faces}) == 1:
            found.views[faces].append(bet)
        else:
            found.slow_bets.append(bet)
    return found


def _asks_for_the_result(bet: Bet) -> bool:
    return any(isinstance(atom, ResultAtom) for atom in bet.atoms)
