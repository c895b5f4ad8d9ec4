"""Which line of a bet each kind of coup ends on.

A bet cannot tell two coups apart that have the same result and satisfy the same atoms of cards. Those kinds of coup are
its outcomes; a table from outcome to line is the bet, compiled. Counting, simulation and bulk settlement read the
table, so the rule is written once, in the bet's lines.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from punto.rules.bet import Bet
from punto.rules.count_atoms import CountAtom
from punto.rules.coup import Coup, Result
from punto.rules.money import LOSS, Odds
from punto.rules.questions import Atom, FaceAtom, ResultAtom
from punto.rules.storm import StruckAtom

CardAtom = FaceAtom | CountAtom | StruckAtom


class Outcome(NamedTuple):
    result: Result
    faces: frozenset[Atom]  # the atoms that look at cards and hold


def face_atoms(bets: Iterable[Bet]) -> frozenset[CardAtom]:
    """The atoms that look at cards: at the faces of one side, at how many of both are of a kind, or at those struck."""
    return frozenset(atom for bet in bets for atom in bet.atoms if isinstance(atom, CardAtom))


@dataclass(frozen=True)
class OutcomeTable:
    """Filled as outcomes occur: a book has some hundred results, and a bet sees each with few sets of faces."""

    bet: Bet
    faces: frozenset[CardAtom]
    lines: dict[Outcome, int] = field(default_factory=dict)

    def line(self, outcome: Outcome) -> int:
        """The index of the line that decides; one past the last line when the stake is lost."""
        seen = Outcome(outcome.result, outcome.faces & self.faces)
        if seen not in self.lines:
            self.lines[seen] = self.decide(seen)
        return self.lines[seen]

    def odds(self, coup: Coup) -> Odds:
        faces = frozenset(atom for atom in self.faces if atom.sees(coup))
        return self.pays(self.line(Outcome(coup.result, faces)))

    def pays(self, line: int) -> Odds:
        return self.bet.lines[line].pays if line < len(self.bet.lines) else LOSS

    def decide(self, outcome: Outcome) -> int:
        """The same without caching, for callers that ask about each outcome once."""

        def truth(atom: Atom) -> bool:
            return atom.test(outcome.result) if isinstance(atom, ResultAtom) else atom in outcome.faces

        holding = (index for index, line in enumerate(self.bet.lines) if line.when.holds_given(truth))
        return next(holding, len(self.bet.lines))


def outcome_table(bet: Bet) -> OutcomeTable:
    return OutcomeTable(bet, face_atoms([bet]))
