"""The Dragon Bonus, open in every round; two books sell it for part of a shoe as Player and Banker Bonus."""

from dataclasses import replace

from punto.books.catalogue.entry import WIZARD, Entry
from punto.books.standard_bets import bonus_bet
from punto.rules.bet import Bet
from punto.rules.hand import BANKER, PLAYER, Side


def _dragon_bonus(side: Side) -> Bet:
    return replace(bonus_bet(side), id=f"dragon-bonus-{side.value}", title=f"Dragon Bonus, {side.label}")


DRAGON_BONUS = (Entry(_dragon_bonus(PLAYER), WIZARD, "2.6517"), Entry(_dragon_bonus(BANKER), WIZARD, "9.3731"))
