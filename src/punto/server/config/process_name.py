"""What this process is called on its floor: the machine, the process id, and a few letters of chance.

Containers may share the host's name and have a process 1 each, and a floor takes two that have one name for one that
came back.
"""

import os
import secrets
import socket
from functools import cache

CHANCE_BYTES = 3


def process_name() -> str:
    """The same for as long as the process lives."""
    return _named(os.getpid())


@cache
def _named(process: int) -> str:
    return f"{socket.gethostname()}-{process}-{secrets.token_hex(CHANCE_BYTES)}"
