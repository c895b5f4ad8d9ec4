"""The rule book: a deck, a scoring, a drawing rule and bets, as one value that checks itself.

Everything that differs between two games of baccarat stands in such a value and nowhere else.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from types import NoneType
from typing import NamedTuple

from punto.rules.bet import Bet, Line, Place
from punto.rules.cards import Card, Deck
from punto.rules.coup import CARDS_AT_MOST, Coup, Dealing, ImpossibleCoup, Struck
from punto.rules.drawing import DrawingRule
from punto.rules.hand import Side
from punto.rules.invalid_input import InvalidInput, shortened
from punto.rules.money import LOSS, PUSH, Odds, exact_odds
from punto.rules.questions import Condition, why_no_condition
from punto.rules.scoring import Scoring
from punto.rules.shoe import BURN_TEN_FOR_A_TEN, BurnRule
from punto.rules.storm import Storm, StruckAtom

ID = re.compile(r"[a-z][a-z0-9]*([-_][a-z0-9]+)*")
ADDED = "+"  # in the id of a book with added bets: `sa+dragon-7`
BOOK_ID = re.compile(rf"{ID.pattern}(\+{ID.pattern})*")
CARD_TEXT = re.compile(r"\w+")
ODDS_MAX = 1_000_000
NO_FEE = Odds(0)
FLOAT_DENOMINATOR = 2**20
COMMA = {
    name: f"; write {name}=({kind}(…),), with a comma after each" for name, kind in (("bets", "Bet"), ("modes", "Mode"))
}
TYPE_OF_FIELD: dict[str, type | tuple[type, ...]] = {
    "id": str,
    "title": str,
    "source": str,
    "deck": Deck,
    "scoring": Scoring,
    "drawing": DrawingRule,
    "burn": BurnRule,
    "bets": tuple,
    "modes": tuple,
    "is_squeezed": bool,
    "storm": (Storm, NoneType),
}


class InvalidRuleBook(InvalidInput):
    """A book that contradicts itself, and where that may have been written, the best place first."""

    def __init__(self, text: str, *places: Place | None) -> None:
        super().__init__(text)
        self.places = [place for place in places if place]


class Problem(NamedTuple):
    text: str
    places: tuple[Place | None, ...] = ()


class UnknownBet(InvalidInput):
    """A bet that the book does not have."""


@dataclass(frozen=True)
class Mode:
    """A way of playing that a patron chooses. It only says which bets do not stand on the felt."""

    id: str
    title: str
    leaves_out: tuple[str, ...]


@dataclass(frozen=True)
class RuleBook:
    id: str
    title: str
    source: str
    deck: Deck
    scoring: Scoring
    drawing: DrawingRule
    bets: tuple[Bet, ...]
    burn: BurnRule = BURN_TEN_FOR_A_TEN
    modes: tuple[Mode, ...] = ()
    is_squeezed: bool = False  # its document has patrons open the cards; a table may say otherwise
    storm: Storm | None = None  # strikes cards before each coup

    def __post_init__(self) -> None:
        for problem in self._problems():
            raise InvalidRuleBook(f"book {self.id!r}: {problem.text}", *problem.places)

    def bet(self, bet_id: str) -> Bet:
        try:
            return self._bet_by_id[bet_id]
        except KeyError:
            raise UnknownBet(f"book {self.id!r} has no bet {shortened(bet_id)}") from None

    def bets_in(self, mode: Mode) -> tuple[Bet, ...]:
        return tuple(bet for bet in self.bets if bet.id not in mode.leaves_out)

    def came_out(self, coup: Coup) -> tuple[str, ...]:
        """Every bet that wins, whether anybody has backed it or not."""
        return tuple(bet.id for bet in self.bets if bet.odds(coup) > PUSH)

    def fee_of(self, bet_id: str) -> Odds:
        """The part of a stake that pays for the storm: of bets that it multiplies, nothing of others."""
        return self._fees.get(bet_id, NO_FEE)

    @cached_property
    def _fees(self) -> dict[str, Odds]:
        if self.storm is None:
            return {}
        return {bet.id: self.storm.fee for bet in self.bets if any(isinstance(atom, StruckAtom) for atom in bet.atoms)}

    @cached_property
    def dealing(self) -> Dealing:
        return Dealing(self.scoring, self.drawing)

    def parse_struck(self, text: str) -> Struck:
        """What a storm has struck: `4hx3 Kdx8`."""
        if self.storm is None:
            raise ImpossibleCoup(f"book {self.id!r} has no storm, and {shortened(text.strip())} would be struck cards")
        return self.storm.parse(text)

    def parse_coup(self, text: str) -> Coup:
        """A finished coup, `player / banker`, cards in the order dealt: `4h 2d / 4c Td 3s`. Where the book has a storm,
        struck cards follow: `… ! 4hx3 Kdx8`."""
        text, mark, struck = text.partition("!")
        player, slash, banker = text.partition("/")
        if not slash or "/" in banker:
            raise ImpossibleCoup(f"{shortened(text.strip())} is not a round: player's cards / banker's cards")
        hands = self.deck.parse(player), self.deck.parse(banker)
        self.deck.without(hands[0] + hands[1])  # refuses more of a face than the deck holds
        coup = self.dealing.coup_of(*hands)
        return replace(coup, struck=self.parse_struck(struck)) if mark else coup

    @cached_property
    def _bet_by_id(self) -> dict[str, Bet]:
        return {bet.id: bet for bet in self.bets}

    def _problems(self) -> Iterator[Problem]:
        """What is wrong with the book, the gravest first."""
        yield from self._problems_of_types()
        if not BOOK_ID.fullmatch(self.id):
            yield Problem(_no_id(self.id))
        yield from (Problem(_no_id(bet.id), (bet.written_at,)) for bet in self.bets if not ID.fullmatch(bet.id))
        yield from (Problem(_no_id(mode.id)) for mode in self.modes if not ID.fullmatch(mode.id))
        yield from (Problem(f"bet {name!r} stands here twice") for name in _twice(bet.id for bet in self.bets))
        yield from (Problem(f"mode {name!r} stands here twice") for name in _twice(mode.id for mode in self.modes))
        if not self.bets:
            yield Problem("it has no bets")
        yield from self._problems_of_titles()
        yield from map(Problem, self._problems_of_deck())
        for bet in self.bets:
            yield from (Problem(f"bet {bet.id!r} {problem}", (bet.written_at,)) for problem in _problems_of_bet(bet))
            yield from _problems_of_storm(bet, self.storm)
        if self.storm and self.storm.faces != self.deck.faces:
            yield Problem("its storm strikes other cards than the deck has")
        for mode in self.modes:
            strangers = [left for left in mode.leaves_out if left not in self._bet_by_id]
            yield from (Problem(f"mode {mode.id!r} leaves out {left!r}, which is no bet of it") for left in strangers)

    def _problems_of_titles(self) -> Iterator[Problem]:
        if not self.title.strip():
            yield Problem("it has no title")
        yield from (Problem(f"mode {mode.id!r} has no title") for mode in self.modes if not mode.title.strip())
        named: dict[str, Bet] = {}
        for bet in self.bets:
            if not bet.title.strip():
                yield Problem(f"bet {bet.id!r} has no title", (bet.written_at,))
            if (other := named.setdefault(bet.title, bet)) is not bet:
                yield Problem(f"bets {other.id!r} and {bet.id!r} have one title, {bet.title!r}", (bet.written_at,))

    def _problems_of_types(self) -> Iterator[Problem]:
        """A book is written by hand, and Python lets anything pass."""
        for name, kind in TYPE_OF_FIELD.items():
            if not isinstance(getattr(self, name), kind):
                called = name.title() if isinstance(kind, tuple) else kind.__name__
                hint = COMMA.get(name, "")
                yield Problem(f"its {name} is {shortened(str(getattr(self, name)))}, not a {called}{hint}")
        for bet in self.bets:
            if not _is_a(bet, Bet):
                yield Problem(f"{shortened(str(bet))} stands among its bets")
            yield from _problems_of_lines(bet)
        for mode in self.modes:
            if not _is_a(mode, Mode):
                yield Problem(f"{shortened(str(mode))} stands among its modes")
            if not _is_a(mode.leaves_out, tuple):
                left = f"mode {mode.id!r} leaves out {shortened(str(mode.leaves_out))}, which is not a tuple"
                yield Problem(f"{left}; write ('tie',), with a comma after each")

    def _problems_of_deck(self) -> Iterator[str]:
        for card in self.deck.faces:
            if not (_is_a(card, Card) and _is_a(card.points, int) and CARD_TEXT.fullmatch(str(card))):
                yield f"its deck has a face {shortened(str(card))}, which is no card with whole points and a plain text"
        if not _is_a(self.deck.copies, int):
            yield f"its deck has {self.deck.copies} copies"
        if self.deck.size < CARDS_AT_MOST:
            yield f"its deck has {self.deck.size} cards, and one round can take {CARDS_AT_MOST}"
        yield from (f"its deck lists {text} twice" for text in _twice(map(str, self.deck.faces)))
        if strange := {card.points for card in self.deck.faces} - self.drawing.points:
            yield f"its drawing rule does not know cards that count {min(strange)}"


def _problems_of_lines(bet: Bet) -> Iterator[Problem]:
    yield from (Problem(f"bet {bet.id!r} {problem}", (bet.written_at,)) for problem in _problems_of_fields(bet))
    for line in bet.lines:
        if not _is_a(line, Line):
            yield Problem(f"bet {bet.id!r} has a line that is none: {shortened(str(line))}", (bet.written_at,))
        places = line.written_at, bet.written_at
        yield from (Problem(f"bet {bet.id!r} {problem}", places) for problem in _problems_of_line(line))


def _problems_of_fields(bet: Bet) -> Iterator[str]:
    if not (_is_a(bet.id, str) and _is_a(bet.title, str)):
        yield "needs an id and a title, which are texts"
    if not _is_a(bet.lines, tuple):
        yield f"has {shortened(str(bet.lines))} for lines; write (Line(…),), with a comma after each"
    last = bet.last_coup_offered
    if last is not None and (not _is_a(last, int) or _is_a(last, bool)):
        yield f"closes after round {last!r}; write a whole number, as in last_coup_offered=30"
    if bet.backs is not None and not _is_a(bet.backs, Side):
        yield f"backs {bet.backs!r}; write backs=PLAYER or backs=BANKER"


def _problems_of_line(line: Line) -> Iterator[str]:
    if _is_a(line.pays, Condition) and not _is_a(line.when, Condition):
        yield "has a line with its odds first; write Line(hands_tie, Odds(8)), with the condition first"
    if why := why_no_condition(line.when):
        yield f"has a line without a condition: {why}"
    for what, odds in (("pays", line.pays), ("keeps a commission of", line.commission)):
        if _is_a(odds, int):
            yield f"{what} {odds}, a bare number; write Odds({odds})"
        if not _is_a(odds, Fraction) or _was_a_float(odds):
            yield f"{what} {_as_number(odds)}, which is not exact; write {exact_odds(odds)}"
    if line.commission < 0:
        yield f"keeps a commission of {line.commission}, which is below zero"
    if line.pays > ODDS_MAX:
        yield f"pays more than {ODDS_MAX:,} to 1"


def _was_a_float(odds: Fraction) -> bool:
    """A fraction made of 0.95 has this denominator, a power of two that nobody prints on a pay table."""
    return odds.denominator > FLOAT_DENOMINATOR and odds.denominator & (odds.denominator - 1) == 0


def _as_number(odds: object) -> object:
    return float(odds) if isinstance(odds, Fraction) else odds


def _is_a(value: object, kind: type) -> bool:
    return isinstance(value, kind)


def _problems_of_bet(bet: Bet) -> Iterator[str]:
    if not bet.lines:
        yield "has no line, so it could only lose"
    if any(line.pays <= LOSS for line in bet.lines):
        yield "has a line that pays −1 or less; a loss is what no line catches"
    if all(line.pays <= PUSH for line in bet.lines):
        yield "has no line that wins: all it could do is return the stake"
    if bet.last_coup_offered is not None and bet.last_coup_offered < 1:
        yield "closes before the first round"


def _problems_of_storm(bet: Bet, storm: Storm | None) -> Iterator[Problem]:
    """A storm multiplies what is left of a stake after its fee, so its lines belong together."""
    struck = [line for line in bet.lines if any(isinstance(atom, StruckAtom) for atom in line.when.atoms)]
    if storm is None or any(isinstance(atom, StruckAtom) and atom.storm != storm for atom in bet.atoms):
        if struck:
            yield Problem(f"bet {bet.id!r} asks for a storm that is not the book's", (bet.written_at,))
        return
    others = [line for line in bet.lines if line not in struck]
    multiplied = [each for line in others for each in storm.multiplied(line)] if struck else []
    for line in struck:
        if line not in multiplied:
            pays = f"bet {bet.id!r} pays {line.pays} where {line.when.words!r}, which no odds come to after the fee"
            text = f"{pays}; write *storm.lines(player_wins, Odds(1)) for this line and those with it"
            yield Problem(text, (line.written_at, bet.written_at))


def _no_id(name: str) -> str:
    return f"{name!r} is not an id: a small letter first, then small letters, digits, - and _"


def _twice(names: Iterable[str]) -> list[str]:
    return sorted(name for name, count in Counter(names).items() if count > 1)
