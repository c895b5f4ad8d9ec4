"""What a condition is made of: atoms joined by `&`, `|` and `~`; `conditions.py` has those that the books ask.

An atom sees only what it looks at: the result, one side's first two cards, or one side's three cards. What a bet looks
at can therefore be read off it, and a bet can be counted, simulated and explained as well as settled; an opaque
function of the whole coup could only be run.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import NoReturn

from punto.rules.cards import Card
from punto.rules.coup import Coup, Result
from punto.rules.hand import Side
from punto.rules.invalid_input import InvalidInput, shortened

OURS = "punto."  # modules
SIDE = "{side}"  # in the words of a question about cards: Player or Banker, whose it is put to


class InvalidCondition(InvalidInput):
    """A question that was taken for its answer."""


class Question(ABC):
    """Neither true nor false before a coup is dealt: `and` and `or` would keep one side and silently drop the other."""

    @property
    @abstractmethod
    def words(self) -> str:
        """The question as a rule sheet would put it."""

    def __bool__(self) -> bool:
        raise InvalidCondition(f"{self.words!r} is not yet true or false: write & for and, | for or, ~ for not")


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
        return Every((*_parts(self, Every), *_parts(_condition(other), Every)))

    def __or__(self, other: "Condition") -> "Either":
        return Either((*_parts(self, Either), *_parts(_condition(other), Either)))

    def __invert__(self) -> "Condition":
        return Opposite(self)

    def called(self, text: str) -> "Called":
        """The same question in shorter words, where a rule sheet has a name for what it asks."""
        return Called(text, self)


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


@dataclass(frozen=True)
class Opposite(Condition):
    """Holds where another condition does not."""

    part: Condition

    @property
    def words(self) -> str:
        return f"not ({self.part.words})"

    @property
    def atoms(self) -> frozenset[Atom]:
        return self.part.atoms

    def holds_given(self, truth: Callable[[Atom], bool]) -> bool:
        return not self.part.holds_given(truth)

    def __invert__(self) -> Condition:
        return self.part


@dataclass(frozen=True)
class Called(Condition):
    """Another condition under a name of its own."""

    text: str
    part: Condition

    @property
    def words(self) -> str:
        return self.text

    @property
    def atoms(self) -> frozenset[Atom]:
        return self.part.atoms

    def holds_given(self, truth: Callable[[Atom], bool]) -> bool:
        return self.part.holds_given(truth)


def any_of(conditions: Iterable[Condition]) -> Condition:
    """One of them holds; for lists that would be long to write with `|`."""
    listed = None if isinstance(conditions, Condition) else tuple(conditions)
    if not listed:
        raise InvalidCondition("any_of takes a list of conditions, as in any_of([player_wins, hands_tie])")
    return reduce(or_, map(_condition, listed))


def why_no_condition(thing: object) -> str | None:
    """What to write instead of something that stands where a condition is wanted; None: it is one."""
    if isinstance(thing, Condition):
        return None
    if isinstance(thing, FaceQuestion):
        return f"{thing.words!r} is a question about cards, which is put to a side, as in pair.of(PLAYER)"
    name = getattr(thing, "__name__", None)
    if name and callable(thing):
        if str(getattr(thing, "__module__", None)).startswith(OURS):
            return f"{name} is a function that makes a condition; call it, as in player_total_is(8)"
        return f'{name} is a function; put @result_atom("…") or another such line above it'
    return f"{shortened(str(thing))} is no condition such as player_wins or pair.of(PLAYER)"


def _condition(thing: Condition) -> Condition:
    """Python lets anything stand beside `&` and `|`."""
    if why := why_no_condition(thing):
        raise InvalidCondition(why)
    return thing


def _parts(condition: Condition, kind: type[Every] | type[Either]) -> tuple[Condition, ...]:
    return condition.parts if isinstance(condition, kind) else (condition,)


# --- how atoms are declared -------------------------------------------------------------------------------------------


def worded(text: str) -> str:
    """A decorator without its words is given the function instead."""
    if not isinstance(text, str):
        raise InvalidCondition('a question needs words, as in @result_atom("Banker wins")')
    return text


def result_atom(text: str) -> Callable[[Callable[[Result], bool]], ResultAtom]:
    words = worded(text)
    return lambda test: ResultAtom(words, test)


@dataclass(frozen=True)
class FaceQuestion(Question):
    """A question about the cards of either side; `of` puts it to one of them."""

    text: str
    atom: Callable[[str, Side], FaceAtom]

    def __post_init__(self) -> None:
        if SIDE not in self.text:  # its words would name one side, or none, whichever it is put to
            raise InvalidCondition(f"{self.text!r} does not say whose cards; write {SIDE} for Player or Banker")

    @property
    def words(self) -> str:
        return self.text

    def of(self, side: Side) -> FaceAtom:
        if not isinstance(side, Side):
            raise InvalidCondition(f"{self.text!r} is put to PLAYER or BANKER, not to {shortened(str(side))}")
        return self.atom(self.text.replace(SIDE, side.label), side)

    def _needs_a_side(self, _other: object = None) -> NoReturn:
        raise InvalidCondition(why_no_condition(self))

    __and__ = __or__ = __rand__ = __ror__ = __invert__ = _needs_a_side


def first_two_atom(text: str) -> Callable[[Callable[[Card, Card], bool]], FaceQuestion]:
    words = worded(text)
    return lambda test: FaceQuestion(words, lambda title, side: FirstTwoAtom(title, test, side))


def three_card_atom(text: str) -> Callable[[Callable[[Card, Card, Card], bool]], FaceQuestion]:
    words = worded(text)
    return lambda test: FaceQuestion(words, lambda title, side: ThreeCardAtom(title, test, side))
