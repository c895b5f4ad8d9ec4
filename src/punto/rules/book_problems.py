"""What can be wrong with a rule book that somebody wrote by hand, each told with what to write instead."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from types import NoneType
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import category

from punto.rules.bet import Bet, Line, Place
from punto.rules.cards import Card, Deck
from punto.rules.coup import CARDS_AT_MOST
from punto.rules.drawing import DrawingRule
from punto.rules.hand import Side
from punto.rules.invalid_input import shortened
from punto.rules.mode import Mode
from punto.rules.money import LOSS, PUSH, exact_odds
from punto.rules.questions import SIDE, Condition, why_no_condition
from punto.rules.scoring import Scoring
from punto.rules.shoe import BurnRule
from punto.rules.storm import Storm, StruckAtom

if TYPE_CHECKING:
    from punto.rules.rulebook import RuleBook

ID = re.compile(r"[a-z][a-z0-9]*([-_][a-z0-9]+)*")
BOOK_ID = re.compile(rf"{ID.pattern}(\+{ID.pattern})*")
CARD_TEXT = re.compile(r"\w+")
ODDS_MAX = 1_000_000
FLOAT_DENOMINATOR = 2**20
HIDDEN = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))  # Unicode's categories
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


class Problem(NamedTuple):
    text: str
    places: tuple[Place | None, ...] = ()


def problems_of(book: "RuleBook") -> Iterator[Problem]:
    """What is wrong with the book, the gravest first."""
    yield from _problems_of_types(book)
    if not BOOK_ID.fullmatch(book.id):
        yield Problem(_no_id(book.id))
    yield from (Problem(_no_id(bet.id), (bet.written_at,)) for bet in book.bets if not ID.fullmatch(bet.id))
    yield from (Problem(_no_id(mode.id)) for mode in book.modes if not ID.fullmatch(mode.id))
    yield from (Problem(f"bet {name!r} stands here twice") for name in _twice(bet.id for bet in book.bets))
    yield from (Problem(f"mode {name!r} stands here twice") for name in _twice(mode.id for mode in book.modes))
    if not book.bets:
        yield Problem("it has no bets")
    yield from _problems_of_titles(book)
    yield from map(Problem, _problems_of_deck(book))
    for bet in book.bets:
        yield from (Problem(f"bet {bet.id!r} {problem}", (bet.written_at,)) for problem in _problems_of_bet(bet))
        yield from _problems_of_storm(bet, book.storm)
    if book.storm and book.storm.faces != book.deck.faces:
        yield Problem("its storm strikes other cards than the deck has")
    offered = {bet.id for bet in book.bets}
    for mode in book.modes:
        strangers = [left for left in mode.leaves_out if left not in offered]
        yield from (Problem(f"mode {mode.id!r} leaves out {left!r}, which is no bet of it") for left in strangers)


def _problems_of_titles(book: "RuleBook") -> Iterator[Problem]:
    if why := _why_unreadable(book.title):
        yield Problem(f"it has {why}")
    yield from (Problem(f"mode {mode.id!r} has {why}") for mode in book.modes if (why := _why_unreadable(mode.title)))
    named: dict[str, Bet] = {}
    for bet in book.bets:
        if why := _why_unreadable(bet.title):
            yield Problem(f"bet {bet.id!r} has {why}", (bet.written_at,))
        if (other := named.setdefault(bet.title, bet)) is not bet:
            yield Problem(f"bets {other.id!r} and {bet.id!r} have one title, {bet.title!r}", (bet.written_at,))


def _problems_of_types(book: "RuleBook") -> Iterator[Problem]:
    """A book is written by hand, and Python lets anything pass."""
    for name, kind in TYPE_OF_FIELD.items():
        if not isinstance(getattr(book, name), kind):
            called = name.title() if isinstance(kind, tuple) else kind.__name__
            hint = COMMA.get(name, "")
            yield Problem(f"its {name} is {shortened(str(getattr(book, name)))}, not a {called}{hint}")
    for bet in book.bets:
        if not _is_a(bet, Bet):
            yield Problem(f"{shortened(str(bet))} stands among its bets; write bets=(Bet(…), Bet(…))")
        yield from _problems_of_lines(bet)
    for mode in book.modes:
        if not _is_a(mode, Mode):
            yield Problem(f"{shortened(str(mode))} stands among its modes")
        if not _is_a(mode.leaves_out, tuple):
            left = f"mode {mode.id!r} leaves out {shortened(str(mode.leaves_out))}, which is not a tuple"
            yield Problem(f"{left}; write ('tie',), with a comma after each")


def _problems_of_deck(book: "RuleBook") -> Iterator[str]:
    for card in book.deck.faces:
        if not (_is_a(card, Card) and _is_a(card.points, int) and CARD_TEXT.fullmatch(str(card))):
            yield f"its deck has a face {shortened(str(card))}, which is no card with whole points and a plain text"
    if not _is_a(book.deck.copies, int):
        yield f"its deck has {book.deck.copies!r} copies; write a whole number, as in french_deck(8)"
    if book.deck.size < CARDS_AT_MOST:
        yield f"its deck has {book.deck.size} cards, and one round can take {CARDS_AT_MOST}"
    yield from (f"its deck lists {text} twice" for text in _twice(map(str, book.deck.faces)))
    if strange := {card.points for card in book.deck.faces} - book.drawing.points:
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
    elif why := _why_no_words(line.when.words):
        yield f"has a line whose condition {why}"
    for what, odds in (("pays", line.pays), ("keeps a commission of", line.commission)):
        if _is_a(odds, int):
            yield f"{what} {odds}, a bare number; write Odds({odds})"
        if not _is_a(odds, Fraction) or _was_a_float(odds):
            yield f"{what} {_as_number(odds)}, which is not exact; write {exact_odds(odds)}"
    if line.commission < 0:
        yield f"keeps a commission of {line.commission}, which is below zero"
    if line.pays > ODDS_MAX:
        yield f"pays more than {ODDS_MAX:,} to 1"


def _why_unreadable(title: str) -> str | None:
    """Titles and words stand in terminals, on felts and in documents."""
    if not title.strip():
        return "no title"
    if _has_hidden_characters(title):
        return f"a title with characters that do not show, {shortened(title)}; write plain text on one line"
    return None


def _why_no_words(words: str) -> str | None:
    if not words.strip():
        return 'has no words; write them, as in @result_atom("Banker wins")'
    if _has_hidden_characters(words):
        return f"has words with characters that do not show, {shortened(words)}; write plain text on one line"
    if SIDE in words:
        return f"is {shortened(words)}; {SIDE} belongs to @first_two_atom and @three_card_atom: write Player or Banker"
    return None


def _has_hidden_characters(text: str) -> bool:
    """Control and format characters, and ends of lines."""
    return any(category(each) in HIDDEN for each in text)


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
