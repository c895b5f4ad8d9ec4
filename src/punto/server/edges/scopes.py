"""A request's head between ASGI and the link: the floor's application sees what the edge's server saw."""

from typing import Any

from litestar.types import Scope

from punto.server.protocol.links.edge_link import Asking

ASGI = {"version": "3.0", "spec_version": "2.4"}


def asking_of(scope: Scope) -> Asking:
    client, server = scope.get("client"), scope.get("server")
    return Asking(
        method=str(scope.get("method", "GET")),
        scheme=scope["scheme"],
        http_version=scope["http_version"],
        path=scope["path"],
        raw_path=scope.get("raw_path") or scope["path"].encode(),
        query=scope["query_string"],
        headers=[(name, value) for name, value in scope["headers"]],
        client=None if client is None else (client[0], client[1]),
        server=None if server is None else (server[0], server[1]),
    )


def request_scope(asking: Asking) -> Any:
    return {**_scope(asking), "type": "http", "method": asking.method, "extensions": {}}


def socket_scope(asking: Asking, extensions: dict[str, Any]) -> Any:
    more = {"websocket.http.response": {}, **extensions}
    return {**_scope(asking), "type": "websocket", "subprotocols": [], "extensions": more}


def _scope(asking: Asking) -> dict[str, Any]:
    return {
        "asgi": ASGI,
        "http_version": asking.http_version,
        "server": asking.server,
        "client": asking.client,
        "scheme": asking.scheme,
        "root_path": "",
        "path": asking.path,
        "raw_path": asking.raw_path,
        "query_string": asking.query,
        "headers": asking.headers,
        "state": {},
    }
