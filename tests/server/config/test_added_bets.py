"""Bets of the catalogue in a floor's file: the table plays another book, and what cannot be is said with its line."""

from pathlib import Path

import pytest

from punto.analysis.outcomes.fingerprint import fingerprint
from punto.books import INTERBLOCK
from punto.server.config.file_faults import InvalidFile
from punto.server.config.floor_config import FloorConfig
from punto.server.config.floor_file import parse_floor, read_floor
from punto.server.floor.reload_plan import plan_reload
from punto.server.keeping.inspection.scope import KnownBooks
from punto.server.telling.messages.table_state import table_info
from tests.server.config.test_floor_file import FLOOR

DRAGON = FLOOR + 'bets = ["player", "panda-8", "tie", "banker", "dragon-7"]\n'


def parsed(text: str) -> FloorConfig:
    return parse_floor("floor.toml", text, folder=Path())


def test_the_table_plays_the_book_with_these_bets() -> None:
    floor = parsed(DRAGON + "side_max = 7\nlimits.dragon-7.max = 5\n")
    table = floor.tables[0]
    assert table.book == "interblock+dragon-7+panda-8"
    assert [book.id for book in floor.books] == [table.book]
    assert list(table.limits) == ["player", "banker", "tie", "dragon-7", "panda-8"]  # the pairs are closed
    assert (table.limits["dragon-7"].stake_max, table.limits["panda-8"].stake_max) == (500, 700)
    assert [field.bet for field in table_info(table, floor.book_of(table)).fields] == list(table.limits)


def test_a_table_that_names_only_bets_of_its_book_plays_that_book() -> None:
    floor = parsed(FLOOR + 'bets = ["player", "banker"]\n')
    assert floor.books == (INTERBLOCK,)


def test_tables_with_the_same_bets_share_a_book_however_they_write_it() -> None:
    second = DRAGON[DRAGON.index("[[tables]]") :].replace('"one"', '"two"')
    floor = parsed(DRAGON + second.replace('"interblock"', '"interblock+panda-8"'))
    assert {table.book for table in floor.tables} == {"interblock+dragon-7+panda-8"}


def test_a_book_in_a_file_gets_bets_too(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "from dataclasses import replace\nfrom punto.books import SA\nBOOK = replace(SA, id='mine')"
    )
    (tmp_path / "floor.toml").write_text(DRAGON.replace('"interblock"', '"mine.py"'))
    floor = read_floor(tmp_path / "floor.toml")
    assert floor.tables[0].book == "mine+dragon-7+panda-8"
    assert floor.files == (str(tmp_path / "floor.toml"), str(tmp_path / "mine.py"))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            FLOOR + 'bets = ["player", "dragn-7"]\n',
            (
                "floor.toml:13: tables[1].bets[2]: book 'interblock' has no bet 'dragn-7', and neither has the "
                "catalogue; is dragon-7 meant?"
            ),
        ),
        (
            FLOOR.replace('"interblock"', '"interblock+tie"'),
            "floor.toml:9: tables[1].book: book 'interblock' has a bet 'tie' of its own",
        ),
        (
            FLOOR + 'bets = ["player", "quik", "quik"]\n',
            "floor.toml:13: tables[1].bets[3]: 'quik' is there already",
        ),
        (
            FLOOR.replace('"interblock"', '"multicolor"') + 'bets = ["player", "quik"]\n',
            (
                "floor.toml:13: tables[1].bets[2]: book 'multicolor' has no bet 'quik', and the catalogue's need 52 "
                "cards and punto banco"
            ),
        ),
        (
            FLOOR + "limits.quik.max = 5\n",
            "floor.toml:13: tables[1].limits.quik: bets does not name it, and it is no bet of book 'interblock'",
        ),
    ],
)
def test_what_cannot_be_added_is_named_with_its_line(text: str, says: str) -> None:
    with pytest.raises(InvalidFile) as refused:
        parsed(text)
    assert refused.value.faults == (says,)


def test_a_bet_more_on_a_running_floor_needs_a_restart_and_leaves_the_limits() -> None:
    now, wanted = parsed(FLOOR), parsed(DRAGON.replace("max = 100", "max = 50"))
    plan = plan_reload(now, wanted)
    assert plan.needs_a_restart == ("tables.one.bets",)
    assert plan.config.tables == now.tables


def test_closing_a_bet_of_the_book_is_taken_up() -> None:
    plan = plan_reload(parsed(FLOOR), parsed(FLOOR + 'bets = ["player", "banker"]\n'))
    assert plan.needs_a_restart == ()
    assert [list(table.limits) for table in plan.changed] == [["player", "banker"]]


def test_another_book_is_still_named_as_one() -> None:
    plan = plan_reload(parsed(FLOOR), parsed(DRAGON.replace('"interblock"', '"seven-luck"')))
    assert plan.needs_a_restart == ("tables.one.book",)


def test_the_fingerprint_is_another_and_an_audit_finds_the_book_by_its_id() -> None:
    found = KnownBooks([]).find("interblock+dragon-7")
    assert found is not None
    assert fingerprint(found) != fingerprint(INTERBLOCK)
    assert KnownBooks([]).find("interblock+dragon-9") is None


def test_a_floor_and_an_audit_know_a_book_from_a_file_by_every_id_it_may_have_had(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "from dataclasses import replace\nfrom punto.books import SA\nBOOK = replace(SA, id='mine')"
    )
    (tmp_path / "floor.toml").write_text(DRAGON.replace('"interblock"', '"mine.py"'))
    floor = read_floor(tmp_path / "floor.toml")
    assert floor.book("mine+quik") is None, "no table plays it"
    for known in (floor.stored_book, KnownBooks((*floor.base_books, *floor.books)).find):
        found = known("mine+quik")
        assert found is not None
        assert (found.id, found.bets[-1].id) == ("mine+quik", "quik")
    plan = plan_reload(parsed(FLOOR), floor)
    assert plan.config.stored_book("mine+quik") == floor.stored_book("mine+quik")
    assert "base_books" not in plan.needs_a_restart
