"""What the catalogue knows of a bet beside the bet itself."""

from dataclasses import dataclass

from punto.rules.bet import Bet

WIZARD = "Wizard of Odds"
WIZARD_COPY = "copies of Wizard of Odds"
ADVANTAGE_PLAY = "Advanced Advantage Play"
EIGHT_EIGHT_EIGHT = "888's guide to baccarat"
COUNTED_ELSEWHERE = "an independent count"  # of ours, by another program than this one


@dataclass(frozen=True)
class Entry:
    """A bet as casinos deal it."""

    bet: Bet
    source: str  # who prints these pays, and the edge where there is one
    edge: str | None = None  # in percent as printed, for eight decks; None: nobody has published it
    correction: str = ""  # what is wrong with a published edge that no count confirms
