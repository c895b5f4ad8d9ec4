"""The public names of `punto.analysis`: what is listed here keeps its meaning, as docs/analysis.md promises.

Everything else may move. Importing this loads NumPy and Numba.
"""

from punto.analysis.estimate import Estimate, Proportion
from punto.analysis.exposure.counting_tags import Tags, effects_of_removal, tags_of
from punto.analysis.exposure.exposure import BetExposure, Exposure, LinearCount, OwnCount, exposure, exposures
from punto.analysis.exposure.own_tags import parse_tags, tags_text
from punto.analysis.exposure.price_rounds import PricedShoe, price_rounds
from punto.analysis.exposure.procedure import Procedure
from punto.analysis.exposure.real_shoes import RealShoe, read_shoes
from punto.analysis.exposure.removal import Removal, removal
from punto.analysis.exposure.shoe_moments import Gain
from punto.analysis.exposure.walk_shoes import Walk, walk_shoes
from punto.analysis.odds.bet_odds import BetOdds, BookOdds, LineOdds
from punto.analysis.odds.book_count import BookCount, count_book
from punto.analysis.odds.comparison import Comparison, compare
from punto.analysis.odds.design import Design, design_bet
from punto.analysis.odds.house_edge import book_odds
from punto.analysis.odds.known_cards import KnownCards
from punto.analysis.odds.mix import MixOdds, mix_odds, parse_mix
from punto.analysis.odds.spread import Band, rtp_bands
from punto.analysis.outcomes.fingerprint import fingerprint
from punto.analysis.simulation.tables import compile_tables
from punto.analysis.solver.solver import Solver
from punto.analysis.staking.bankrolls import Bankrolls, bankrolls
from punto.analysis.staking.ruin import ruin_ever, ruin_within
from punto.analysis.staking.sessions import Session, Sessions, Terms
from punto.analysis.staking.strategy import Patron, Stake, Strategy, strategy
from punto.analysis.tabular import Tabular

__all__ = [
    "Band",
    "Bankrolls",
    "BetExposure",
    "BetOdds",
    "BookCount",
    "BookOdds",
    "Comparison",
    "Design",
    "Estimate",
    "Exposure",
    "Gain",
    "KnownCards",
    "LineOdds",
    "LinearCount",
    "MixOdds",
    "OwnCount",
    "Patron",
    "PricedShoe",
    "Procedure",
    "Proportion",
    "RealShoe",
    "Removal",
    "Session",
    "Sessions",
    "Solver",
    "Stake",
    "Strategy",
    "Tabular",
    "Tags",
    "Terms",
    "Walk",
    "bankrolls",
    "book_odds",
    "compare",
    "compile_tables",
    "count_book",
    "design_bet",
    "effects_of_removal",
    "exposure",
    "exposures",
    "fingerprint",
    "mix_odds",
    "parse_mix",
    "parse_tags",
    "price_rounds",
    "read_shoes",
    "removal",
    "rtp_bands",
    "ruin_ever",
    "ruin_within",
    "strategy",
    "tags_of",
    "tags_text",
    "walk_shoes",
]
