"""The processes that make up the floor, which of them runs each table, and the tables that moved lately."""

from litestar import get
from litestar.types import ControllerRouterHandler

from punto.server.floor.supervising import Supervising
from punto.server.protocol.nodes import NodeWatch
from punto.server.rest.desks import Desk
from punto.server.rest.guards import SUPERVISOR, Who
from punto.server.staff.staff_log import StaffLog


@get("/api/staff/nodes", roles=SUPERVISOR, summary="Nodes, who runs each table, and moves")
async def nodes(supervising: Desk[Supervising], staff_log: Desk[StaffLog], identity: Who) -> NodeWatch:
    """`lag_ms` is a node's last beat, there and back; `epoch` rises whenever something is taken from somebody."""
    await staff_log.reads(identity, "read_nodes")
    return supervising.nodes.look()


ROUTES: list[ControllerRouterHandler] = [nodes]
