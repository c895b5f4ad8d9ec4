"""The casino floor's two tables: with commission, and without but half on Banker's win with 6."""

from dataclasses import replace

from punto.books.standard_bets import (
    BANKER_BET,
    BANKER_HALF_ON_SIX,
    BANKER_PAIR,
    PLAYER_BET,
    PLAYER_PAIR,
    TIE_BET,
    TWELVE_OR_TWENTY_ON_SIX,
)
from punto.rules.bet import Bet
from punto.rules.cards import EIGHT_DECKS
from punto.rules.drawing import PUNTO_BANCO_DRAWING
from punto.rules.hand import BANKER
from punto.rules.rulebook import RuleBook
from punto.rules.scoring import UNITS_DIGIT

FORTUNE_SIX = Bet("fortune-six", "Fortune 6", TWELVE_OR_TWENTY_ON_SIX)

NO_COMMISSION_BANKER = Bet("banker", "Banker", BANKER_HALF_ON_SIX, backs=BANKER)

SEVEN_LUCK = RuleBook(
    id="seven-luck",
    title="Casino floor baccarat",
    source="Seven Luck Casino, Game Manual: Baccarat",
    deck=EIGHT_DECKS,
    scoring=UNITS_DIGIT,
    drawing=PUNTO_BANCO_DRAWING,
    bets=(PLAYER_BET, BANKER_BET, TIE_BET, PLAYER_PAIR, BANKER_PAIR, FORTUNE_SIX),
)

NO_COMMISSION = replace(
    SEVEN_LUCK,
    id="seven-luck-no-commission",
    title="Casino floor baccarat, no commission",
    bets=(PLAYER_BET, NO_COMMISSION_BANKER, TIE_BET, PLAYER_PAIR, BANKER_PAIR, FORTUNE_SIX),
)
