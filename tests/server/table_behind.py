"""The task behind a table's door, for tests that look inside."""

from punto.server.floor.floor import Floor
from punto.server.tables.table_task import TableTask


def task_of(floor: Floor, table_id: str) -> TableTask:
    task = floor.tables[table_id]
    assert isinstance(task, TableTask)
    return task
