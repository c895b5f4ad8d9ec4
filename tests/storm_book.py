"""A game with a storm: when betting closes, four to six cards are struck, and whoever wins with one wins more.

A fifth of a stake on Player or Banker is the fee of the storm. The rest plays: if the side wins, it wins its odds times
the best multiplier among the side's first two cards. A tie returns the whole stake. The other bets have no fee and are
not multiplied.
"""

from punto.books.standard_bets import TIE_BET, pair_bet
from punto.rules.bet import Bet, Line
from punto.rules.cards import EIGHT_DECKS
from punto.rules.conditions import banker_wins, hands_tie, player_wins
from punto.rules.drawing import PUNTO_BANCO_DRAWING
from punto.rules.hand import BANKER, PLAYER
from punto.rules.money import PUSH, Odds
from punto.rules.rulebook import RuleBook
from punto.rules.scoring import UNITS_DIGIT
from punto.rules.storm import Storm, Weighted

FIVE_CARDS = Storm(
    faces=EIGHT_DECKS.faces,
    cards=Weighted(((4, 1), (5, 2), (6, 1))),
    multipliers=Weighted(((2, 4), (3, 3), (5, 2), (8, 1))),
    fee=Odds("0.2"),
)
TIE_RETURNS_ALL = Line(hands_tie, PUSH)

STORM = RuleBook(
    id="storm",
    title="Storm",
    source="our own design",
    deck=EIGHT_DECKS,
    scoring=UNITS_DIGIT,
    drawing=PUNTO_BANCO_DRAWING,
    bets=(
        Bet("player", "Player", (TIE_RETURNS_ALL, *FIVE_CARDS.lines(player_wins, Odds(1))), backs=PLAYER),
        Bet("banker", "Banker", (TIE_RETURNS_ALL, *FIVE_CARDS.lines(banker_wins, Odds("0.95"))), backs=BANKER),
        TIE_BET,
        pair_bet(PLAYER),
        pair_bet(BANKER),
    ),
    is_squeezed=True,
    storm=FIVE_CARDS,
)
