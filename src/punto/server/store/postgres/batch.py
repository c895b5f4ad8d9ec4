"""One transaction of the PostgreSQL store: lock what the changes look at, plan, and write with one statement.

Every transaction locks in the same order, so none deadlock: streams by name, then new accounts by name, then accounts
by number. Accounts' numbers stay in memory, because they never change; balances do not.
"""

from collections.abc import Iterable, Sequence

from punto.ledger.accounts import Account, may_be_negative
from punto.server.store.plan import LookedAt, Plan
from punto.server.store.postgres.connection import Connection, NumbersAreOld, columns
from punto.server.store.values import FLOOR, Claim, Given

WRITE = """
    with new_events as (
        insert into events (stream, version, body, head)
        select * from unnest($1::text::bigint[], $2::text::bigint[], $3::bytea[], $4::bytea[])
    ), new_lines as (
        insert into journal_lines (account, stream, version, amount)
        select * from unnest($5::text::bigint[], $6::text::bigint[], $7::text::bigint[], $8::text::bigint[])
    ), new_answers as (
        insert into answers (command, stream, version, answer, digest, at)
        select * from unnest($9::text[], $10::text::bigint[], $11::text::bigint[], $12::bytea[], $13::bytea[],
            $14::text::bigint[])
    ), moved_accounts as (
        update accounts set balance = moved.balance
        from unnest($15::bigint[], $16::bigint[]) as moved (id, balance) where accounts.id = moved.id
    )
    update streams set version = moved.version, head = moved.head
    from unnest($17::bigint[], $18::bigint[], $19::bytea[]) as moved (id, version, head) where streams.id = moved.id
"""


STREAMS = """
    select id, stream, epoch, version, head, (select epoch from leases where name = $2) from streams
    where stream = any($1) order by stream for update
"""


class PostgresBatch:
    def __init__(self, connection: Connection, account_ids: dict[str, int]) -> None:
        self._connection = connection
        self._account_ids = account_ids
        self._stream_ids: dict[str, int] = {}
        self.floor_epoch: int | None = None  # when the streams were read; None: nothing can be written

    async def plan(self, seen: LookedAt) -> Plan:
        streams = await self._connection.fetch(STREAMS, seen.streams, FLOOR)
        self._stream_ids = {stream: number for number, stream, *_ in streams}
        claims = {stream: Claim(epoch, version, head) for _, stream, epoch, version, head, _ in streams}
        self.floor_epoch = next((floor_epoch or 0 for *_, floor_epoch in streams), None)
        balances = await self._locked_balances(seen.accounts)
        answers = await self._connection.fetch(
            "select command, answer, digest from answers where command = any($1)", seen.commands
        )
        return Plan(claims, {command: Given(answer, digest) for command, answer, digest in answers}, balances)

    async def write(self, plan: Plan) -> None:
        streams, accounts = self._stream_ids, self._account_ids
        lines = [
            (accounts[account], streams[stream], version, amount)
            for stream, version, journal in plan.journals
            for account, amount in journal.items()
        ]
        answers = [
            (each.command, streams[each.stream], version, each.answer, each.digest, each.at)
            for each, version in plan.answers
        ]
        moved_accounts = {account for _, _, journal in plan.journals for account in journal}
        claims = [(streams[stream], plan.claim(stream)) for stream in plan.moved]
        await self._connection.execute(
            WRITE,
            *_arrays("nn--", [(streams[stream], version, body, head) for stream, version, body, head in plan.events]),
            *_arrays("nnnn", lines),
            *_arrays("-nn--n", answers),
            *columns(2, [(accounts[account], plan.balances[account]) for account in moved_accounts]),
            *columns(3, [(number, claim.version, claim.head) for number, claim in claims]),
        )

    async def _locked_balances(self, accounts: list[str]) -> dict[str, int]:
        ids = self._account_ids
        unknown = sorted(account for account in accounts if account not in ids)
        if unknown:
            await self._make_accounts(unknown)
        names = {ids[account]: account for account in accounts}
        rows = await self._connection.fetch(
            "select id, balance from accounts where id = any($1) order by id for update", list(names)
        )
        if len(rows) != len(accounts):
            raise NumbersAreOld
        return {names[number]: balance for number, balance in rows}

    async def _make_accounts(self, accounts: list[str]) -> None:
        """Existing accounts stay as they are; waits for another transaction that is creating one."""
        await self._connection.execute(
            "insert into accounts (account, balance, may_be_negative)"
            " select account, 0, may_be_negative"
            " from unnest($1::text[], $2::boolean[]) as new (account, may_be_negative) on conflict do nothing",
            accounts,
            [may_be_negative(Account(account)) for account in accounts],
        )
        rows = await self._connection.fetch("select account, id from accounts where account = any($1)", accounts)
        self._account_ids.update(dict(rows))


def _arrays(kinds: str, rows: Sequence[tuple[object, ...]]) -> list[object]:
    """Rows as columns, for `unnest`: numbers where `kinds` has an `n`, else text or bytes."""
    return [
        _numbers(column) if kind == "n" else column
        for kind, column in zip(kinds, columns(len(kinds), rows), strict=True)
    ]


def _numbers(numbers: Iterable[object]) -> str:
    """An array as PostgreSQL writes one. The driver asks of each number in a list whether it is a list itself, which
    costs it more than all else. Only for what is inserted: the planner must see how long an array is that it joins."""
    return f"{{{','.join(map(str, numbers))}}}"
