"""Tables are spread by their patrons."""

import pytest

from punto.server.pits.spread_tables import table_to_move


@pytest.mark.parametrize(
    ("loads", "movable", "moved"),
    [
        # what each pit plays, by weight                   between coups   the one that moves
        ({"a": {"t1": 1, "t2": 1}, "b": {}}, "t1 t2", "t2"),
        ({"a": {"t1": 1, "t2": 1}, "b": {"t3": 1}}, "t1 t2 t3", None),  # it would only change places
        ({"a": {"t1": 1, "t2": 1, "t3": 1}, "b": {}}, "t2", "t2"),
        ({"a": {"t1": 90, "t2": 10}, "b": {}}, "t1 t2", None),  # a tenth more or less is not worth a pause
        ({"a": {"t1": 90, "t2": 30}, "b": {}}, "t1 t2", "t2"),  # the crowded one would only crowd the other
        ({"a": {"t1": 50, "t2": 50}, "b": {}}, "t2", "t2"),
        ({"a": {"t1": 50, "t2": 50}, "b": {"t3": 5}}, "", None),  # all of them deal
        ({"a": {"t1": 5}, "b": {"t2": 40, "t3": 40}, "c": {"t4": 30}}, "t2 t3 t4", "t3"),
        ({"a": {}}, "", None),
    ],
)
def test_the_table_that_evens_pits_out_best_moves(
    loads: dict[str, dict[str, int]], movable: str, moved: str | None
) -> None:
    assert table_to_move(loads, movable.split()) == moved
