"""Lucky Nines: how many nines there are among both sides' first two cards, and whether they share a suit."""

from collections import Counter

from punto.books.catalogue.entry import WIZARD_COPY, Entry
from punto.rules.bet import Bet, Line
from punto.rules.cards import Card
from punto.rules.count_atoms import CountAtom, Kind, first_four_atom
from punto.rules.money import Odds

OTHERS = "not a nine"


def _suit_of_nine(card: Card) -> str:
    return card.suit if card.rank == "9" else OTHERS


def _nines(words: str, count: int, *, suited: bool) -> CountAtom:
    @first_four_atom(words, by=_suit_of_nine)
    def holds(first_four: Counter[Kind]) -> bool:
        suits = [number for kind, number in first_four.items() if kind != OTHERS]
        return max(suits, default=0) == count if suited else sum(suits) == count

    return holds


@first_four_atom("one nine, of diamonds", by=_suit_of_nine)
def _diamond(first_four: Counter[Kind]) -> bool:
    return first_four["d"] == 1 and first_four[OTHERS] == 3


_EVENTS = (  # the highest first: each leaves to the next what it does not catch
    _nines("four nines", 4, suited=False),
    _nines("three nines of one suit", 3, suited=True),
    _nines("three nines", 3, suited=False),
    _nines("two nines of one suit", 2, suited=True),
    _nines("two nines", 2, suited=False),
    _diamond,
    _nines("one nine", 1, suited=False),
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
