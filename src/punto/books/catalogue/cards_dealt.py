"""Bets on how many cards are dealt."""

from punto.books.catalogue.entry import WIZARD_COPY, Entry
from punto.rules.bet import Bet, Line
from punto.rules.conditions import cards_dealt_are, took_a_third_card, wins
from punto.rules.hand import BANKER, PLAYER, Side
from punto.rules.money import Odds


def _three_card_win(side: Side, pays: int) -> Bet:
    line = Line(wins(side) & took_a_third_card(side), Odds(pays))
    return Bet(f"three-card-{side.value}", f"3-card {side.label}", (line,))


def _cards(count: int, pays: str) -> Bet:
    return Bet(f"cards-{count}", f"{count} cards", (Line(cards_dealt_are(count), Odds(pays)),))


_five_or_six = (cards_dealt_are(5) | cards_dealt_are(6)).called("5 or 6 cards are dealt in all")

CARDS_DEALT = (
    Entry(_three_card_win(PLAYER, 4), WIZARD_COPY, "5.6860"),
    Entry(_three_card_win(BANKER, 5), WIZARD_COPY, "8.3044"),
    Entry(_cards(4, "1.5"), WIZARD_COPY, "5.2829"),
    Entry(_cards(5, "2"), WIZARD_COPY, "8.9667"),
    Entry(_cards(6, "2"), WIZARD_COPY, "4.6938"),
    Entry(Bet("big-54", "Big, 0.54 to 1", (Line(_five_or_six, Odds("0.54")),)), "Vegas Freedom", "4.3457"),
)
