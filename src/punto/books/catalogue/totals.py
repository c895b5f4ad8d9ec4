"""Bets on totals: both together (Quik), tied on one number (Egalité), even and odd."""

from punto.books.catalogue.entry import WIZARD, WIZARD_COPY, Entry
from punto.rules.bet import Bet, Line
from punto.rules.conditions import hands_tie, player_total_is, total_is, totals_together_are
from punto.rules.hand import Side
from punto.rules.money import Odds
from punto.rules.questions import any_of

_quik_even_money = any_of(map(totals_together_are, (1, 2, 3, 15, 16, 17)))

QUIK = Entry(
    Bet(
        "quik",
        "Quik",
        (
            Line(totals_together_are(0), Odds(50)),
            Line(totals_together_are(18), Odds(25)),
            Line(_quik_even_money.called("both totals together are 1, 2, 3, 15, 16 or 17"), Odds(1)),
        ),
    ),
    WIZARD,
    "8.1550",
)


def _tie_on(total: int, pays: int, edge: str) -> Entry:
    line = Line((hands_tie & player_total_is(total)).called(f"the hands tie on {total}"), Odds(pays))
    return Entry(Bet(f"egalite-{total}", f"Tie on {total}", (line,)), WIZARD_COPY, edge)


EGALITE = (
    _tie_on(0, 150, "12.4527"),
    _tie_on(1, 215, "11.4150"),
    _tie_on(2, 225, "9.5412"),
    _tie_on(3, 200, "10.5243"),
    _tie_on(4, 120, "12.1401"),
    _tie_on(5, 110, "11.8732"),
    _tie_on(6, 45, "11.4952"),
    _tie_on(7, 45, "6.3899"),
    _tie_on(8, 80, "11.0669"),
    _tie_on(9, 80, "10.6348"),
)


def _even_or_odd(side: Side, word: str, pays: str, edge: str) -> Entry:
    totals = range(0, 10, 2) if word == "even" else range(1, 10, 2)
    line = Line(any_of(total_is(side, total) for total in totals).called(f"{side.label}'s total is {word}"), Odds(pays))
    return Entry(Bet(f"{side.value}-{word}", f"{side.label} {word.title()}", (line,)), WIZARD_COPY, edge)


EVEN_AND_ODD = (
    _even_or_odd(Side.PLAYER, "even", "0.86", "5.3109"),
    _even_or_odd(Side.PLAYER, "odd", "0.9", "6.7254"),
    _even_or_odd(Side.BANKER, "even", "0.86", "6.9317"),
    _even_or_odd(Side.BANKER, "odd", "0.86", "7.07"),
)

TOTALS = (QUIK, *EGALITE, *EVEN_AND_ODD)
