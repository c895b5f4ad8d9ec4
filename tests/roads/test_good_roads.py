"""Good roads: each pattern with the shortest shoe that shows it and shoes that just miss it."""

import pytest

from punto.roads.good_roads import EVERY_GOOD_ROAD, GOOD_ROADS, UnknownGoodRoad, good_roads, ranked_roads
from punto.roads.score import parse_scores
from punto.roads.shoe_roads import ShoeRoads

SHOWN = [
    # road               shoes that show it
    ("long-banker", ["BBBB", "PBBBBBBBBBBBB", "BBTBTTB"]),
    ("long-player", ["PPPP", "BPPPPT", "P" * 12]),
    ("single-jump", ["BPBP", "BBPBPB", "PBTPTB"]),
    ("double-jump", ["BBPPBBPP", "PPPBBPPBBPP", "BBPPBBPPB"]),
    ("hall-banker", ["BPPBPP", "PBPPBPPB", "BPPBPPBP"]),
    ("hall-player", ["PBBPBB", "PBBPBBPB"]),
    ("banker-jumps", ["BPBPPBP", "BPPBPPPBPB"]),
    ("player-jumps", ["PBPBBPB", "PBPBPBBBP"]),
    ("banker-runs", ["BBPBBBPB", "BBPPBBPBBP"]),
    ("player-runs", ["PPBPPPBP", "PPBPPBPPBB"]),
    ("adjoining-pairs", ["BBPPPBB", "BBBBPPBBBP"]),
]
MISSED = [
    # road               shoes that do not
    ("long-banker", ["BBB", "BBBBP", "PPPP", ""]),
    ("long-player", ["PPP", "PPPPB", "BBBB", "T"]),
    ("single-jump", ["BPB", "BPBPP"]),
    ("double-jump", ["BBPPBB", "BBPPBBP", "BBPPBBPPP", "BBPPBBPPBP"]),
    ("hall-banker", ["BPP", "BPPBP", "BPPBPPP", "PBBPBB"]),
    ("hall-player", ["PBBPB", "PBBPBBB", "BPPBPP"]),
    ("banker-jumps", ["BPBP", "BPBPB", "BPBPBPBB"]),
    ("player-jumps", ["PBPB", "PBPBPBPP"]),
    ("banker-runs", ["BBPB", "BBPBBP", "BBPBPB", "BBPBBPBP"]),
    ("player-runs", ["PPBP", "PPBPPB", "PPBPBP"]),
    ("adjoining-pairs", ["BBPP", "BBPPB", "BBPPBBPB"]),
]


def found(text: str) -> set[str]:
    return {road.id for road in good_roads(ShoeRoads(parse_scores(text)))}


@pytest.mark.parametrize(("road", "text"), [(road, text) for road, texts in SHOWN for text in texts])
def test_a_good_road_is_seen(road: str, text: str) -> None:
    assert road in found(text)


@pytest.mark.parametrize(("road", "text"), [(road, text) for road, texts in MISSED for text in texts])
def test_a_near_miss_is_not(road: str, text: str) -> None:
    assert road not in found(text)


def test_the_tables_above_name_every_good_road() -> None:
    assert {road for road, _ in SHOWN} == {road for road, _ in MISSED} == EVERY_GOOD_ROAD
    assert len(GOOD_ROADS) == len(EVERY_GOOD_ROAD)


def test_a_road_that_is_switched_off_is_not_told() -> None:
    roads = ShoeRoads(parse_scores("BBPPBBPP"))
    assert {road.id for road in good_roads(roads)} == {"double-jump", "adjoining-pairs"}
    assert [road.id for road in good_roads(roads, wanted={"double-jump"})] == ["double-jump"]
    assert good_roads(roads, wanted=()) == []
    with pytest.raises(UnknownGoodRoad, match="'nonsense' is not a good road; use one of adjoining-pairs, "):
        good_roads(roads, wanted={"nonsense"})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("BBBBBB", [("long-banker", 6)]),
        ("PBBBBTBB", [("long-banker", 6)]),
        ("BBPBPBPBP", [("single-jump", 7), ("player-jumps", 7), ("banker-jumps", 6)]),
        ("BBPPBBPPB", [("double-jump", 9), ("banker-runs", 9), ("adjoining-pairs", 9)]),
        ("PPPPPBBB", []),
    ],
)
def test_the_longest_good_road_comes_first(text: str, expected: list[tuple[str, int]]) -> None:
    found = ranked_roads(ShoeRoads(parse_scores(text)))
    assert [(each.road.id, each.rounds) for each in found] == expected
