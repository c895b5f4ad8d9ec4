"""One coup and what each bet pays. These are the words in which a rule book is written; import them from here.

A word's file is loaded when the word is first used: a store needs amounts, but no cards.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from punto.rules.bet import Bet, Line
    from punto.rules.cards import EIGHT_COLOUR_DECKS, EIGHT_DECKS, Card, Deck, five_colour_deck, french_deck
    from punto.rules.conditions import (
        all_dealt_are,
        all_dealt_are_suited,
        banker_has_two_cards,
        banker_natural,
        banker_took_a_third_card,
        banker_total_is,
        banker_wins,
        cards_dealt_are,
        colour_of,
        dealt_of_rank_are,
        either_pair,
        hands_tie,
        margin_is,
        natural,
        pair,
        player_has_two_cards,
        player_natural,
        player_took_a_third_card,
        player_total_is,
        player_wins,
        rank_of,
        straight_flush,
        suit_of,
        suited_pair,
        wins,
    )
    from punto.rules.count_atoms import dealt_atom, first_four_atom
    from punto.rules.coup import Coup, Result
    from punto.rules.drawing import MULTICOLOR_DRAWING, PUNTO_BANCO_DRAWING, DrawingRule, Showing, drawing_rule
    from punto.rules.hand import BANKER, PLAYER, Side
    from punto.rules.mode import Mode
    from punto.rules.money import PUSH, Odds
    from punto.rules.questions import any_of, first_two_atom, result_atom, three_card_atom
    from punto.rules.rulebook import RuleBook
    from punto.rules.scoring import NEGATIVE_BEATS_POSITIVE, UNITS_DIGIT, Scoring
    from punto.rules.shoe import BURN_NOTHING_FOR_A_TEN, BURN_TEN_FOR_A_TEN, NO_BURN, BurnRule
    from punto.rules.storm import Storm, Weighted

__all__ = [
    "BANKER",
    "BURN_NOTHING_FOR_A_TEN",
    "BURN_TEN_FOR_A_TEN",
    "EIGHT_COLOUR_DECKS",
    "EIGHT_DECKS",
    "MULTICOLOR_DRAWING",
    "NEGATIVE_BEATS_POSITIVE",
    "NO_BURN",
    "PLAYER",
    "PUNTO_BANCO_DRAWING",
    "PUSH",
    "UNITS_DIGIT",
    "Bet",
    "BurnRule",
    "Card",
    "Coup",
    "Deck",
    "DrawingRule",
    "Line",
    "Mode",
    "Odds",
    "Result",
    "RuleBook",
    "Scoring",
    "Showing",
    "Side",
    "Storm",
    "Weighted",
    "all_dealt_are",
    "all_dealt_are_suited",
    "any_of",
    "banker_has_two_cards",
    "banker_natural",
    "banker_took_a_third_card",
    "banker_total_is",
    "banker_wins",
    "cards_dealt_are",
    "colour_of",
    "dealt_atom",
    "dealt_of_rank_are",
    "drawing_rule",
    "either_pair",
    "first_four_atom",
    "first_two_atom",
    "five_colour_deck",
    "french_deck",
    "hands_tie",
    "margin_is",
    "natural",
    "pair",
    "player_has_two_cards",
    "player_natural",
    "player_took_a_third_card",
    "player_total_is",
    "player_wins",
    "rank_of",
    "result_atom",
    "straight_flush",
    "suit_of",
    "suited_pair",
    "three_card_atom",
    "wins",
]

FILES = (
    "bet",
    "cards",
    "conditions",
    "count_atoms",
    "coup",
    "drawing",
    "hand",
    "money",
    "questions",
    "rulebook",
    "scoring",
    "shoe",
    "storm",
)


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    every = (vars(import_module(f"{__name__}.{file}")) for file in FILES)
    return next(found[name] for found in every if name in found)
