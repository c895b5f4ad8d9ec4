"""Tells the service manager that started us how far we are, as systemd's services of `Type=notify` do.

One datagram to the socket it named. Without a service manager, nobody is told.
"""

import os
import socket
from collections.abc import Mapping
from contextlib import suppress

SOCKET = "NOTIFY_SOCKET"
OPEN = "READY=1\nSTATUS=The floor is open."
STANDING_BY = "READY=1\nSTATUS=Standing by."  # also ready: nobody who starts us should wait for another's end
STOPPING = "STOPPING=1\nSTATUS=The floor is closing."


def tell_service_manager(state: str, environment: Mapping[str, str] = os.environ) -> None:
    address = environment.get(SOCKET)
    if not address:
        return
    if address.startswith("@"):  # an abstract name, which the system writes with a zero
        address = f"\0{address[1:]}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ours, suppress(OSError):  # nobody listens any more
        ours.sendto(state.encode(), address)
