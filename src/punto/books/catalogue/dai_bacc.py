"""Dai Bacc's Ox and Kill. Its Tiger 7 is the Dragon."""

from punto.books.catalogue.dragon_panda import dragon
from punto.books.catalogue.entry import COUNTED_ELSEWHERE, EIGHT_EIGHT_EIGHT, WIZARD_COPY, Entry
from punto.rules.bet import Bet, Line
from punto.rules.conditions import (
    banker_took_a_third_card,
    banker_total_is,
    player_took_a_third_card,
    player_total_is,
    player_wins,
)
from punto.rules.money import Odds

_ox = player_total_is(6) & player_took_a_third_card
_tiger = banker_total_is(7) & banker_took_a_third_card
_kill = ((_ox & ~player_wins) | (_tiger & ~dragon)).called(
    "Player's three-card 6 or Banker's three-card 7 does not win"
)

DAI_BACC = (
    Entry(
        Bet("ox-6", "Ox 6", (Line(_ox & player_wins, Odds(40)),)),
        f"pays {EIGHT_EIGHT_EIGHT}; edge {COUNTED_ELSEWHERE}",
        "10.3376",
    ),
    Entry(Bet("kill", "Kill the Ox or the Tiger", (Line(_kill, Odds(30)),)), WIZARD_COPY, "13.7559"),
)
