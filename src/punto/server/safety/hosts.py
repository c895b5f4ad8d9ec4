"""The host names that a floor answers to.

Another site can make its own name resolve to our address (DNS rebinding), and a browser then takes both for one site.
So the name must be ours: from the public URL, from `--host`, or listed. IP addresses and `localhost` cannot be rebound.
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
    """`host` as in the request, with or without a port. Programs that are not browsers may omit it."""
    if not host:
        return True
    try:
        name = urlsplit(f"//{host.lower()}").hostname or ""
        return name.rstrip(".") in names or bool(ip_address(name))
    except ValueError:
        return False


def host_of(headers: Iterable[tuple[bytes, bytes]]) -> str:
    return next((value.decode("latin-1") for name, value in headers if name.lower() == b"host"), "")
