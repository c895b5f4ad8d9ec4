"""The session cookie: unreadable by scripts, not sent by other sites, and under TLS never sent in the clear."""

from collections.abc import Iterable

from punto.server.config.floor_config import FloorConfig

COOKIE = "punto_session"
TOKEN_MAX = 128
KEPT_SECONDS = 30 * 24 * 60 * 60


def cookie_of(headers: Iterable[tuple[bytes, bytes]]) -> str:
    """The request's session token, or empty."""
    for name, value in headers:
        if name.lower() != b"cookie":
            continue
        for part in value.decode("latin-1").split(";"):
            key, _, token = part.strip().partition("=")
            if key == COOKIE and len(token) <= TOKEN_MAX:
                return token
    return ""


def set_cookie(token: str, config: FloorConfig) -> str:
    return f"{COOKIE}={token}; Max-Age={KEPT_SECONDS}{_attributes(config)}"


def clear_cookie(config: FloorConfig) -> str:
    return f"{COOKIE}=; Max-Age=0{_attributes(config)}"


def _attributes(config: FloorConfig) -> str:
    """Not Secure over plain http on a LAN: browsers would drop the cookie."""
    return f"; Path={config.base_path or '/'}; HttpOnly; SameSite=Strict{'; Secure' if config.is_secure else ''}"
