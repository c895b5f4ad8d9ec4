"""Syncs a file, or the names in a folder, to disk."""

import os
from pathlib import Path


def write_through(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
