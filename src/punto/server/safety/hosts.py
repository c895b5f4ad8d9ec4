"""Under which names a floor lets itself be asked.

A page of somebody else's can have its own name resolve to our address (DNS rebinding); a browser then takes that page
and our floor for one site. So a name must be ours: that of the public address, of `--host`, or a listed one. A plain
address cannot be rebound, and neither can `localhost`.
"""

from collections.abc import Iterable
from ipaddress import ip_address
from urllib.parse import urlsplit

from punto.server.config.floor_config import FloorConfig

LOCALHOST = "localhost"


def our_names(config: FloorConfig) -> frozenset[str]:
    public = urlsplit(config.public_url).hostname if config.public_url else None
    return frozenset({LOCALHOST, *map(str.lower, config.safety.hosts), *({public} if public else ())})


def is_ours(host: str, names: frozenset[str]) -> bool:
    """`host` as a request says it, with or without a port. A program that is no browser may leave it out."""
    if not host:
        return True
    try:
        name = urlsplit(f"//{host.lower()}").hostname or ""
        return name.rstrip(".") in names or bool(ip_address(name))
    except ValueError:
        return False


def host_of(headers: Iterable[tuple[bytes, bytes]]) -> str:
    return next((value.decode("latin-1") for name, value in headers if name.lower() == b"host"), "")
