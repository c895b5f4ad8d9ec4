"""Liveness, readiness and metrics, for monitoring.

Metrics reveal what the house earns, so they are served only to this machine, to administrators and to holders of the
token from the environment. A proxied request does not count as this machine.
"""

import hmac
import os
from ipaddress import ip_address

from litestar import MediaType, Request, Response, get
from litestar.datastructures import State
from msgspec import Struct

from punto.server.figures.metrics import CONTENT_TYPE, Metrics
from punto.server.people.identity import Role
from punto.server.protocol.refusals import ServerRefusal
from punto.server.rest.desks import Desk
from punto.server.rest.guards import ANYONE, Visitor
from punto.server.rest.problems import RequestRefused
from punto.server.rest.readiness import Readiness

TOKEN = "PUNTO_METRICS_TOKEN"
FORWARDED = ("forwarded", "x-forwarded-for")


class Health(Struct, frozen=True):
    status: str
    why: str = ""


@get("/healthz", roles=ANYONE, tags=["operations"], summary="Whether the server is alive.")
async def healthz() -> Health:
    return Health("ok")


@get("/readyz", roles=ANYONE, tags=["operations"], summary="Whether the floor is open: 200, or 503 with the reason.")
async def readyz(readiness: Desk[Readiness]) -> Response[Health]:
    why = await readiness.why_not()
    return Response(Health("not ready", why) if why else Health("ready"), status_code=503 if why else 200)


@get("/metrics", roles=ANYONE, tags=["operations"], summary="Metrics for Prometheus.", media_type=MediaType.TEXT)
async def show_metrics(
    metrics: Desk[Metrics], visitor: Visitor, request: Request[object, object, State]
) -> Response[bytes]:
    is_direct = not any(name in request.headers for name in FORWARDED)
    is_admin = visitor is not None and visitor.role is Role.ADMIN and not visitor.is_locked
    if not (
        is_admin
        or _has_token(request.headers.get("authorization", ""))
        or (is_direct and _is_here(request.client.host if request.client else ""))
    ):
        raise RequestRefused(ServerRefusal.ROLE_IS_NOT_ALLOWED)
    return Response(metrics.page(), media_type=CONTENT_TYPE)


def _has_token(authorization: str) -> bool:
    token = os.environ.get(TOKEN, "")
    return bool(token) and hmac.compare_digest(authorization.encode(), f"Bearer {token}".encode())


def _is_here(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


ROUTES = [healthz, readyz, show_metrics]
