"""The electronic table's two pay tables. The second takes no commission but pushes Banker's three-card 7."""

from dataclasses import replace

from punto.books.standard_bets import BANKER_BET, BANKER_PAIR, PLAYER_BET, PLAYER_PAIR, TIE_BET
from punto.rules.bet import Bet, Line
from punto.rules.cards import EIGHT_DECKS
from punto.rules.conditions import banker_wins, banker_wins_with_three_card_seven, hands_tie
from punto.rules.drawing import PUNTO_BANCO_DRAWING
from punto.rules.hand import BANKER
from punto.rules.money import PUSH, Odds
from punto.rules.rulebook import RuleBook
from punto.rules.scoring import UNITS_DIGIT

INTERBLOCK = RuleBook(
    id="interblock",
    title="Baccarat",
    source="Interblock, Baccarat game description, version 2.3.1 of 1 March 2024",
    deck=EIGHT_DECKS,
    scoring=UNITS_DIGIT,
    drawing=PUNTO_BANCO_DRAWING,
    bets=(PLAYER_BET, BANKER_BET, TIE_BET, PLAYER_PAIR, BANKER_PAIR),
)

PUSH_SEVEN = replace(
    INTERBLOCK,
    id="interblock-push-seven",
    title="Baccarat, push on seven",
    bets=(
        PLAYER_BET,
        Bet(
            "banker",
            "Banker",
            (
                Line(hands_tie, PUSH),
                Line(banker_wins_with_three_card_seven, PUSH),  # must stand above banker_wins
                Line(banker_wins, Odds(1)),
            ),
            backs=BANKER,
        ),
        TIE_BET,
        PLAYER_PAIR,
        BANKER_PAIR,
    ),
)
