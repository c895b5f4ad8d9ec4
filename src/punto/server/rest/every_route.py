"""Every route of the server."""

from litestar.types import ControllerRouterHandler

from punto.server.rest.consoles.cage import days, drawers, house_owes, receipts, station_tables, stations
from punto.server.rest.consoles.dealer import dealing, mending, pictures, relief, scanners, talk, typed_cards
from punto.server.rest.consoles.desk import explained_rounds, find_patron, patron_deeds, patrons_desk
from punto.server.rest.consoles.supervisor import (
    digests,
    incidents,
    new_limits,
    nodes,
    previews,
    returns,
    staff_log,
    supervised_floor,
    watched_table,
)
from punto.server.rest.pages import client, status, streams
from punto.server.rest.routes import (
    accounts,
    admin,
    attendants,
    books,
    cage,
    cashier,
    displays,
    fairness,
    health,
    lobby,
    own_figures,
    protection,
    record,
    reports,
    rounds,
    saved_bets,
    settled_rounds,
    staff,
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
        displays,
        explained_rounds,
        fairness,
        find_patron,
        health,
        house_owes,
        incidents,
        lobby,
        own_figures,
        mending,
        relief,
        patrons_desk,
        pictures,
        new_limits,
        nodes,
        previews,
        protection,
        receipts,
        record,
        reports,
        returns,
        rounds,
        saved_bets,
        scanners,
        settled_rounds,
        staff,
        staff_log,
        stations,
        station_tables,
        status,
        supervised_floor,
        streams,
        tables,
        patron_deeds,  # after `protection`, whose types it shares
        talk,
        typed_cards,
        watched_table,
    )
    for route in group.ROUTES
]
