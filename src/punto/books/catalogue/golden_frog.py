"""Golden Frog: one total beats another, whichever side has which."""

from punto.books.catalogue.entry import WIZARD_COPY, Entry
from punto.rules.bet import Bet, Line
from punto.rules.conditions import has_two_cards, took_a_third_card, total_is
from punto.rules.hand import Side
from punto.rules.money import Odds
from punto.rules.questions import Condition, any_of


def _beats(total: int, other: int) -> Condition:
    return any_of(total_is(side, total) & total_is(side.other, other) for side in Side)


def _two_card_beats(total: int, other: int) -> Condition:
    both = has_two_cards(Side.PLAYER) & has_two_cards(Side.BANKER)
    return (_beats(total, other) & both).called(f"a two-card {total} beats a two-card {other}")


def _three_card_beats(total: int, other: int) -> Condition:
    both = took_a_third_card(Side.PLAYER) & took_a_third_card(Side.BANKER)
    return (_beats(total, other) & both).called(f"a three-card {total} beats a three-card {other}")


GOLDEN_FROG = (
    Entry(
        Bet("eight-over-six", "8 over 6", (Line(_beats(8, 6).called("an 8 beats a 6"), Odds(25)),)),
        WIZARD_COPY,
        "21.7887",
    ),
    Entry(
        Bet("natural-nine-over-seven", "Natural 9 over 7", (Line(_two_card_beats(9, 7), Odds(50)),)),
        WIZARD_COPY,
        "8.1032",
    ),
    Entry(Bet("nine-over-one", "3-card 9 over 1", (Line(_three_card_beats(9, 1), Odds(150)),)), WIZARD_COPY, "13.8686"),
    Entry(
        Bet("nine-over-seven", "3-card 9 over 7", (Line(_three_card_beats(9, 7), Odds(200)),)), WIZARD_COPY, "11.8869"
    ),
)
