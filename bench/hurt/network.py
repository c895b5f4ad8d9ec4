"""Network namespaces for nodes: each has a link of its own to the engines and patrons, which can be cut.

All of it is inside a namespace that this process enters first, so nothing touches the machine's own network. Needs root
and Debian's iproute2.
"""

import ctypes
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

from punto.trials.edges.nodes import Place

NEW_NETWORK = 0x40000000  # CLONE_NEWNET
BRIDGE, ENGINES_AT = "punto", "10.203.0.1"
INSTALL = ("apt-get", "-qq", "install", "--yes", "--no-install-recommends", "iproute2")


class NoNamespaces(Exception):
    """Why they cannot be made here."""


class Network:
    """Places that can be cut off from the rest."""

    def __init__(self, places: list[Place]) -> None:
        self.places = places

    def cut(self, place: Place) -> None:
        _ip("link", "set", place.name, "down")

    def mend(self, place: Place) -> None:
        _ip("link", "set", place.name, "up")


@contextmanager
def network_of(number: int) -> Iterator[Network]:
    """So many places. This process stays in its own namespace afterwards. Raises NoNamespaces."""
    _enter_own()
    names = [f"punto-{os.getpid()}-{each}" for each in range(1, number + 1)]
    try:
        _ip("link", "set", "lo", "up")
        _ip("link", "add", BRIDGE, "type", "bridge")
        _ip("addr", "add", f"{ENGINES_AT}/24", "dev", BRIDGE)
        _ip("link", "set", BRIDGE, "up")
        yield Network([_place(each, name) for each, name in enumerate(names, start=1)])
    finally:
        for name in names:
            subprocess.run(["ip", "netns", "delete", name], capture_output=True, check=False)


def _enter_own() -> None:
    """Of this thread, and of whatever it starts from now on."""
    if os.geteuid() != 0:
        raise NoNamespaces("only root can make network namespaces")
    if shutil.which("ip") is None:
        subprocess.run(INSTALL, capture_output=True, check=False)
    if shutil.which("ip") is None:
        raise NoNamespaces("the command ip is missing: as root, apt-get install iproute2")
    if ctypes.CDLL(None, use_errno=True).unshare(NEW_NETWORK) != 0:
        raise NoNamespaces(f"the system makes no network namespace: {os.strerror(ctypes.get_errno())}")


def _place(number: int, namespace: str) -> Place:
    link, host = f"link-{number}", f"10.203.0.{10 + number}"
    _ip("netns", "add", namespace)
    _ip("link", "add", link, "type", "veth", "peer", "name", "eth0", "netns", namespace)
    _ip("link", "set", link, "master", BRIDGE, "up")
    for command in (f"addr add {host}/24 dev eth0", "link set eth0 up", "link set lo up"):
        _ip("-n", namespace, *command.split())
    return Place(host, ("ip", "netns", "exec", namespace), link)


def _ip(*arguments: str) -> None:
    ran = subprocess.run(["ip", *arguments], capture_output=True, text=True, check=False)
    if ran.returncode:
        raise NoNamespaces(f"ip {' '.join(arguments)}: {ran.stderr.strip()}")
