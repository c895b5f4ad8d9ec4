"""Baccarat with 55 cards of five colours, of which the white ones count below zero.

The document names the four side bets after the cards of the winning hand, 2 or 3, and the sign of its total; it
prints odds as stake : win.
"""

from punto.books.standard_bets import BANKER_BET, TIE_BET
from punto.rules.bet import Bet, Line
from punto.rules.cards import EIGHT_COLOUR_DECKS
from punto.rules.conditions import hands_tie, negative_win_with, player_wins, player_wins_with_six, positive_win_with
from punto.rules.drawing import MULTICOLOR_DRAWING
from punto.rules.hand import PLAYER
from punto.rules.money import PUSH, Odds
from punto.rules.rulebook import RuleBook
from punto.rules.scoring import NEGATIVE_BEATS_POSITIVE
from punto.rules.shoe import NO_BURN

MULTICOLOR = RuleBook(
    id="multicolor",
    title="Multicolor Baccarat",
    source="Multicolor Baccarat, the rules page of an online table",
    deck=EIGHT_COLOUR_DECKS,
    scoring=NEGATIVE_BEATS_POSITIVE,
    drawing=MULTICOLOR_DRAWING,
    burn=NO_BURN,
    bets=(
        Bet(
            "player",
            "Player",
            (
                Line(hands_tie, PUSH),
                Line(player_wins_with_six, Odds("0.5")),  # must stand above player_wins
                Line(player_wins, Odds(1)),
            ),
            backs=PLAYER,
        ),
        BANKER_BET,
        TIE_BET,
        Bet("plus-2", "+2 cards", (Line(positive_win_with(2), Odds("1.5")),)),
        Bet("plus-3", "+3 cards", (Line(positive_win_with(3), Odds(3)),)),
        Bet("minus-2", "−2 cards", (Line(negative_win_with(2), Odds("1.5")),)),
        Bet("minus-3", "−3 cards", (Line(negative_win_with(3), Odds(5)),)),
    ),
)
