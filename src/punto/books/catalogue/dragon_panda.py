"""EZ Baccarat's two bets: the Dragon, which Banker's own bet pushes, and the Panda."""

from punto.books.catalogue.entry import EIGHT_EIGHT_EIGHT, WIZARD, Entry
from punto.rules.bet import Bet, Line
from punto.rules.conditions import (
    banker_wins_with_three_card_seven,
    player_took_a_third_card,
    player_total_is,
    player_wins,
)
from punto.rules.money import Odds

dragon = banker_wins_with_three_card_seven
panda = player_wins & player_total_is(8) & player_took_a_third_card

DRAGON_PANDA = (
    Entry(Bet("dragon-7", "Dragon 7", (Line(dragon, Odds(40)),)), WIZARD, "7.6113"),
    Entry(Bet("panda-8", "Panda 8", (Line(panda, Odds(25)),)), f"{WIZARD}; {EIGHT_EIGHT_EIGHT}", "10.1876"),
)
