"""The gate that every request passes before routing: rate limits, body size, session and origin.

It wraps the whole application, so unknown pages are rate-limited and get the same headers, and HEAD works wherever GET
does. Unsafe requests must come from our own pages, carry JSON and, with a session, carry its request token.
"""

import hmac
from collections.abc import Callable, Iterable

import msgspec
from litestar import Litestar
from litestar.enums import ScopeType
from litestar.types import HTTPReceiveMessage, HTTPScope, Message, Receive, Scope, Send, WebSocketReceiveMessage
from msgspec.structs import replace

from punto.rules.invalid_input import shortened
from punto.server.config.floor_config import FloorConfig
from punto.server.dealing.devices import Devices
from punto.server.people.sign_in.sessions import Sessions
from punto.server.protocol.refusals import ServerRefusal
from punto.server.rest.guards import ADDRESS, IDENTITY
from punto.server.rest.problems import PROBLEM_JSON, Problem, RequestRefused, problem
from punto.server.rest.safe_methods import SAFE_METHODS
from punto.server.safety.address import address_of
from punto.server.safety.headers import RETRY_SECONDS, security_headers
from punto.server.safety.hosts import host_of, is_ours, our_names
from punto.server.safety.origin import origin_is_ours
from punto.server.safety.rate_limit import RateLimit
from punto.server.store.failures import StoreIsLost
from punto.table.state import Instant

BODY_MAX = 16_384
MINUTE_MS = 60_000
TOKEN_HEADER = b"x-punto-token"
API = "/api/"
SCANNERS = "/api/scanners/"
WHEP = "/whep/"  # offers of video are no JSON
DEVICE_REQUESTS_A_MINUTE = 1_200


class Gate:
    def __init__(
        self,
        litestar: Litestar,
        sessions: Sessions,
        devices: Devices,
        config: FloorConfig,
        clock: Callable[[], Instant],
    ) -> None:
        """What the gate reads of the configuration (hosts, headers, rates) does not change until a restart."""
        self.litestar = litestar
        self._sessions = sessions
        self._known_devices = devices
        self._config = config
        self._clock = clock
        self._headers = security_headers(config)
        self._names = our_names(config)
        safety = config.safety
        self._addresses = RateLimit(safety.address_requests_a_minute, MINUTE_MS)
        self._accounts = RateLimit(safety.requests_a_minute, MINUTE_MS)
        self._devices = RateLimit(DEVICE_REQUESTS_A_MINUTE, MINUTE_MS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:  # sockets check origin and identity when they open
            await self.litestar(scope, receive, send)
            return

        is_head = scope["method"] == "HEAD"

        async def send_with_headers(message: Message) -> None:
            if is_head and message["type"] == "http.response.body":
                message["body"] = b""
            if message["type"] == "http.response.start":
                own = [(b"cache-control", b"no-store")] if scope["path"].startswith(API) else []
                told = {name.lower() for name, _ in message.get("headers", ())}
                added = [each for each in (*self._headers, *own) if each[0] not in told]
                message["headers"] = [*message.get("headers", ()), *added]
            await send(message)

        try:
            await self._let_in(scope)
        except RequestRefused as refused:
            await _answer(send_with_headers, refused.problem, refused.headers)
            return
        except StoreIsLost:
            await _answer(send_with_headers, problem(ServerRefusal.SERVER_IS_BUSY), {"retry-after": RETRY_SECONDS})
            return
        asked = {**scope, "method": "GET"} if is_head else scope  # the same answer, without its body
        await self.litestar(asked, _whole(receive), send_with_headers)

    async def _let_in(self, scope: HTTPScope) -> None:
        state = scope.setdefault("state", {})
        state[ADDRESS] = address = address_of(scope)
        headers = scope["headers"]
        device = self._known_devices.identify(headers) if scope["path"].startswith(SCANNERS) else None
        if device is None:
            self._limit(self._addresses, address)
        else:  # readers of many tables may share an address
            self._limit(self._devices, device.id)
        _check_host(headers, self._names)
        said = {name.lower(): value for name, value in headers}
        _check_size(said)
        if "\0" in scope["path"] or b"%00" in scope["query_string"]:
            raise RequestRefused(
                ServerRefusal.REQUEST_IS_INVALID, "a NUL character is not allowed"
            )  # PostgreSQL rejects it
        state[IDENTITY] = identity = await self._sessions.identify(headers)
        if identity is not None:
            state[IDENTITY] = replace(identity, address=address)
            self._limit(self._accounts, identity.account)
        if scope["method"] in SAFE_METHODS:
            return
        if not origin_is_ours(headers, self._config):
            raise RequestRefused(ServerRefusal.ORIGIN_IS_NOT_OURS)
        if identity is not None:
            expected = self._sessions.request_token(identity.session)
            if not hmac.compare_digest(said.get(TOKEN_HEADER, b""), expected.encode()):
                raise RequestRefused(ServerRefusal.REQUEST_TOKEN_IS_WRONG)
        expected_type = b"application/sdp" if scope["path"].startswith(WHEP) else b"application/json"
        if _has_body(said) and said.get(b"content-type", b"").partition(b";")[0].strip().lower() != expected_type:
            raise RequestRefused(ServerRefusal.BODY_IS_NOT_JSON)

    def _limit(self, limit: RateLimit, key: str) -> None:
        wait_ms = limit.wait_ms(key, self._clock())
        if wait_ms:
            raise RequestRefused(ServerRefusal.TOO_MANY_REQUESTS, retry_after_ms=wait_ms)


def _check_size(said: dict[bytes, bytes]) -> None:
    """A body that declares its size is refused at once; otherwise the framework counts while reading. If a request says
    in two ways where its body ends, a proxy might believe the other one."""
    if b"content-length" in said and b"transfer-encoding" in said:
        raise RequestRefused(
            ServerRefusal.REQUEST_IS_INVALID, "Content-Length and Transfer-Encoding exclude each other", closes=True
        )
    length = said.get(b"content-length", b"0")
    if not length.isdigit() or len(length) > 12 or int(length) > BODY_MAX:
        raise RequestRefused(ServerRefusal.BODY_IS_TOO_LARGE)


def _has_body(said: dict[bytes, bytes]) -> bool:
    return said.get(b"content-length", b"0") != b"0" or b"transfer-encoding" in said


def _check_host(headers: Iterable[tuple[bytes, bytes]], names: frozenset[str]) -> None:
    host = host_of(headers)
    if not is_ours(host, names):
        raise RequestRefused(
            ServerRefusal.HOST_IS_NOT_OURS,
            f"this floor is not served as {shortened(host)}; the operator can add the name to [safety] hosts",
            closes=True,
        )


def _whole(receive: Receive) -> Receive:
    """A truncated body is the client's error; the framework would report it as ours."""
    is_incomplete = True

    async def receive_whole() -> HTTPReceiveMessage | WebSocketReceiveMessage:
        nonlocal is_incomplete
        message = await receive()
        if message["type"] == "http.request":
            is_incomplete = message.get("more_body", False)
        elif message["type"] == "http.disconnect" and is_incomplete:
            raise RequestRefused(ServerRefusal.REQUEST_IS_INVALID, "the body is incomplete")
        return message

    return receive_whole


async def _answer(send: Send, content: Problem, headers: dict[str, str]) -> None:
    body = msgspec.json.encode(content)
    named = {"content-type": PROBLEM_JSON, "content-length": str(len(body)), **headers}
    encoded = [(name.encode(), value.encode()) for name, value in named.items()]
    await send({"type": "http.response.start", "status": content.status, "headers": encoded})
    await send({"type": "http.response.body", "body": body, "more_body": False})
