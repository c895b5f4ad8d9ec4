"""Which tables a visitor may look at: the floor's, and their own on-demand tables. Staff may look at any."""

from punto.server.config.floor_config import FloorConfig
from punto.server.config.table_ids import own_table, owner_of, place_of
from punto.server.people.identity import STAFF, Identity
from punto.server.protocol.refusals import ServerRefusal
from punto.server.rest.problems import RequestRefused
from punto.table.config import TableConfig, TableKind


def seen_table(floor: FloorConfig, table_id: str, visitor: Identity | None) -> tuple[str, TableConfig]:
    """The table's id and its place's settings. The name of an on-demand place means the visitor's own table there."""
    config = floor.table(place_of(table_id))
    if config is None:
        raise RequestRefused(ServerRefusal.TABLE_IS_UNKNOWN)
    if config.kind is not TableKind.ON_DEMAND:
        if table_id != config.id:
            raise RequestRefused(ServerRefusal.TABLE_IS_UNKNOWN)
        return table_id, config
    asks_for = owner_of(table_id) or (visitor.account if visitor else "")
    is_allowed = visitor is not None and (asks_for == visitor.account or visitor.role in STAFF)
    if not is_allowed or not asks_for.isascii() or not asks_for.isalnum():
        raise RequestRefused(ServerRefusal.TABLE_IS_UNKNOWN)
    return own_table(config.id, asks_for), config
