"""Counts kept on disk: the same odds as counted anew, replaced with their sources, and never needed."""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from punto.analysis.odds import house_edge, kept_odds
from punto.analysis.odds.book_count import count_book
from punto.analysis.odds.spread import covariances
from punto.books import INTERBLOCK, SA, STORM
from punto.books.catalogue import CATALOGUE
from punto.rules.rulebook import RuleBook

CATALOGUED = replace(INTERBLOCK, id="catalogue", bets=tuple(entry.bet for entry in CATALOGUE[:9]))


@pytest.mark.parametrize("book", [SA, STORM], ids=lambda book: book.id)
def test_kept_odds_are_those_counted(book: RuleBook, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    counted = count_book(book)
    kept_odds.kept_odds(book)
    monkeypatch.setattr(house_edge, "book_odds", lambda _: pytest.fail("they should be read"))
    read = kept_odds.kept_odds(book)
    assert (read, read.endings) == (counted.odds, counted.odds.endings)
    assert covariances(read) == counted.covariances


def test_so_are_those_of_bets_one_by_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    counted = list(house_edge.odds_one_by_one(CATALOGUED))
    assert list(kept_odds.kept_odds_one_by_one(CATALOGUED)) == counted
    monkeypatch.setattr(house_edge, "odds_one_by_one", lambda _: pytest.fail("they should be read"))
    assert list(kept_odds.kept_odds_one_by_one(CATALOGUED)) == counted


def test_a_damaged_or_outdated_file_is_counted_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    counted = kept_odds.kept_odds(SA)
    [file] = (tmp_path / "punto").iterdir()
    file.write_bytes(file.read_bytes()[:5_000])
    assert kept_odds.kept_odds(SA) == counted
    monkeypatch.setattr(kept_odds, "source_hash", lambda _: "other sources")
    kept_odds.kept_odds(SA)
    assert len(list((tmp_path / "punto").iterdir())) == 1, "the old one is gone"


def test_without_a_folder_to_write_odds_are_counted_every_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert kept_odds.kept_odds(SA) == house_edge.book_odds(SA)
    assert os.listdir(tmp_path) == ["file"]
