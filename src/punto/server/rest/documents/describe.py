"""Completes the OpenAPI document: the answers of the gate and the role check, which every route shares, are added once.

A handler's own refusals are problem documents too; clients tell them apart by `name`.
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
from punto.server.protocol.documents.declarations import STRUCTS
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
    "400": "A parameter or the body does not match its schema",
    "401": "Nobody is signed in, the session is locked, or name and password do not match",
    "403": "The role is not allowed, the request comes from another site, or it lacks its token",
    "404": "Not found",
    "405": "Method not allowed",
    "409": "RequestRefused; `name` says why",
    "413": "The body is too large",
    "415": "The body is not JSON",
    "429": "Too many requests or failed attempts; see `Retry-After`",
    "503": "Too busy; try again",
}


class _CompleteDocument(JsonRenderPlugin):
    """Completed when it is first requested, which keeps startup fast."""

    def render(self, request: AnyRequest, openapi_schema: dict[str, Any]) -> bytes:
        for path in openapi_schema["paths"].values():
            for operation in path.values():
                _describe_refusals(operation["responses"])
        for name, schema in openapi_schema["components"]["schemas"].items():
            _describe_array(name, schema)
        return super().render(request, openapi_schema)


def _describe_refusals(responses: dict[str, Any]) -> None:
    """Every operation can be refused in the same ways."""
    if "204" in responses:
        responses["204"] = {"description": "Done"}
    problem = {PROBLEM_JSON: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    responses.update({status: {"description": words, "content": problem} for status, words in REFUSALS.items()})


def _describe_array(name: str, schema: dict[str, Any]) -> None:
    """Describes array-like structs, such as a road's mark, as arrays; the framework takes them for objects."""
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
