"""The questions that the lines of a bet ask of a coup.

A condition is made of atoms joined by `&` and `|`. An atom sees only what it looks at: the result, one side's
first two cards, or one side's three cards. What a bet looks at can therefore be read off it, and a bet can be
counted, simulated and explained as well as settled; an opaque function of the whole coup could only be run.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from punto.rules.cards import RANKS, Card
from punto.rules.coup import Coup, Result
from punto.rules.hand import BANKER, PLAYER, Side
from punto.rules.invalid_input import InvalidInput

STRAIGHTS = {frozenset(RANKS[i : i + 3]) for i in range(len(RANKS) - 2)} | {frozenset("QKA")}


class InvalidCondition(InvalidInput):
    """A question that was taken for its answer."""


class Question(ABC):
    """Neither true nor false before a coup is dealt: `and` and `or` would keep one side and silently drop the other."""

    @property
    @abstractmethod
    def words(self) -> str:
        """The question as a rule sheet would put it."""

    def __bool__(self) -> bool:
        raise InvalidCondition(
            f"{self.words!r} is not yet true or false: write & for and, | for or; not is not available"
        )


class Condition(Question):
    """A yes-or-no question about a coup."""

    @property
    @abstractmethod
    def atoms(self) -> "frozenset[Atom]":
        """Everything that the question looks at."""

    def holds(self, coup: Coup) -> bool:
        return self.holds_given(lambda atom: atom.sees(coup))

    @abstractmethod
    def holds_given(self, truth: "Callable[[Atom], bool]") -> bool:
        """Whether the condition holds when its atoms are answered by `truth`."""

    def __and__(self, other: "Condition") -> "Every":
        return Every((*_parts(self, Every), *_parts(other, Every)))

    def __or__(self, other: "Condition") -> "Either":
        return Either((*_parts(self, Either), *_parts(other, Either)))


@dataclass(frozen=True)
class Atom(Condition):
    """The smallest question. Its kind says what it may look at."""

    text: str

    @property
    def words(self) -> str:
        return self.text

    @property
    def atoms(self) -> "frozenset[Atom]":
        return frozenset((self,))

    def holds_given(self, truth: "Callable[[Atom], bool]") -> bool:
        return truth(self)

    @abstractmethod
    def sees(self, coup: Coup) -> bool:
        """The answer on a whole coup, of which the atom looks at its own part only."""


@dataclass(frozen=True)
class ResultAtom(Atom):
    test: Callable[[Result], bool]

    def sees(self, coup: Coup) -> bool:
        return self.test(coup.result)


@dataclass(frozen=True)
class FirstTwoAtom(Atom):
    test: Callable[[Card, Card], bool]
    side: Side

    def sees(self, coup: Coup) -> bool:
        return self.holds_for(coup.hand(self.side).cards)

    def holds_for(self, cards: tuple[Card, ...]) -> bool:
        return self.test(cards[0], cards[1])


@dataclass(frozen=True)
class ThreeCardAtom(Atom):
    test: Callable[[Card, Card, Card], bool]
    side: Side

    def sees(self, coup: Coup) -> bool:
        return self.holds_for(coup.hand(self.side).cards)

    def holds_for(self, cards: tuple[Card, ...]) -> bool:
        """A two-card hand never holds."""
        return len(cards) == 3 and self.test(*cards)


FaceAtom = FirstTwoAtom | ThreeCardAtom


@dataclass(frozen=True)
class Joined(Condition):
    """Conditions joined by one word."""

    parts: tuple[Condition, ...]

    @property
    def atoms(self) -> frozenset[Atom]:
        return frozenset().union(*(part.atoms for part in self.parts))


@dataclass(frozen=True)
class Every(Joined):
    @property
    def words(self) -> str:
        return " and ".join(f"({part.words})" if isinstance(part, Either) else part.words for part in self.parts)

    def holds_given(self, truth: Callable[[Atom], bool]) -> bool:
        return all(part.holds_given(truth) for part in self.parts)


@dataclass(frozen=True)
class Either(Joined):
    @property
    def words(self) -> str:
        return " or ".join(part.words for part in self.parts)

    def holds_given(self, truth: Callable[[Atom], bool]) -> bool:
        return any(part.holds_given(truth) for part in self.parts)


def _parts(condition: Condition, kind: type[Every] | type[Either]) -> tuple[Condition, ...]:
    return condition.parts if isinstance(condition, kind) else (condition,)


# --- how atoms are declared -------------------------------------------------------------------------------------------


def result_atom(text: str) -> Callable[[Callable[[Result], bool]], ResultAtom]:
    return lambda test: ResultAtom(text, test)


@dataclass(frozen=True)
class FaceQuestion(Question):
    """A question about the cards of either side; `of` puts it to one of them."""

    text: str
    atom: Callable[[str, Side], FaceAtom]

    @property
    def words(self) -> str:
        return self.text

    def of(self, side: Side) -> FaceAtom:
        return self.atom(self.text.format(side=side.label), side)


def first_two_atom(text: str) -> Callable[[Callable[[Card, Card], bool]], FaceQuestion]:
    return lambda test: FaceQuestion(text, lambda title, side: FirstTwoAtom(title, test, side))


def three_card_atom(text: str) -> Callable[[Callable[[Card, Card, Card], bool]], FaceQuestion]:
    return lambda test: FaceQuestion(text, lambda title, side: ThreeCardAtom(title, test, side))


# --- atoms of the result ----------------------------------------------------------------------------------------------


@result_atom("Player wins")
def player_wins(result: Result) -> bool:
    return result.winner is PLAYER


@result_atom("Banker wins")
def banker_wins(result: Result) -> bool:
    return result.winner is BANKER


@result_atom("the hands tie")
def hands_tie(result: Result) -> bool:
    return result.winner is None


@result_atom("Player took a third card")
def player_took_a_third_card(result: Result) -> bool:
    return result.player_size == 3


@result_atom("Banker took a third card")
def banker_took_a_third_card(result: Result) -> bool:
    return result.banker_size == 3


@result_atom("Player has two cards")
def player_has_two_cards(result: Result) -> bool:
    return result.player_size == 2


@result_atom("Banker has two cards")
def banker_has_two_cards(result: Result) -> bool:
    return result.banker_size == 2


@result_atom("Player has a natural 8 or 9")
def player_natural(result: Result) -> bool:
    return result.has_natural(PLAYER)


@result_atom("Banker has a natural 8 or 9")
def banker_natural(result: Result) -> bool:
    return result.has_natural(BANKER)


@result_atom("both sides have the same natural")
def naturals_tie(result: Result) -> bool:
    return result.winner is None and result.is_natural_stop


@cache
def player_total_is(total: int) -> ResultAtom:
    return ResultAtom(f"Player's total is {total}", lambda result: result.player_total == total)


@cache
def banker_total_is(total: int) -> ResultAtom:
    return ResultAtom(f"Banker's total is {total}", lambda result: result.banker_total == total)


@cache
def margin_is(margin: int) -> ResultAtom:
    return ResultAtom(f"the totals are {margin} apart", lambda result: result.margin == margin)


@cache
def cards_dealt_are(count: int) -> ResultAtom:
    return ResultAtom(f"{count} cards are dealt in all", lambda result: result.cards_dealt == count)


def wins(side: Side) -> ResultAtom:
    return player_wins if side is PLAYER else banker_wins


def natural(side: Side) -> ResultAtom:
    return player_natural if side is PLAYER else banker_natural


@cache
def positive_win_with(cards: int) -> ResultAtom:
    return ResultAtom(
        f"the winning hand is positive and has {cards} cards",
        lambda result: (side := result.winner) is not None and result.total(side) > 0 and result.size(side) == cards,
    )


@cache
def negative_win_with(cards: int) -> ResultAtom:
    return ResultAtom(
        f"the winning hand is negative and has {cards} cards",
        lambda result: (side := result.winner) is not None and result.total(side) < 0 and result.size(side) == cards,
    )


# --- atoms of the faces -----------------------------------------------------------------------------------------------


@first_two_atom("{side}'s first two cards are a pair")
def pair(first: Card, second: Card) -> bool:
    return first.rank == second.rank


@first_two_atom("{side}'s first two cards are a pair of one suit")
def suited_pair(first: Card, second: Card) -> bool:
    return first.rank == second.rank and first.suit == second.suit


@first_two_atom("{side}'s first two cards are a pair of fours")
def pair_of_fours(first: Card, second: Card) -> bool:
    return first.rank == second.rank == "4"


@first_two_atom("{side}'s first two cards are a pair of fours of one suit")
def suited_pair_of_fours(first: Card, second: Card) -> bool:
    return first.rank == second.rank == "4" and first.suit == second.suit


@three_card_atom("{side}'s three cards are a straight flush")
def straight_flush(first: Card, second: Card, third: Card) -> bool:
    """The ace stands below the two or above the king, never between them."""
    return first.suit == second.suit == third.suit and {first.rank, second.rank, third.rank} in STRAIGHTS


player_wins_with_six = player_wins & player_total_is(6)
banker_wins_with_six = banker_wins & banker_total_is(6)
banker_wins_with_three_card_seven = banker_wins & banker_total_is(7) & banker_took_a_third_card
player_wins_with_seven = player_wins & player_total_is(7)
either_pair = pair.of(PLAYER) | pair.of(BANKER)
either_suited_pair = suited_pair.of(PLAYER) | suited_pair.of(BANKER)
