"""A storm: cards that are struck when betting closes, before any is dealt, and multiply what a bet wins.

How many cards are struck and what a struck card multiplies by are drawn by published weights. What counts is the best
struck card among the first two of the winning hand. A storm is paid for by a fee, a part of every stake on the bets
that it multiplies, which comes back only with a push; so a bet with a storm is lines like any other.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import comb, lcm

from punto.rules.bet import NO_COMMISSION, Line
from punto.rules.cards import Card
from punto.rules.coup import Coup, Result, Struck
from punto.rules.invalid_input import InvalidInput, shortened
from punto.rules.money import DENOMINATOR_MAX, Odds, exact_odds
from punto.rules.questions import Atom, Condition

STRUCK = re.compile(r"(\w+)x([1-9]\d*)")
CARDS_COUNTED = 2  # of the winning hand, the first ones
CHOICES_MAX = 1_000  # the sum of weights: small beside the 65,536 values of a word

Choose = Callable[[int], int]  # one of so many choices, counted from 0, each as likely as any other


class InvalidStorm(InvalidInput):
    """A storm that cannot be drawn, or a text that names none."""


@dataclass(frozen=True)
class Weighted:
    """Numbers with how often each is drawn, in whole weights."""

    weights: tuple[tuple[int, int], ...]  # a number and its weight

    def __post_init__(self) -> None:
        rows: object = self.weights
        if not isinstance(rows, tuple) or not all(isinstance(row, tuple) and len(row) == 2 for row in rows):
            raise InvalidStorm(
                f"{shortened(str(rows))} are no numbers with weights; write Weighted(((4, 1), (5, 2))) "
                "for a four in one of three draws and a five in two"
            )

    @property
    def total(self) -> int:
        return sum(weight for _, weight in self.weights)

    @property
    def numbers(self) -> tuple[int, ...]:
        return tuple(number for number, _ in self.weights)

    def chosen(self, choose: Choose) -> int:
        """The first number has the first choices, as many as its weight, and so on."""
        place = choose(self.total)
        for number, weight in self.weights:
            if place < weight:
                return number
            place -= weight
        raise AssertionError(f"{place} is not one of {self.total} choices")

    @cached_property
    def up_to(self) -> dict[int, Fraction]:
        """The chance of at most each number."""
        return {
            number: Fraction(sum(weight for each, weight in self.weights if each <= number), self.total)
            for number in sorted(self.numbers)
        }


@dataclass(frozen=True)
class Storm:
    faces: tuple[Card, ...]  # that can be struck: a deck's
    cards: Weighted  # how many are struck, each another one
    multipliers: Weighted  # of one struck card
    fee: Odds  # of every stake on a bet that the storm multiplies

    def __post_init__(self) -> None:
        for problem in self._problems():
            raise InvalidStorm(problem)

    def pays(self, odds: Odds, multiplier: int = 1) -> Odds:
        """Net, of the whole stake, when a bet at these odds wins: the fee is gone, what is left wins so many times."""
        return Odds((1 - self.fee) * (1 + odds * multiplier) - 1)

    def lines(self, wins: Condition, odds: Odds, commission: Odds = NO_COMMISSION) -> tuple[Line, ...]:
        """What the bet pays when it wins: the best multiplier first, and without one last."""
        best_first = sorted(self.multipliers.numbers, reverse=True)
        struck = (
            Line(wins & StruckAtom.of(self, number), self.pays(odds, number), self._kept(commission, number))
            for number in best_first
        )
        return (*struck, Line(wins, self.pays(odds), self._kept(commission)))

    def multiplied(self, line: Line) -> tuple[Line, ...]:
        """The lines of a bet that pays this, fee and commission included, where no card that counts is struck."""
        odds, commission = (1 + line.pays) / (1 - self.fee) - 1, line.commission / (1 - self.fee)
        return self.lines(line.when, Odds(odds), Odds(commission))

    def drawn(self, choose: Choose) -> Struck:
        """How many cards first; then the cards, from those that are left; then what each multiplies by."""
        cards, faces = self.cards.chosen(choose), list(self.faces)
        for place in range(cards):
            taken = place + choose(len(faces) - place)
            faces[place], faces[taken] = faces[taken], faces[place]
        return tuple((face, self.multipliers.chosen(choose)) for face in faces[:cards])

    def _kept(self, commission: Odds, multiplier: int = 1) -> Odds:
        """Of the whole stake, where a win at even money would keep this back."""
        return Odds((1 - self.fee) * commission * multiplier)

    def chances(self, different_faces: int) -> dict[int, Fraction]:
        """Of the best multiplier among so many faces; 1 where none of them is struck."""
        none = sum((self._struck(different_faces, 0, each) for each in self.cards.weights), Fraction(0))
        found, below = {1: none}, none
        for number, chance in self.multipliers.up_to.items():
            reached = sum(
                (
                    self._struck(different_faces, struck, each) * chance**struck
                    for each in self.cards.weights
                    for struck in range(different_faces + 1)
                ),
                Fraction(0),
            )
            found[number] = reached - below
            below = reached
        return found

    def _struck(self, faces: int, struck: int, drawn: tuple[int, int]) -> Fraction:
        """The chance that so many cards are drawn, and so many of these faces are among them."""
        cards, weight = drawn
        every = len(self.faces)
        ways = comb(faces, struck) * comb(every - faces, cards - struck) if cards >= struck else 0
        return Fraction(ways * weight, comb(every, cards) * self.cards.total)

    def _problems(self) -> Iterator[str]:
        for what, weighted in (("cards struck", self.cards), ("multipliers", self.multipliers)):
            numbers, weights = weighted.numbers, [weight for _, weight in weighted.weights]
            if not all(isinstance(each, int) for each in (*numbers, *weights)) or min(weights, default=0) < 1:
                yield f"the {what} of a storm are whole numbers with whole weights from 1"
            if len(set(numbers)) < len(numbers) or sum(weights) > CHOICES_MAX:
                yield f"the {what} of a storm are different numbers whose weights add up to {CHOICES_MAX:,} at most"
        if not 1 <= min(self.cards.numbers) <= max(self.cards.numbers) <= len(self.faces):
            yield f"a storm strikes one card at the least, and at most as many as there are faces, {len(self.faces)}"
        if min(self.multipliers.numbers) < 2:
            yield "a storm multiplies by two at the least"
        if not isinstance(self.fee, Fraction):
            yield f"the fee of a storm is {self.fee!r}, a bare number; write fee={exact_odds(self.fee)}"
        if not 0 <= self.fee < 1 or self.fee.denominator > DENOMINATOR_MAX:
            yield f"the fee of a storm is {self.fee}, and not a part of the stake such as Odds('0.2')"

    def parse(self, text: str) -> Struck:
        """Struck cards in the order drawn: `4hx3 Kdx8`."""
        found = []
        for word in text.split():
            match = STRUCK.fullmatch(word)
            if match is None or int(match[2]) not in self.multipliers.numbers:
                raise InvalidStorm(f"{shortened(word)} is not a struck card: a card, x and one of its multipliers")
            found.append((match[1], int(match[2])))
        by_text = {str(face): face for face in self.faces}
        if len({card for card, _ in found} & by_text.keys()) < len(found) or len(found) not in self.cards.numbers:
            raise InvalidStorm(f"{shortened(text)} is not a storm: so many cards of the deck, each another one")
        return tuple((by_text[card], multiplier) for card, multiplier in found)


@dataclass(frozen=True)
class StruckAtom(Atom):
    """The best struck card of the winning hand's first two multiplies by this."""

    storm: Storm = field(repr=False)  # a long text, of which an atom's words say what matters
    multiplier: int

    def __post_init__(self) -> None:
        struck, known = f"×{self.multiplier}", [f"×{number}" for number in self.storm.multipliers.numbers]
        if struck not in known:
            raise InvalidStorm(f"a card is struck {struck} in no storm of these multipliers: {', '.join(known)}")
        if self.text != _struck_words(self.multiplier):  # two atoms of one multiplier are one, so they count as one
            words = f"{shortened(self.text)} asks of a storm in words of its own"
            raise InvalidStorm(f"{words}; write StruckAtom.of(storm, {self.multiplier})")

    @classmethod
    def of(cls, storm: Storm, multiplier: int) -> "StruckAtom":
        return cls(_struck_words(multiplier), storm, multiplier)

    def sees(self, coup: Coup) -> bool:
        return best_struck(coup) == self.multiplier


def _struck_words(multiplier: int) -> str:
    return f"its first two cards are struck ×{multiplier} at best"


def best_struck(coup: Coup) -> int:
    """What the storm multiplies a win by; 1 where it struck no card that counts, or nobody won."""
    winner = coup.result.winner
    cards: tuple[Card, ...] = coup.hand(winner).cards[:CARDS_COUNTED] if winner else ()
    return max((multiplier for card, multiplier in coup.struck if card in cards), default=1)


def possible_strikes(atoms: Iterable[Atom], result: Result) -> list[frozenset[Atom]]:
    """The sets of these atoms that a storm can make hold."""
    struck = (atom for atom in atoms if isinstance(atom, StruckAtom))
    return [frozenset(), *(frozenset({atom}) for atom in struck if result.winner)]


def common_denominator(storm: Storm) -> int:
    """Of all chances that `Storm.chances` tells of one or two faces."""
    both = (storm.chances(faces) for faces in range(1, CARDS_COUNTED + 1))
    return lcm(*(chance.denominator for chances in both for chance in chances.values()))
