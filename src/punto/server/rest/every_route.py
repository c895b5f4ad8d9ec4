"""Every route of the server."""

from litestar.types import ControllerRouterHandler

from punto.server.rest.consoles import drawers, house_owes, receipts
from punto.server.rest.pages import client, status
from punto.server.rest.routes import (
    accounts,
    admin,
    attendants,
    books,
    cage,
    cashier,
    fairness,
    health,
    lobby,
    protection,
    record,
    reports,
    rounds,
    settled_rounds,
    staff,
    staff_log,
    tables,
)

EVERY_ROUTE: list[ControllerRouterHandler] = [
    route
    for group in (
        accounts,
        admin,
        attendants,
        books,
        cage,
        cashier,
        client,
        drawers,
        fairness,
        health,
        house_owes,
        lobby,
        protection,
        receipts,
        record,
        reports,
        rounds,
        settled_rounds,
        staff,
        staff_log,
        status,
        tables,
    )
    for route in group.ROUTES
]
