"""The tables of the PostgreSQL store, as numbered steps that are never edited once released.

They stand in a schema of their own, whose table `schema_version` says how many steps were taken. Names sort by their
bytes (collation "C"), as Python sorts them, because the order of names is the order of locks. Rows that are written by
the thousand have no foreign keys: each would be checked one by one, and their numbers come from rows that the same
transaction holds.
"""

import asyncio

from punto.server.store.failures import StoreCannotBeOpened, StoreIsLost
from punto.server.store.postgres.connection import Connection
from punto.server.store.values import FLOOR

STEPS = (
    """
    create table streams (
        id bigint generated always as identity primary key,
        stream text collate "C" not null unique,
        epoch bigint not null,
        version bigint not null,
        head bytea not null
    ) with (fillfactor = 50);
    create table events (
        stream bigint not null,
        version bigint not null,
        body bytea not null,
        head bytea not null,
        primary key (stream, version)
    );
    create table accounts (
        id bigint generated always as identity primary key,
        account text collate "C" not null unique,
        balance bigint not null,
        may_be_negative boolean not null,
        constraint no_purse_is_below_zero check (balance >= 0 or may_be_negative)
    ) with (fillfactor = 50);
    create table journal_lines (
        line bigint generated always as identity,
        account bigint not null,
        stream bigint not null,
        version bigint not null,
        amount bigint not null,
        primary key (account, line)
    );
    create table answers (
        command text collate "C" primary key,
        stream bigint not null,
        version bigint not null,
        answer bytea not null
    );
    create index answers_of_stream on answers (stream, version);
    create table snapshots (
        stream text collate "C" not null,
        schema bigint not null,
        version bigint not null,
        body bytea not null,
        primary key (stream, schema)
    );
    create table people (
        person text collate "C" primary key,
        body bytea not null
    );
    """,
    """
    alter table streams
        add column archived_version bigint not null default 0,
        add column archived_head bytea not null default decode(repeat('00', 32), 'hex');
    """,
    """
    create table records (
        kind text collate "C" not null,
        id text collate "C" not null,
        body bytea not null,
        primary key (kind, id)
    );
    create table plays (
        patron text collate "C" not null,
        at bigint not null,
        table_id text collate "C" not null,
        version bigint not null,
        changed bigint not null,
        book text not null,
        shoe bigint not null,
        coup bigint not null,
        status text not null,
        staked bigint not null,
        returned bigint not null,
        body bytea not null,
        primary key (patron, at, table_id, version)
    );
    create table bet_totals (
        day text collate "C" not null,
        table_id text collate "C" not null,
        book text collate "C" not null,
        bet text collate "C" not null,
        wagers bigint not null,
        staked bigint not null,
        returned bigint not null,
        primary key (day, table_id, book, bet)
    );
    create table followed (
        stream text collate "C" primary key,
        version bigint not null,
        state bytea not null
    );
    """,
    """
    alter table records
        add column version bigint not null default 0,
        add column is_forgotten smallint not null default 0;
    create index forgotten_records on records (version) where is_forgotten = 1;
    alter table people
        add column version bigint not null default 0,
        add column is_forgotten smallint not null default 0;
    """,
    """
    create table checkpoints ( -- of streams whose first events are in archive files
        stream text collate "C" primary key,
        body bytea not null -- a Checkpoint
    );
    """,
    # As in the SQLite store; only the order in which answers were stored needs a column and an index of its own.
    """
    alter table answers
        add column digest bytea not null default '',
        add column at bigint not null default 0,
        add column number bigint generated always as identity;
    drop index answers_of_stream;
    create index answers_in_order on answers (number);
    update answers set at = extract(epoch from now()) * 1000;
    insert into answers (command, stream, version, answer, at)
        select distinct on (1) substring(command from '[^:]+$') || ':cashier:' || split_part(command, ':', 3),
            stream, version, answer, at
        from answers where command like 'cashier:%:%' on conflict do nothing;
    delete from answers where command like 'cashier:%:%';
    update answers set command = regexp_replace(command, '^(.+):([^:]+)$', '\\2:\\1')
        where command like '%:%:%' and split_part(command, ':', 2) != 'cashier';
    """,
    """
    create table leases (
        name text collate "C" primary key,
        epoch bigint not null,
        holder bytea not null,
        renewed timestamptz not null default clock_timestamp()
    ) with (fillfactor = 50);
    """,
)

IN_RECOVERY = (
    "the database is in recovery and takes no writes: it is a read replica, or still replays its log."
    " Let the address name the primary, or wait until it is one"
)
ONE_AT_A_TIME = 0x50554E54  # the number of the lock that keeps two servers from taking the same step
HEARD_MS_AGO = 4_000  # as long as a server that stands by believes a silent one to be alive
SECONDS_TO_BE_SILENT = HEARD_MS_AGO / 1_000 + 0.5
HEARD = f"""
    select from leases where name = $1 and holder != '' and renewed > clock_timestamp() - interval '{HEARD_MS_AGO} ms'
"""
IS_RUN = (
    "this release changes the database, and a server of an earlier one has run the floor within the last seconds."
    " Nothing was changed. Stop every server of the floor first, those that stand by too, then start this one;"
    " docs/deploying.md has the steps (Upgrading one server)"
)


class _IsRun(StoreCannotBeOpened):
    """By an older server, which plays on what the steps would change."""


async def bring_up_to_date(connection: Connection, schema: str) -> None:
    """Takes the steps that are missing, all or none; none while an older server runs the floor."""
    try:
        await _take_steps(connection, schema)
    except _IsRun:
        await asyncio.sleep(SECONDS_TO_BE_SILENT)  # one that was killed is not heard again
        await _take_steps(connection, schema)


async def _take_steps(connection: Connection, schema: str) -> None:
    [(is_in_recovery,)] = await connection.fetch("select pg_is_in_recovery()")
    if is_in_recovery:
        raise StoreIsLost(IN_RECOVERY)
    async with connection.transaction(isolation="read_committed"):
        await connection.execute(f"select pg_advisory_xact_lock({ONE_AT_A_TIME})")
        await connection.execute(f'create schema if not exists "{schema}"')
        await connection.execute("create table if not exists schema_version (version integer not null)")
        [(taken,)] = await connection.fetch("select coalesce(max(version), 0) from schema_version")
        if taken > len(STEPS):
            raise StoreCannotBeOpened(f"{schema} has schema {taken}, this program knows up to {len(STEPS)}")
        if taken < len(STEPS) and await _is_run(connection):
            raise _IsRun(IS_RUN)
        for number, step in enumerate(STEPS[taken:], start=taken + 1):
            await connection.execute(step)
            await connection.execute("insert into schema_version values ($1)", number)


async def _is_run(connection: Connection) -> bool:
    """A schema that was never opened has no leases, nor has one of the first release."""
    [(has_leases,)] = await connection.fetch("select to_regclass('leases') is not null")
    return bool(has_leases and await connection.fetch(HEARD, FLOOR))
