"""The task behind the door of a table that a patron asks for."""

from punto.server.floor.floor import Floor
from punto.server.tables.table_task import TableTask


async def seated(floor: Floor, table: str, patron: str) -> TableTask:
    door = await floor.places.door(table, patron)
    assert door is not None, f"there is no {table}"
    return floor.tables[door.id]
