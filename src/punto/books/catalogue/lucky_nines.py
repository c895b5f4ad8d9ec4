"""Lucky Nines: how many nines there are among both sides' first two cards, and whether they share a suit."""

from punto.books.catalogue.entry import WIZARD_COPY, Entry
from punto.rules.bet import Bet, Line
from punto.rules.cards import SUITS, Card
from punto.rules.hand import BANKER, PLAYER
from punto.rules.money import Odds
from punto.rules.questions import Condition, FaceQuestion, any_of, first_two_atom

NAME_OF_SUIT = dict(zip(SUITS, ("spades", "hearts", "diamonds", "clubs"), strict=True))


@first_two_atom("{side}'s first two cards have one nine")
def _one(first: Card, second: Card) -> bool:
    return (first.rank == "9") != (second.rank == "9")


@first_two_atom("{side}'s first two cards are nines")
def _two(first: Card, second: Card) -> bool:
    return first.rank == second.rank == "9"


def _one_of(suit: str) -> FaceQuestion:
    @first_two_atom(f"{{side}}'s first two cards have one nine, of {NAME_OF_SUIT[suit]}")
    def holds(first: Card, second: Card) -> bool:
        return [card.suit for card in (first, second) if card.rank == "9"] == [suit]

    return holds


def _two_of(suit: str) -> FaceQuestion:
    @first_two_atom(f"{{side}}'s first two cards are nines of {NAME_OF_SUIT[suit]}")
    def holds(first: Card, second: Card) -> bool:
        return first.rank == second.rank == "9" and first.suit == second.suit == suit

    return holds


def _three(one: FaceQuestion, two: FaceQuestion) -> Condition:
    return (one.of(PLAYER) & two.of(BANKER)) | (two.of(PLAYER) & one.of(BANKER))


def _pair(one: FaceQuestion, two: FaceQuestion) -> Condition:
    """Two, where three and four stand above it."""
    return two.of(PLAYER) | two.of(BANKER) | (one.of(PLAYER) & one.of(BANKER))


_of_suit = {suit: (_one_of(suit), _two_of(suit)) for suit in SUITS}
_diamond, _ = _of_suit["d"]

_EVENTS = (  # the highest first: each leaves to the next what it does not catch
    (_two.of(PLAYER) & _two.of(BANKER)).called("four nines"),
    any_of(_three(*nines) for nines in _of_suit.values()).called("three nines of one suit"),
    _three(_one, _two).called("three nines"),
    any_of(_pair(*nines) for nines in _of_suit.values()).called("two nines of one suit"),
    _pair(_one, _two).called("two nines"),
    (_diamond.of(PLAYER) | _diamond.of(BANKER)).called("one nine, of diamonds"),
    (_one.of(PLAYER) | _one.of(BANKER)).called("one nine"),
)


def _lucky_nines(bet_id: str, title: str, *pays: int) -> Bet:
    return Bet(bet_id, title, tuple(Line(event, Odds(each)) for event, each in zip(_EVENTS, pays, strict=True)))


LUCKY_NINES = (
    Entry(
        _lucky_nines("lucky-nines", "Lucky Nines", 500, 250, 20, 8, 5, 2, 1),
        WIZARD_COPY,
        "19.4605",
        correction="the printed table counts three nines of one suit for three suits only; for four it is 19.0583 %",
    ),
    Entry(_lucky_nines("lucky-nines-1000", "Lucky Nines, 1000 to 1", 1000, 500, 35, 16, 5, 2, 1), WIZARD_COPY, "8.27"),
)
