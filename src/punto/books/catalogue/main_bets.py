"""Banker in the ways it is sold without the usual five percent."""

from punto.books.catalogue.entry import COUNTED_ELSEWHERE, EIGHT_EIGHT_EIGHT, WIZARD, Entry
from punto.books.standard_bets import BANKER_HALF_ON_SIX
from punto.rules.bet import Bet, Line
from punto.rules.conditions import banker_wins, banker_wins_with_three_card_seven, hands_tie
from punto.rules.hand import BANKER
from punto.rules.money import PUSH, Odds

PUSHES_THE_DRAGON = (
    Line(hands_tie, PUSH),
    Line(banker_wins_with_three_card_seven, PUSH),  # must stand above banker_wins
    Line(banker_wins, Odds(1)),
)

MAIN_BETS = (
    Entry(
        Bet("banker-ez", "Banker, pushes a three-card 7", PUSHES_THE_DRAGON, backs=BANKER),
        f"{WIZARD}; {EIGHT_EIGHT_EIGHT}",
        "1.0183",
    ),
    Entry(
        Bet("banker-half-on-six", "Banker, half on 6", BANKER_HALF_ON_SIX, backs=BANKER), EIGHT_EIGHT_EIGHT, "1.4581"
    ),
    Entry(
        Bet(
            "banker-four-percent",
            "Banker, 4 % commission",
            (Line(hands_tie, PUSH), Line(banker_wins, Odds("0.96"), commission=Odds("0.04"))),
            backs=BANKER,
        ),
        COUNTED_ELSEWHERE,
        "0.5993",
    ),
)
