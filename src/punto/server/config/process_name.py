"""What this process is called on its floor: the machine and the process id."""

import os
import socket


def process_name() -> str:
    return f"{socket.gethostname()}-{os.getpid()}"
