"""Which bets the fast count can do, and how: by what their lines look at."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from punto.analysis.outcomes.outcome_table import OutcomeTable, face_atoms, outcome_table
from punto.analysis.solver.storm_table import StormTable, storm_table
from punto.rules.bet import Bet
from punto.rules.count_atoms import CountAtom
from punto.rules.coup import Result
from punto.rules.questions import FaceAtom, FirstTwoAtom, ResultAtom
from punto.rules.storm import StruckAtom

Table = OutcomeTable | StormTable  # of a bet: where each outcome goes


@dataclass(frozen=True)
class SortedBets:
    """Bets by what they look at."""

    results: list[Table] = field(default_factory=list)
    pairs: list[Table] = field(default_factory=list)
    views: dict[frozenset[FaceAtom], list[Table]] = field(default_factory=lambda: defaultdict(list))
    storms: dict[str, StormTable] = field(default_factory=dict)  # by bet; each is among those above too
    slow_bets: list[Bet] = field(default_factory=list)

    @property
    def slow(self) -> tuple[Bet, ...]:
        return tuple(self.slow_bets)


def sorted_bets(bets: Iterable[Bet], results: Sequence[Result]) -> SortedBets:
    """Of a book that ends in these results."""
    found = SortedBets()
    for bet in bets:
        seen = face_atoms([bet])
        faces = frozenset(atom for atom in seen if isinstance(atom, FaceAtom))
        if any(isinstance(atom, StruckAtom) for atom in seen):
            storm = storm_table(bet, results) if all(isinstance(atom, StruckAtom) for atom in seen) else None
            if storm is None:
                found.slow_bets.append(bet)
            else:
                found.storms[bet.id] = storm
                (found.views[storm.faces] if storm.faces else found.results).append(storm)
        elif any(isinstance(atom, CountAtom) for atom in seen):
            found.slow_bets.append(bet)
        elif not faces:
            found.results.append(outcome_table(bet))
        elif all(isinstance(atom, FirstTwoAtom) for atom in faces) and not _asks_for_the_result(bet):
            found.pairs.append(outcome_table(bet))
        elif len({atom.side for atom in faces}) == 1:
            found.views[faces].append(outcome_table(bet))
        else:
            found.slow_bets.append(bet)
    return found


def _asks_for_the_result(bet: Bet) -> bool:
    return any(isinstance(atom, ResultAtom) for atom in bet.atoms)
