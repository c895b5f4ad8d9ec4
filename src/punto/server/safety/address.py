"""The address that a request comes from, as far as one household goes: an IPv6 network of /64 counts as one."""

from collections.abc import Mapping
from ipaddress import IPv6Address, ip_address, ip_network

NOWHERE = "nowhere"
NETWORK_BITS = 64


def address_of(scope: Mapping[str, object]) -> str:
    """What the server below us says. Behind a proxy it has already read the forwarding header of that proxy alone."""
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
