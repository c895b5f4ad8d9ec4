"""What a designer should hear about beside the figures asked for."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

from punto.analysis.odds.write_odds import percent_text

if TYPE_CHECKING:  # counting loads NumPy
    from punto.analysis.odds.bet_odds import BetOdds


def warn_of_losing_bets(counted: Iterable[BetOdds]) -> None:
    """Allowed, since a house may want one; but nobody should find out from the till."""
    for odds in counted:
        if odds.rtp > 1 and sys.stderr is not None:
            returned = percent_text(odds.rtp)
            sys.stderr.write(f"punto: warning: bet {odds.bet.id!r} returns {returned}: the house loses on it\n")
