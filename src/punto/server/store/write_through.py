"""Down to the disk: what was written to a file, or which names a folder has."""

import os
from pathlib import Path


def write_through(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
