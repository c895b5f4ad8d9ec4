"""Every route of the server."""

from litestar.types import ControllerRouterHandler

from punto.server.rest.consoles import (
    days,
    dealing,
    digests,
    drawers,
    explained_rounds,
    find_patron,
    house_owes,
    mending,
    patron_deeds,
    patrons_desk,
    pictures,
    receipts,
    scanners,
    stations,
    talk,
    typed_cards,
)
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
        days,
        digests,
        drawers,
        dealing,
        explained_rounds,
        fairness,
        find_patron,
        health,
        house_owes,
        lobby,
        mending,
        patrons_desk,
        pictures,
        protection,
        receipts,
        record,
        reports,
        rounds,
        scanners,
        settled_rounds,
        staff,
        staff_log,
        stations,
        status,
        tables,
        patron_deeds,  # after `protection`, whose types it shares
        talk,
        typed_cards,
    )
    for route in group.ROUTES
]
