"""All roads of a shoe together: ties, statistics, forecasts."""

import json
from pathlib import Path

import pytest

from punto.roads.derived import BIG_EYE, COCKROACH, SMALL
from punto.roads.score import Score, parse_scores
from punto.roads.shoe_roads import ShoeRoads, Statistics
from punto.rules.hand import BANKER, PLAYER

GOLDEN = [json.loads(line) for line in (Path(__file__).parents[1] / "golden" / "roads.jsonl").read_text().splitlines()]


def shoe(text: str) -> ShoeRoads:
    return ShoeRoads(parse_scores(text))


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: golden["results"][:12])
def test_roads_are_those_of_another_library(golden: dict[str, object]) -> None:
    """Made with the npm package baccarat-engine 1.1.5 (ISC). It counts leading ties with the first win, and leaves out
    the derived marks of the column in which a road starts; these are shoes in which there are none."""
    roads = shoe(str(golden["results"]))
    ties = [roads.leading_ties + roads.ties[0], *roads.ties[1:]]
    main = zip(roads.main.columns, roads.main.rows, roads.main.colours, ties, strict=True)
    assert [list(mark) for mark in main] == golden["main"]
    for name, look_back in [("big_eye", BIG_EYE), ("small", SMALL), ("cockroach", COCKROACH)]:
        assert "".join(roads.derived[look_back].colours) == golden[name]


@pytest.mark.parametrize(
    ("text", "leading", "ties"),
    [
        ("", 0, []),
        ("TT", 2, []),
        ("TTB", 2, [0]),
        ("TBTTPT", 1, [2, 1]),
        ("BP", 0, [0, 0]),
    ],
)
def test_ties_belong_to_the_win_before_them(text: str, leading: int, ties: list[int]) -> None:
    roads = shoe(text)
    assert roads.leading_ties == leading
    assert roads.ties == ties


def test_every_mark_knows_its_coup() -> None:
    roads = shoe("TBTBPPTB")
    assert roads.coups == [1, 3, 4, 5, 7]
    assert roads.derived_coups(BIG_EYE) == [5, 7]
    assert roads.derived_coups(COCKROACH) == []


def test_a_shoe_is_counted_as_it_grows() -> None:
    roads = shoe("Bb8PTp")
    assert roads.statistics == Statistics(1, 1, 1, naturals=1, player_pairs=1, banker_pairs=1, coups=3)
    roads.append(Score("T", banker_pair=True, player_pair=True, natural=9))
    roads.append(Score("P", natural=9))
    assert roads.statistics == Statistics(2, 1, 2, naturals=3, player_pairs=2, banker_pairs=2, coups=5)
    assert roads.statistics.coups == len(roads.scores)


@pytest.mark.parametrize(
    ("text", "banker", "player"),
    [
        ("", "---", "---"),
        ("TT", "---", "---"),
        ("B", "---", "---"),
        ("BP", "R--", "B--"),
        ("BBPPBBPP", "RRR", "BBB"),
        ("BBPPBBPPT", "RRR", "BBB"),  # a tie changes nothing
        ("PPPBB", "R--", "B--"),
    ],
)
def test_asking_for_a_side(text: str, banker: str, player: str) -> None:
    roads = shoe(text)
    assert (roads.forecast(BANKER), roads.forecast(PLAYER)) == (banker, player)
