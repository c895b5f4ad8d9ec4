"""The engines, as fixtures; one PostgreSQL server for each worker of the test run."""

from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from tests.server.store import engines
from tests.server.store.engines import Engine
from tests.server.store.postgres_server import running_postgres


@pytest.fixture(scope="session")
def postgres_address() -> Iterator[str]:
    with running_postgres() as address:
        yield address


@pytest.fixture(params=engines.NAMES)
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Engine:
    match request.param:
        case "sqlite":
            return engines.sqlite(tmp_path / "store.db")
        case "sqlite writer":
            return engines.sqlite_writer(tmp_path / "store.db")
    return engines.postgres(request.getfixturevalue("postgres_address"), schema=f"test_{uuid4().hex}")
