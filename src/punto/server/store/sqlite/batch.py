"""One transaction of the SQLite store: read what the changes look at, plan, and write with few statements.

Only accounts' internal numbers stay in memory between transactions; they never change. Balances always come from the
file.
"""

from array import array
from collections.abc import Mapping, Sequence
from typing import Any

import apsw
import msgspec

from punto.ledger.accounts import Account, may_be_negative
from punto.server.store.plan import LookedAt, Plan
from punto.server.store.values import Claim, Given


class SqliteBatch:
    def __init__(self, connection: apsw.Connection, account_ids: dict[str, int], seen: LookedAt) -> None:
        self._connection = connection
        self._account_ids = account_ids
        self._stream_ids: dict[str, int] = {}
        self._last_journals: dict[str, int] = {}
        self.plan = Plan(self._read_streams(seen), self._read_answers(seen), self._read_balances(seen))

    def write(self) -> None:
        """Streams and accounts first, then rows that refer to them."""
        plan, streams = self.plan, self._stream_ids
        self._write_streams()
        self._write_money()
        self._connection.executemany(
            "insert into events (stream, version, body, head) values (?, ?, ?, ?)",
            [(streams[stream], version, body, head) for stream, version, body, head in plan.events],
        )
        self._connection.executemany(
            "insert into answers (command, stream, version, answer, digest, at) values (?, ?, ?, ?, ?, ?)",
            [
                (each.command, streams[each.stream], version, each.answer, each.digest, each.at)
                for each, version in plan.answers
            ],
        )

    def _read_streams(self, seen: LookedAt) -> dict[str, Claim]:
        claims = {}
        for stream, number, epoch, version, head in rows_of(
            self._connection,
            "select stream, streams.id, epoch, version, head from json_each(?) cross join streams on stream = value",
            as_json(seen.streams),
        ):
            self._stream_ids[stream] = number
            claims[stream] = Claim(epoch, version, head)
        return claims

    def _read_answers(self, seen: LookedAt) -> dict[str, Given]:
        rows = rows_of(
            self._connection,
            "select command, answer, digest from json_each(?) cross join answers on command = value",
            as_json(seen.commands),
        )
        return {command: Given(answer, digest) for command, answer, digest in rows}

    def _read_balances(self, seen: LookedAt) -> dict[str, int]:
        ids = self._account_ids
        unknown = [account for account in seen.accounts if account not in ids]
        if unknown:
            ids.update(
                rows_of(
                    self._connection,
                    "select account, accounts.id from json_each(?) cross join accounts on account = value",
                    as_json(unknown),
                )
            )
        known = sorted((account for account in seen.accounts if account in ids), key=ids.__getitem__)
        if not known:
            return {}
        wanted = array("q", [ids[account] for account in known])
        rows = rows_of(
            self._connection,
            "select accounts.id, balance, last_journal from carray(?) cross join accounts on id = value",
            apsw.carray(wanted),
        )
        found, balances, last_journals = zip(*rows, strict=True)
        assert found == tuple(wanted)
        self._last_journals = dict(zip(known, last_journals, strict=True))
        return dict(zip(known, balances, strict=True))

    def _write_streams(self) -> None:
        claims = [(self.plan.claim(stream), self._stream_ids[stream]) for stream in self.plan.moved]
        self._connection.executemany(
            "update streams set version = ?, head = ? where id = ?",
            [(claim.version, claim.head, number) for claim, number in claims],
        )

    def _write_money(self) -> None:
        """Each account is updated once, however many lines it has."""
        self._add_new_accounts()
        [(before,)] = rows_of(self._connection, "select coalesce(max(id), 0) from journals")
        ids, last, streams, journals = self._account_ids, self._last_journals, self._stream_ids, []
        for number, (stream, version, journal) in enumerate(self.plan.journals, start=before + 1):
            lines = {ids[account]: (amount, last[account]) for account, amount in journal.items()}
            journals.append((number, streams[stream], version, as_json(lines)))
            last.update(dict.fromkeys(journal, number))
        self._connection.executemany(
            "update accounts set balance = ?, last_journal = ? where id = ?",
            [
                (balance, last[account], ids[account])
                for account, balance in self.plan.balances.items()
                if last[account] > before
            ],
        )
        self._connection.executemany("insert into journals (id, stream, version, lines) values (?, ?, ?, ?)", journals)

    def _add_new_accounts(self) -> None:
        """Nobody else can take the same numbers: there is only one writing transaction."""
        new = sorted(self.plan.balances.keys() - self._last_journals.keys())
        if not new:
            return
        [(last,)] = rows_of(self._connection, "select coalesce(max(id), 0) from accounts")
        self._account_ids.update(zip(new, range(last + 1, last + 1 + len(new)), strict=True))
        self._last_journals.update(dict.fromkeys(new, 0))
        self._connection.executemany(
            "insert into accounts (id, account, balance, last_journal, may_be_negative) values (?, ?, 0, 0, ?)",
            [(self._account_ids[account], account, may_be_negative(Account(account))) for account in new],
        )


def rows_of(connection: apsw.Connection, statement: str, *values: Any) -> list[Any]:
    """The edge to SQLite: only the statement knows the types of a row."""
    return connection.execute(statement, values).fetchall()


def as_json(values: Sequence[str] | Mapping[int, tuple[int, int]]) -> str:
    """Many values in one, for `json_each`."""
    return msgspec.json.encode(values).decode()
