"""A request's address, at the granularity of a household: an IPv6 /64 network counts as one."""

from collections.abc import Mapping
from ipaddress import IPv6Address, ip_address, ip_network

NOWHERE = "nowhere"
NETWORK_BITS = 64


def address_of(scope: Mapping[str, object]) -> str:
    """As the server reports it. Behind a trusted proxy it has already applied that proxy's forwarding header."""
    client = scope.get("client")
    if not isinstance(client, tuple | list) or not client:
        return NOWHERE
    try:
        address = ip_address(str(client[0]).partition("%")[0])
    except ValueError:
        return str(client[0])
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ip_network((address, NETWORK_BITS), strict=False))
