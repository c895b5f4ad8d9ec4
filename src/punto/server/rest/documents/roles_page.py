"""Generates docs/roles.md from the routes, so the page always matches what the guard enforces."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from litestar.handlers import HTTPRouteHandler

from punto.server.people.identity import Role
from punto.server.rest.every_route import EVERY_ROUTE
from punto.server.rest.guards import Access, access_of

COLUMNS = (Role.PATRON, Role.ATTENDANT, Role.DEALER, Role.SUPERVISOR, Role.ADMIN)
HEAD = """<!-- Generated from the routes by `make format`; do not edit. -->

# Who may do what

Every action of the HTTP interface and the roles that may take it. Administrators may do everything staff may; staff
have no purse, so patrons' actions are for patrons only. What else an action needs (a second person, a reason, a limit
of the role) is in [operating.md](operating.md). A running floor serves its OpenAPI document at
`/api/docs/openapi.json`.
"""


class Action(NamedTuple):
    path: str
    method: str
    summary: str
    access: Access


def roles_page() -> str:
    actions = sorted(_actions())
    open_to_all = [action for action in actions if not action.access.needs_session]
    for_some = [action for action in actions if action.access.needs_session]
    return "\n".join([HEAD, *_table(for_some), "", "## Without signing in", "", *_list(open_to_all), ""])


def _table(actions: list[Action]) -> Iterator[str]:
    yield f"| action | {' | '.join(COLUMNS)} | route |"
    yield "| --- |" + " :-: |" * len(COLUMNS) + " --- |"
    for action in actions:
        may = " | ".join("✓" if role in action.access.roles else "" for role in COLUMNS)
        yield f"| {action.summary} | {may} | `{action.method} {action.path}` |"


def _list(actions: list[Action]) -> Iterator[str]:
    yield "| action | route |"
    yield "| --- | --- |"
    for action in actions:
        yield f"| {action.summary} | `{action.method} {action.path}` |"


def _actions() -> Iterator[Action]:
    for handler in EVERY_ROUTE:
        assert isinstance(handler, HTTPRouteHandler), "every route is a function"
        for path in sorted(handler.paths):
            for method in sorted(handler.http_methods):
                if handler.summary:  # pages and images have none
                    shown = re.sub(r":\w+}", "}", path)
                    yield Action(shown, method, handler.summary.rstrip("."), access_of(handler))
