"""The session cookie: no script can read it, no other site can send it, and under TLS it never travels in the clear."""

from collections.abc import Iterable

from punto.server.config.floor_config import FloorConfig

COOKIE = "punto_session"
TOKEN_MAX = 128
KEPT_SECONDS = 30 * 24 * 60 * 60


def cookie_of(headers: Iterable[tuple[bytes, bytes]]) -> str:
    """The session token that a request carries; empty when it carries none."""
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
    """Over plain http on a LAN a browser would throw a Secure cookie away."""
    return f"; Path={config.base_path or '/'}; HttpOnly; SameSite=Strict{'; Secure' if config.is_secure else ''}"
