"""What `--database` names: the file of an SQLite store, or the address of a PostgreSQL server."""

from pathlib import Path

POSTGRESQL = ("postgresql://", "postgres://")


def is_postgresql(database: str) -> bool:
    return database.startswith(POSTGRESQL)


def why_no_file(path: Path) -> str | None:
    """What is there instead of a file; None: it is one."""
    if path.is_file():
        return None
    return "this is a folder, not a file" if path.is_dir() else "there is no such file"
