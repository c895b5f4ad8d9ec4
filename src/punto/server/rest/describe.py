"""The OpenAPI document, completed: what the gate and the guard may answer belongs to every route and is written once.

Refusals that a handler itself raises are problem documents as well; a client tells them apart by `name`.
"""

from typing import Any

from litestar import Request, Router
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import (
    Components,
    Schema,
    SecurityScheme,
    Server,
)
from litestar.openapi.spec.enums import OpenAPIType

from punto import __version__
from punto.server.protocol.declarations import STRUCTS
from punto.server.rest.guards import ANYONE
from punto.server.rest.problems import PROBLEM_JSON
from punto.server.safety.cookies import COOKIE

AnyRequest = Request[Any, Any, Any]

DOCUMENT = "/api/docs"  # the document itself is at /api/docs/openapi.json
SESSION, TOKEN = "session", "request_token"
PROBLEM_SCHEMA = Schema(
    type=OpenAPIType.OBJECT,
    title="Problem",
    description="RFC 9457; `name` is the refusal's name.",
    required=["type", "title", "status", "name"],
    properties={
        "type": Schema(type=OpenAPIType.STRING),
        "title": Schema(type=OpenAPIType.STRING),
        "status": Schema(type=OpenAPIType.INTEGER),
        "name": Schema(type=OpenAPIType.STRING),
        "detail": Schema(type=OpenAPIType.STRING),
        "errors": Schema(type=OpenAPIType.ARRAY, items=Schema(type=OpenAPIType.STRING)),
    },
)
REFUSALS = {
    "400": "A parameter or the body does not fit its schema, or cannot be",
    "401": "Nobody is signed in, the session is locked, or name and password do not belong together",
    "403": "This role may not, the request comes from another site, or it lacks its token",
    "404": "There is no such thing",
    "405": "There is no such method here",
    "409": "RequestRefused, by name",
    "413": "The body is too large",
    "415": "The body is not JSON",
    "429": "Too many requests or failures; `Retry-After` says how long to wait",
    "503": "Too busy for now",
}


class _CompleteDocument(JsonRenderPlugin):
    """Completed when somebody reads it: a floor that starts has no time for documents."""

    def render(self, request: AnyRequest, openapi_schema: dict[str, Any]) -> bytes:
        for path in openapi_schema["paths"].values():
            for operation in path.values():
                _describe_refusals(operation["responses"])
        for name, schema in openapi_schema["components"]["schemas"].items():
            _describe_array(name, schema)
        return super().render(request, openapi_schema)


def _describe_refusals(responses: dict[str, Any]) -> None:
    """Every operation may be refused in the same ways, and says so."""
    if "204" in responses:
        responses["204"] = {"description": "Done; there is nothing to tell"}
    problem = {PROBLEM_JSON: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    responses.update({status: {"description": words, "content": problem} for status, words in REFUSALS.items()})


def _describe_array(name: str, schema: dict[str, Any]) -> None:
    """What travels as an array, such as a road's mark, is described as one; the framework sees an object's fields."""
    struct = STRUCTS.get(name)
    if struct and struct.__struct_config__.array_like and "properties" in schema:
        fields = schema.pop("properties")
        schema.pop("required", None)
        places = [fields[field] for field in struct.__struct_fields__]
        schema.update(type="array", prefixItems=places, minItems=len(places), maxItems=len(places))


def openapi_config(base_path: str) -> OpenAPIConfig:
    return OpenAPIConfig(
        title="Punto",
        version=__version__,
        description="Runs, plays and proves baccarat.",
        servers=[Server(base_path or "/")],
        path=DOCUMENT,
        openapi_router=Router(DOCUMENT, route_handlers=[], include_in_schema=False, opt={"roles": ANYONE}),
        render_plugins=[_CompleteDocument()],
        components=Components(
            schemas={"Problem": PROBLEM_SCHEMA},
            security_schemes={
                SESSION: SecurityScheme(type="apiKey", name=COOKIE, security_scheme_in="cookie"),
                TOKEN: SecurityScheme(type="apiKey", name="X-Punto-Token", security_scheme_in="header"),
            },
        ),
    )
