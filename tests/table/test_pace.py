"""How long a round lasts by the table's clock, as it was planned for each pace."""

import pytest

from punto.table.config import CLASSIC, QUICK, SQUEEZE_PACE, Pace
from punto.table.state import ShowingResult
from tests.table.playing import Game

SECOND = 1_000
NATURAL = "9h 4c Td 2d"
SIX_CARDS = "2h 3c 2d Td 3s 4h"


@pytest.mark.parametrize(
    ("pace", "betting", "hurry", "four_cards", "result"),
    [
        (QUICK, 12, 4, 1.6, 3),
        (CLASSIC, 18, 5, 2.6, 5),
        (SQUEEZE_PACE, 20, 5, 2.6, 5),
    ],
    ids=["quick", "classic", "squeeze"],
)
def test_each_part_of_a_round_has_its_planned_length(
    pace: Pace, betting: int, hurry: int, four_cards: float, result: int
) -> None:
    lengths = (pace.betting_ms, pace.hurry_ms, 4 * pace.card_ms, pace.result_ms)
    assert lengths == tuple(each * SECOND for each in (betting, hurry, four_cards, result))


@pytest.mark.parametrize(
    ("pace", "cards", "seconds"),
    [
        # betting + four cards + twice as long for each third card, which is called first + result
        (QUICK, NATURAL, 12 + 1.6 + 3),
        (QUICK, SIX_CARDS, 12 + 1.6 + 2 * 0.8 + 3),
        (CLASSIC, NATURAL, 18 + 2.6 + 5),
        (CLASSIC, SIX_CARDS, 18 + 2.6 + 2 * 1.3 + 5),
    ],
)
def test_a_round_lasts_from_one_betting_to_the_next(pace: Pace, cards: str, seconds: float) -> None:
    game = Game(pace=pace)
    game.open_betting()
    opened_at = game.now
    game.play(cards)
    assert isinstance(game.table.phase, ShowingResult)
    assert game.table.phase.ends_at - opened_at == round(seconds * SECOND)
