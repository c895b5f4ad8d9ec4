"""What only the SQLite store promises: how its file is written."""

from pathlib import Path

import apsw
import pytest

from punto.server.store.sqlite.store import SqliteStore
from tests.server.store.stories import account, change


def test_an_erased_person_is_in_no_byte_of_the_files(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "store.db")
    for number in range(50):
        store.keep_person(f"p{number}", f"Ada Lovelace the {number}th".encode() * 20)
    assert any(b"Lovelace the 17th" in file.read_bytes() for file in tmp_path.iterdir())
    store.erase_person("p17")
    store.keep_person("p18", b"somebody else")
    for file in tmp_path.iterdir():
        assert b"Lovelace the 17th" not in file.read_bytes()
        assert b"Lovelace the 18th" not in file.read_bytes()
    store.close()


@pytest.mark.parametrize(
    ("pragma", "value"),
    [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1), ("application_id", 0x50554E54)],
)
def test_how_the_file_is_opened(tmp_path: Path, pragma: str, value: object) -> None:
    store = SqliteStore(tmp_path / "store.db")
    assert store._connection.pragma(pragma) == value
    store.close()


def test_the_file_itself_refuses_a_purse_below_zero(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "store.db")
    store.commit([change("t1@0 k>a:5", {"t1": store.claim("t1").epoch})])
    store.close()
    connection = apsw.Connection(str(tmp_path / "store.db"))
    with pytest.raises(apsw.ConstraintError, match="no_purse_is_below_zero"):
        connection.execute("update accounts set balance = -1 where account = ?", (account("a"),))
    connection.execute("update accounts set balance = -6 where account = ?", (account("k"),))
    connection.close()


def test_a_transaction_that_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "store.db")
    epochs = {"t1": store.claim("t1").epoch}
    store._connection.execute("create trigger fail before insert on answers begin select raise(abort, 'no'); end")
    with pytest.raises(apsw.ConstraintError):
        store.commit([change("t1@0 k>a:5 #c1", epochs)])
    store._connection.execute("drop trigger fail")
    assert (store.every_balance(), store.read("t1"), store.answer_to("c1")) == ({}, [], None)
    store.commit([change("t1@0 k>b:5 #c1", epochs)])
    assert store.every_balance() == {account("k"): -5, account("b"): 5}
    store.close()
