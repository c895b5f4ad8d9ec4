"""All Red and All Black: every card dealt, four to six, is of one colour.

The live studio in which they were seen changed their pays with the cards left; a bet here has fixed ones, which are
ours. Both colours are equally likely, so they pay the same.
"""

from punto.books.catalogue.entry import COUNTED_ELSEWHERE, WIZARD_COPY, Entry
from punto.rules.bet import Bet, Line
from punto.rules.conditions import all_dealt_are
from punto.rules.money import Odds

SOURCE = f"described by {WIZARD_COPY}; pays ours, edge {COUNTED_ELSEWHERE}"

COLOURS = tuple(
    Entry(Bet(f"all-{colour}", f"All {colour.title()}", (Line(all_dealt_are(colour), Odds(24)),)), SOURCE, "6.5241")
    for colour in ("red", "black")
)
