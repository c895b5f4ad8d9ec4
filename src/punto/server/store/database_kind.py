"""What `--database` names: the file of an SQLite store, or the address of a PostgreSQL server."""

POSTGRESQL = ("postgresql://", "postgres://")


def is_postgresql(database: str) -> bool:
    return database.startswith(POSTGRESQL)
