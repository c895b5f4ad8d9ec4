"""The floor that runs without a configuration: every book, in play credits. Its file is also the example to copy."""

from functools import lru_cache
from pathlib import Path

from punto.server.config.floor_config import FloorConfig
from punto.server.config.floor_file import read_floor

DEMO_FILE = Path(__file__).with_name("demo_floor.toml")


@lru_cache(maxsize=1)
def demo_floor() -> FloorConfig:
    return read_floor(DEMO_FILE)
