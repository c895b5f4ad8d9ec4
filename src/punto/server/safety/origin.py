"""Whether a request comes from our own pages. The same question for unsafe requests and for opening a socket.

Browsers say where a request comes from, and pages cannot lie about it. Programs that are no browsers say nothing;
they hold no cookie of somebody else.
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
    """The host that was asked, and the one behind which a proxy shows us."""
    ours = {host.lower()} - {""}
    return ours | ({_host_of(config.public_url)} if config.public_url else set())


def _host_of(address: str) -> str:
    """Host and port, without the ports that a browser leaves out; empty for `null` and for what is no address."""
    try:
        parts = urlsplit(address.lower())
        usual = {"http": 80, "https": 443}.get(parts.scheme)
        if usual is None or not parts.hostname:
            return ""
        host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
        return host if parts.port in (None, usual) else f"{host}:{parts.port}"
    except ValueError:
        return ""
