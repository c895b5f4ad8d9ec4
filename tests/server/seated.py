"""The task behind the door of a table that a patron asks for."""

from punto.server.floor.floor import Floor
from punto.server.tables.table_task import TableTask
from tests.server.table_behind import task_of


async def seated(floor: Floor, table: str, patron: str) -> TableTask:
    door = await floor.places.door(table, patron)
    assert door is not None, f"there is no {table}"
    return task_of(floor, door.id)
