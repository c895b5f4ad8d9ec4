"""Ten thousand random shoes, long runs among them, against the rules of the roads written the slow, plain way.

The plain way keeps a set of occupied cells and looks at it, as a person with a pencil does; the derived roads
follow the rule mark by mark.
"""

import random

import pytest

from punto.roads.derived import LOOK_BACKS
from punto.roads.layout import ROWS, Road
from punto.roads.score import Score, parse_scores
from punto.roads.shoe_roads import ShoeRoads
from punto.rules.hand import BANKER, PLAYER

BATCHES, SHOES_IN_A_BATCH = 4, 2_500
LUCK = [(45.9, 44.6, 9.5)] * 3 + [(90, 5, 5), (5, 85, 10), (48, 48, 4)]  # some of them make long runs


def random_shoe(chance: random.Random) -> str:
    if chance.random() < 0.2:  # runs of given lengths, so that tails meet
        runs = [("B" if index % 2 else "P") * chance.randint(1, 14) for index in range(chance.randint(1, 9))]
        return "".join(runs)
    rounds = chance.randint(0, 90 if chance.random() < 0.1 else 45)
    return "".join(chance.choices("BPT", chance.choice(LUCK), k=rounds))


def drawn_with_a_pencil(colours: list[str]) -> list[tuple[int, int]]:
    cells: list[tuple[int, int]] = []
    taken: set[tuple[int, int]] = set()
    start, is_tailing = -1, False
    for index, colour in enumerate(colours):
        if index and colour == colours[index - 1]:
            column, row = cells[-1]
            below = (column, row + 1)
            is_tailing = is_tailing or row + 1 == ROWS or below in taken
            cell = (column + 1, row) if is_tailing else below
        else:
            start, is_tailing = start + 1, False
            while (start, 0) in taken:
                start += 1
            cell = (start, 0)
        assert cell not in taken
        taken.add(cell)
        cells.append(cell)
    return cells


def derived_mark_by_mark(streaks: list[int], k: int) -> str:
    marks = ""
    for n, length in enumerate(streaks):
        for m in range(1, length + 1):
            if m == 1 and n - 1 - k >= 0:
                marks += "R" if streaks[n - 1] == streaks[n - 1 - k] else "B"
            if m >= 2 and n - k >= 0:
                marks += "B" if streaks[n - k] == m - 1 else "R"
    return marks


def cells(road: Road) -> list[tuple[int, int]]:
    return list(zip(road.columns, road.rows, strict=True))


@pytest.mark.parametrize("batch", range(BATCHES))
def test_roads_follow_the_rules(batch: int) -> None:
    """Appended one by one and built at once they are the same, and each forecast is what then happens."""
    chance = random.Random(batch)
    for _ in range(SHOES_IN_A_BATCH):
        text = random_shoe(chance)
        scores = parse_scores(text)
        built, grown = ShoeRoads(scores), ShoeRoads()
        for score in scores:
            append_and_check_forecast(grown, score)
        assert cells(built.main) == cells(grown.main) == drawn_with_a_pencil(built.main.colours), text
        assert built.coups == [coup for coup, letter in enumerate(text) if letter != "T"], text
        assert (built.coups, built.ties, built.main.streaks) == (grown.coups, grown.ties, grown.main.streaks), text
        for look_back in LOOK_BACKS:
            road = built.derived[look_back]
            assert road.colours == grown.derived[look_back].colours, text
            assert "".join(road.colours) == derived_mark_by_mark(built.main.streaks, look_back), text
            assert cells(road) == cells(grown.derived[look_back]) == drawn_with_a_pencil(road.colours), text


def append_and_check_forecast(roads: ShoeRoads, score: Score) -> None:
    if score.letter == "T":
        roads.append(score)
        return
    foreseen = roads.forecast(BANKER if score.letter == "B" else PLAYER)
    before = [len(roads.derived[look_back].colours) for look_back in LOOK_BACKS]
    roads.append(score)
    for look_back, mark, had in zip(LOOK_BACKS, foreseen, before, strict=True):
        assert "".join(roads.derived[look_back].colours[had:]) == mark.replace("-", "")
