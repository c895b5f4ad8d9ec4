"""Every refusal over HTTP is a problem document (RFC 9457), whether from a handler, the framework or the gate.

`name` and its English sentence, `title`, are from the table of refusals; `detail` is a line for people who read logs.
"""

from collections.abc import Mapping

import msgspec
import structlog
from litestar import Request, Response
from litestar.datastructures import State
from litestar.exceptions import HTTPException, ValidationException
from litestar.types import ExceptionHandlersMap

from punto.rules.invalid_input import InvalidInput
from punto.server.people.limits.protection import LimitsAreNotStored
from punto.server.people.sign_in.passwords import PasswordsAreBusy
from punto.server.protocol.refusal_words import REFUSALS
from punto.server.protocol.refusals import AnyRefusal, ServerRefusal
from punto.server.rest.safe_methods import SAFE_METHODS
from punto.server.safety.headers import RETRY_SECONDS
from punto.server.store.failures import StoreCannotWrite, StoreIsLost, StreamIsTaken

PROBLEM_JSON = "application/problem+json"

Asked = Request[object, object, State]

log = structlog.get_logger("punto.rest")


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    type: str
    title: str
    status: int
    name: str
    detail: str = ""
    errors: tuple[str, ...] = ()  # one for each invalid field


class RequestRefused(Exception):
    """Raised to end a request with a named refusal."""

    def __init__(self, name: AnyRefusal, detail: str = "", retry_after_ms: int = 0, *, closes: bool = False) -> None:
        """`closes`: ends the connection, which can no longer be trusted."""
        super().__init__(name)
        self.refusal = name
        self.problem = problem(name, detail=detail)
        self.headers = {"retry-after": str(-(-retry_after_ms // 1000))} if retry_after_ms else {}
        if closes:
            self.headers["connection"] = "close"


def problem(name: AnyRefusal, *, status: int = 0, detail: str = "", errors: tuple[str, ...] = ()) -> Problem:
    known = REFUSALS[name]
    return Problem(
        type=f"urn:punto:problem:{name}",
        title=known.words,
        status=status or known.status,
        name=name,
        detail=detail,
        errors=errors,
    )


def refuse(name: AnyRefusal | None) -> None:
    """Ends the request if there is a refusal."""
    if name is not None:
        raise RequestRefused(name)


def _response(content: Problem, headers: Mapping[str, str] | None = None) -> Response[Problem]:
    return Response(content, status_code=content.status, media_type=PROBLEM_JSON, headers=dict(headers or {}))


def _refused(_request: Asked, refused: RequestRefused) -> Response[Problem]:
    return _response(refused.problem, refused.headers)


def _http(_request: Asked, error: HTTPException) -> Response[Problem]:
    """The framework's own refusals: unknown route, wrong method, a body that does not match its schema."""
    name = _NAMES.get(error.status_code, ServerRefusal.REQUEST_IS_INVALID)
    errors = _named_errors(error) if isinstance(error, ValidationException) else ()
    detail = error.detail if error.status_code < 500 else ""
    return _response(problem(name, status=error.status_code, detail=detail, errors=errors), error.headers)


def _named_errors(error: ValidationException) -> tuple[str, ...]:
    extra = error.extra if isinstance(error.extra, list) else []
    return tuple(f"{each.get('key', 'body')}: {each.get('message', '')}" for each in extra if isinstance(each, dict))


def _invalid(_request: Asked, error: InvalidInput) -> Response[Problem]:
    return _response(problem(ServerRefusal.REQUEST_IS_INVALID, detail=str(error)))


def _too_deep(_request: Asked, _error: RecursionError) -> Response[Problem]:
    return _response(problem(ServerRefusal.REQUEST_IS_INVALID, detail="the body is nested too deeply"))


def _busy(_request: Asked, _error: Exception) -> Response[Problem]:
    return _response(problem(ServerRefusal.SERVER_IS_BUSY), {"retry-after": RETRY_SECONDS})


def _store_is_lost(request: Asked, error: StoreIsLost) -> Response[Problem]:
    """What only reads has done nothing, nor has an engine that can store nothing now. Of the rest nobody knows."""
    if request.method in SAFE_METHODS or isinstance(error, StoreCannotWrite):
        return _response(problem(ServerRefusal.STORE_IS_LOST), {"retry-after": RETRY_SECONDS})
    return _response(problem(ServerRefusal.OUTCOME_IS_UNKNOWN), {"retry-after": RETRY_SECONDS})


def _not_stored(_request: Asked, _error: Exception) -> Response[Problem]:
    detail = "they apply now and will be stored when the store is back"
    return _response(problem(ServerRefusal.LIMITS_ARE_NOT_STORED, detail=detail), {"retry-after": RETRY_SECONDS})


def _unexpected(_request: Asked, error: Exception) -> Response[Problem]:
    """A bug: the log has the details, the answer has none."""
    log.error("request_failed", exc_info=error)
    return _response(problem(ServerRefusal.SOMETHING_WENT_WRONG, status=500))


_NAMES = {
    400: ServerRefusal.REQUEST_IS_INVALID,
    401: ServerRefusal.NOT_SIGNED_IN,
    403: ServerRefusal.ROLE_IS_NOT_ALLOWED,
    404: ServerRefusal.NOT_FOUND,
    405: ServerRefusal.METHOD_IS_NOT_ALLOWED,
    413: ServerRefusal.BODY_IS_TOO_LARGE,
    415: ServerRefusal.BODY_IS_NOT_JSON,
    429: ServerRefusal.TOO_MANY_REQUESTS,
    500: ServerRefusal.SOMETHING_WENT_WRONG,
    503: ServerRefusal.SERVER_IS_BUSY,
}

EXCEPTION_HANDLERS: ExceptionHandlersMap = {
    RequestRefused: _refused,
    HTTPException: _http,
    InvalidInput: _invalid,
    RecursionError: _too_deep,
    PasswordsAreBusy: _busy,
    LimitsAreNotStored: _not_stored,
    StoreIsLost: _store_is_lost,
    StreamIsTaken: _busy,  # a copy was restored under a running floor, which must be restarted
    Exception: _unexpected,
}
