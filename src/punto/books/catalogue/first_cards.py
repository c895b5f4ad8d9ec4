"""Bets on the first cards: pairs as live studios sell them, and Perfect 9."""

from punto.books.catalogue.entry import WIZARD, WIZARD_COPY, Entry
from punto.rules.bet import Bet, Line
from punto.rules.cards import Card
from punto.rules.conditions import either_pair, either_suited_pair, suited_pair
from punto.rules.hand import BANKER, PLAYER
from punto.rules.money import Odds
from punto.rules.questions import first_two_atom

PAIRS = (
    Entry(Bet("either-pair", "Either Pair", (Line(either_pair, Odds(5)),)), "Baccarat-Wiki", "13.71"),
    Entry(
        Bet("perfect-pair-either", "Perfect Pair, either side", (Line(either_suited_pair, Odds(25)),)),
        WIZARD_COPY,
        "13.0294",
    ),
    Entry(
        Bet(
            "perfect-pair-250",
            "Perfect Pair, 250 for both",
            (
                Line(
                    (suited_pair.of(PLAYER) & suited_pair.of(BANKER)).called("both sides have a pair of one suit"),
                    Odds(250),
                ),
                Line(either_suited_pair.called("one side has a pair of one suit"), Odds(25)),
            ),
        ),
        WIZARD_COPY,
        "6.6235",
    ),
)


@first_two_atom("{side}'s first two cards are A-8, 2-7, 3-6 or 4-5 of one suit")
def _suited_nine(first: Card, second: Card) -> bool:
    return first.points + second.points == 9 and first.points * second.points > 0 and first.suit == second.suit


@first_two_atom("{side}'s first two cards are A-8, 2-7, 3-6 or 4-5")
def _nine_of_two(first: Card, second: Card) -> bool:
    return first.points + second.points == 9 and first.points * second.points > 0


@first_two_atom("{side}'s first two cards are a 9 and a card that counts 0")
def _nine_and_nothing(first: Card, second: Card) -> bool:
    return first.points + second.points == 9 and first.points * second.points == 0


PERFECT_NINE = Entry(
    Bet(
        "perfect-9",
        "Perfect 9",
        (
            Line(_suited_nine.of(PLAYER), Odds(20)),
            Line(_nine_of_two.of(PLAYER), Odds(10)),
            Line(_nine_and_nothing.of(PLAYER), Odds(5)),
        ),
    ),
    WIZARD,
    "7.4699",
)

FIRST_CARDS = (*PAIRS, PERFECT_NINE)
