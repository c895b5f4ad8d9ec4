"""Storm, a game of our own: when betting closes, four to six cards are struck, and whoever wins with one wins more.

A fifth of a stake on Player or Banker is the fee of the storm. The rest plays: if the side wins, it wins its odds times
the best multiplier among the side's first two cards. A tie returns the whole stake. The other bets have no fee and are
not multiplied; Tie and the pairs pay one more than elsewhere, so that every bet of the game returns 95 % or more.
"""

from punto.books.standard_bets import FIVE_PERCENT
from punto.rules.bet import Bet, Line
from punto.rules.cards import EIGHT_DECKS
from punto.rules.conditions import banker_wins, hands_tie, pair, player_wins
from punto.rules.drawing import PUNTO_BANCO_DRAWING
from punto.rules.hand import BANKER, PLAYER, Side
from punto.rules.money import PUSH, Odds
from punto.rules.rulebook import RuleBook
from punto.rules.scoring import UNITS_DIGIT
from punto.rules.storm import Storm, Weighted

FOUR_TO_SIX_CARDS = Storm(
    faces=EIGHT_DECKS.faces,
    cards=Weighted(((4, 1), (5, 2), (6, 1))),
    multipliers=Weighted(((2, 4), (3, 3), (5, 2), (8, 1))),
    fee=Odds("0.2"),
)
PLAYER_LINES = FOUR_TO_SIX_CARDS.lines(player_wins, Odds(1))
BANKER_LINES = FOUR_TO_SIX_CARDS.lines(banker_wins, Odds("0.95"), FIVE_PERCENT)
TIE_RETURNS_ALL = Line(hands_tie, PUSH)


def _pair_bet(side: Side) -> Bet:
    return Bet(f"{side.value}-pair", f"{side.label} Pair", (Line(pair.of(side), Odds(12)),))


STORM = RuleBook(
    id="storm",
    title="Storm Baccarat",
    source="our own design",
    deck=EIGHT_DECKS,
    scoring=UNITS_DIGIT,
    drawing=PUNTO_BANCO_DRAWING,
    is_squeezed=True,
    storm=FOUR_TO_SIX_CARDS,
    bets=(
        Bet("player", "Player", (TIE_RETURNS_ALL, *PLAYER_LINES), backs=PLAYER),
        Bet("banker", "Banker", (TIE_RETURNS_ALL, *BANKER_LINES), backs=BANKER),
        Bet("tie", "Tie", (Line(hands_tie, Odds(9)),)),
        _pair_bet(PLAYER),
        _pair_bet(BANKER),
    ),
)
