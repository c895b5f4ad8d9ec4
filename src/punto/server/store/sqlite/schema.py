"""The tables of the SQLite store, as numbered steps that are never edited once released.

`user_version` in the file's header says how many steps were taken, `application_id` that the file is ours.
Streams and accounts have short numbers inside, because their names would otherwise stand in every line.

Everything that grows is written at its end, because a transaction writes whole pages: an index of lines by account
would touch a page for each patron and halve the speed. So a journal is one row, whose lines name for each account the
journal that moved it before; an auditor can list them with `json_each`.
"""

from apsw import Connection

from punto.server.store.failures import StoreCannotBeOpened

APPLICATION_ID = 0x50554E54  # "PUNT"

STEPS = (
    """
    create table streams (
        id integer primary key,
        stream text not null unique,
        epoch integer not null,
        version integer not null,
        head blob not null
    ) strict;
    create table events (
        stream integer not null references streams,
        version integer not null,
        body blob not null,
        head blob not null,
        primary key (stream, version)
    ) strict;
    create table accounts (
        id integer primary key,
        account text not null unique,
        balance integer not null,
        last_journal integer not null,
        may_be_negative integer not null,
        constraint no_purse_is_below_zero check (balance >= 0 or may_be_negative)
    ) strict;
    create table journals (
        id integer primary key,
        stream integer not null references streams,
        version integer not null,
        lines text not null -- JSON: an account's number to its amount and its journal before this one
    ) strict;
    create table answers (
        command text primary key,
        stream integer not null references streams,
        version integer not null,
        answer blob not null
    ) strict;
    create index answers_of_stream on answers (stream, version);
    create table snapshots (
        stream text not null,
        schema integer not null,
        version integer not null,
        body blob not null,
        primary key (stream, schema)
    ) strict;
    create table people (
        person text primary key,
        body blob not null
    ) strict;
    """,
    """
    alter table streams add column archived_version integer not null default 0;
    alter table streams add column archived_head blob not null
        default x'0000000000000000000000000000000000000000000000000000000000000000';
    """,
    """
    create table records (
        kind text not null,
        id text not null,
        body blob not null,
        primary key (kind, id)
    ) strict, without rowid;
    create table plays (
        patron text not null,
        at integer not null,
        table_id text not null,
        version integer not null,
        changed integer not null,
        book text not null,
        shoe integer not null,
        coup integer not null,
        status text not null,
        staked integer not null,
        returned integer not null,
        body blob not null
    ) strict;
    create unique index plays_of_patron on plays (patron, at, table_id, version);
    create table bet_totals (
        day text not null,
        table_id text not null,
        book text not null,
        bet text not null,
        wagers integer not null,
        staked integer not null,
        returned integer not null,
        primary key (day, table_id, book, bet)
    ) strict, without rowid;
    create table followed (
        stream text primary key,
        version integer not null,
        state blob not null
    ) strict;
    """,
    """
    alter table records add column version integer not null default 0;
    alter table records add column is_forgotten integer not null default 0;
    create index forgotten_records on records (version) where is_forgotten = 1;
    alter table people add column version integer not null default 0;
    alter table people add column is_forgotten integer not null default 0;
    """,
    """
    create table checkpoints ( -- of streams whose first events are in archive files
        stream text primary key,
        body blob not null -- a Checkpoint
    ) strict;
    """,
    # Ids come first, for clients let theirs grow with time: then the index of commands, too, is written at its end.
    # What was answered before counts as of now. Rows are forgotten in the order of their numbers, which needs no index.
    """
    alter table answers add column digest blob not null default x'';
    alter table answers add column at integer not null default 0;
    drop index answers_of_stream;
    update answers set at = unixepoch() * 1000;
    update or ignore answers set command =
        json_extract('["' || replace(command, ':', '","') || '"]', '$[#-1]') || case when command like 'cashier:%'
        then ':cashier:' || json_extract('["' || replace(command, ':', '","') || '"]', '$[2]')
        else ':' || rtrim(rtrim(command, replace(command, ':', '')), ':') end
        where command like '%:%:%';
    """,
    """
    create table leases (
        name text primary key,
        epoch integer not null,
        holder blob not null
    ) strict, without rowid;
    """,
)


def bring_up_to_date(connection: Connection) -> None:
    """Takes the steps that are missing, all or none."""
    connection.execute("begin immediate")
    try:
        taken = _steps_taken(connection)
        for step in STEPS[taken:]:
            connection.execute(step)
        if taken < len(STEPS):
            connection.execute(f"pragma application_id = {APPLICATION_ID}; pragma user_version = {len(STEPS)}")
        connection.execute("commit")
    finally:
        if connection.in_transaction:
            connection.execute("rollback")


def _steps_taken(connection: Connection) -> int:
    application, taken = connection.pragma("application_id"), connection.pragma("user_version")
    is_empty = not connection.execute("select exists (select 1 from sqlite_schema)").get
    if application != APPLICATION_ID and not is_empty:
        raise StoreCannotBeOpened(f"{connection.filename} is not a store of Punto")
    assert isinstance(taken, int)
    if taken > len(STEPS):
        raise StoreCannotBeOpened(f"{connection.filename} has schema {taken}, this program knows up to {len(STEPS)}")
    return taken
