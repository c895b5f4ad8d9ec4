"""The five bets of 5 Treasures. Fortune 7 and Golden 8 are the Dragon and the Panda by other names."""

from punto.books.catalogue.dragon_panda import dragon, panda
from punto.books.catalogue.entry import COUNTED_ELSEWHERE, WIZARD, Entry
from punto.rules.bet import Bet, Line
from punto.rules.conditions import (
    banker_has_two_cards,
    banker_took_a_third_card,
    banker_total_is,
    player_has_two_cards,
    player_took_a_third_card,
    player_total_is,
)
from punto.rules.money import Odds

_players_nine = player_total_is(9) & player_took_a_third_card
_bankers_nine = banker_total_is(9) & banker_took_a_third_card
_both_nine = (_players_nine & _bankers_nine).called("both sides have a three-card 9")
_one_nine = (_players_nine | _bankers_nine).called("one side has a three-card 9")
_sevens = player_total_is(7) & banker_total_is(7)
_both_three_card_seven = (_sevens & player_took_a_third_card & banker_took_a_third_card).called(
    "both sides have a three-card 7"
)
_both_two_card_seven = (_sevens & player_has_two_cards & banker_has_two_cards).called("both sides have a two-card 7")
_any_treasure = dragon | panda | _one_nine | _both_three_card_seven | _both_two_card_seven

TREASURES = (
    Entry(Bet("fortune-7", "Fortune 7", (Line(dragon, Odds(40)),)), WIZARD, "7.6113"),
    Entry(Bet("golden-8", "Golden 8", (Line(panda, Odds(25)),)), WIZARD, "10.1876"),
    Entry(
        Bet("heavenly-9", "Heavenly 9", (Line(_both_nine, Odds(75)), Line(_one_nine, Odds(10)))),
        f"pays {WIZARD}; edge {COUNTED_ELSEWHERE}",
        "9.3105",
    ),
    Entry(
        Bet(
            "blazing-7s",
            "Blazing 7s",
            (Line(_both_three_card_seven, Odds(200)), Line(_both_two_card_seven, Odds(50))),
        ),
        f"pays {WIZARD}; edge {COUNTED_ELSEWHERE}",
        "7.7797",
    ),
    Entry(
        Bet("cover-all", "Cover All", (Line(_any_treasure, Odds(6)),)),
        f"pays {WIZARD}; edge {COUNTED_ELSEWHERE}",
        "2.9664",
    ),
)
