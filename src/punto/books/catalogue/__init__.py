"""Bets that casinos deal, ready to stand on any table of the same cards. One family, one file.

Each entry is a bet with its source and the edge that is published for it. `CATALOGUE` has them in the order in which
they stand on a felt. `games` has whole books of them, `add_bets` puts any of them into another book.
"""

from punto.books.catalogue.cards_dealt import CARDS_DEALT
from punto.books.catalogue.colours import COLOURS
from punto.books.catalogue.dai_bacc import DAI_BACC
from punto.books.catalogue.dragon_bonus import DRAGON_BONUS
from punto.books.catalogue.dragon_panda import DRAGON_PANDA
from punto.books.catalogue.entry import Entry
from punto.books.catalogue.first_cards import FIRST_CARDS
from punto.books.catalogue.golden_frog import GOLDEN_FROG
from punto.books.catalogue.lucky_8 import LUCKY_8
from punto.books.catalogue.lucky_nines import LUCKY_NINES
from punto.books.catalogue.main_bets import MAIN_BETS
from punto.books.catalogue.naturals import NATURALS
from punto.books.catalogue.tiger import TIGER
from punto.books.catalogue.totals import TOTALS
from punto.books.catalogue.treasures import TREASURES

CATALOGUE: tuple[Entry, ...] = (
    *MAIN_BETS,
    *DRAGON_PANDA,
    *TREASURES,
    *TIGER,
    *DAI_BACC,
    *GOLDEN_FROG,
    *NATURALS,
    *TOTALS,
    *CARDS_DEALT,
    *DRAGON_BONUS,
    *FIRST_CARDS,
    *LUCKY_NINES,
    *COLOURS,
    *LUCKY_8,
)

__all__ = ["CATALOGUE", "Entry"]
