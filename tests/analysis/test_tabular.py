"""Results as rows, frames and tables of a notebook."""

from fractions import Fraction

import polars
import pytest

from punto.analysis import tabular
from punto.analysis.estimate import Estimate
from punto.analysis.odds.house_edge import book_odds
from punto.analysis.tabular import NoFrames, columns_of, frame_of, html_of, row
from punto.books import SQUEEZE


def test_a_row_has_plain_values_and_an_error_beside_each_estimate() -> None:
    found = row(bet="tie", pays=Fraction(19, 20), share=Estimate(0.5, 0.1), trigger=None)
    assert found == {"bet": "tie", "pays": 0.95, "share": 0.5, "share_error": 0.1, "trigger": None}


def test_odds_become_a_frame_of_polars() -> None:
    frame = book_odds(SQUEEZE).to_frame()
    assert isinstance(frame, polars.DataFrame)
    assert frame.filter(polars.col("bet") == "tie")["ways"].sum() == 4_998_398_275_503_360
    assert frame["house_edge"].dtype == polars.Float64


def test_the_next_library_serves_where_the_first_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tabular, "LIBRARIES", ("no_such_library", "polars"))
    assert frame_of([row(bet="tie", pays=8)])["pays"].to_list() == [8]


def test_without_either_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tabular, "LIBRARIES", ("no_such_library",))
    with pytest.raises(NoFrames, match=r"pip install '\.\[frames\]' in Punto's folder"):
        frame_of([])


def test_whole_numbers_beyond_64_bits_stay_exact() -> None:
    assert columns_of([{"ways": 2**70}, {"ways": 1}, {}]) == {"ways": [str(2**70), "1", None]}


def test_a_notebook_shows_a_table_and_takes_no_text_for_markup() -> None:
    html = html_of([{"bet": "<b>", "ways": 1_234, "rtp": 0.98765432, "last_round": None, "is_open": True}])
    assert "<th>last round</th>" in html
    assert "&lt;b&gt;" in html
    assert "<td>1,234</td><td>0.987654</td><td></td>" in html
    assert book_odds(SQUEEZE)._repr_html_().count("<tr>") == 1 + sum(len(bet.lines) + 1 for bet in SQUEEZE.bets)
