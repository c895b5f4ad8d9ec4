"""Whether a request comes from our own pages; checked for unsafe requests and for sockets.

Browsers send the origin, and pages cannot forge it. Other programs send none, but they do not carry somebody else's
cookie either.
"""

from collections.abc import Iterable
from urllib.parse import urlsplit

from punto.server.config.floor_config import FloorConfig


def origin_is_ours(headers: Iterable[tuple[bytes, bytes]], config: FloorConfig) -> bool:
    said = {name.lower(): value.decode("latin-1") for name, value in headers}
    if said.get(b"sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = said.get(b"origin")
    return origin is None or _host_of(origin) in _our_hosts(said.get(b"host", ""), config)


def _our_hosts(host: str, config: FloorConfig) -> set[str]:
    """The requested host, and the public one behind a proxy."""
    ours = {host.lower()} - {""}
    return ours | ({_host_of(config.public_url)} if config.public_url else set())


def _host_of(address: str) -> str:
    """Host and port, without default ports; empty for `null` and for what is not a URL."""
    try:
        parts = urlsplit(address.lower())
        usual = {"http": 80, "https": 443}.get(parts.scheme)
        if usual is None or not parts.hostname:
            return ""
        host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
        return host if parts.port in (None, usual) else f"{host}:{parts.port}"
    except ValueError:
        return ""
