"""A digest of a floor's settings, so that two processes can tell whether they have read the same."""

from hashlib import sha256

import msgspec
from msgspec.structs import asdict, replace

from punto.server.config.floor_config import FloorConfig


def settings_of(config: FloorConfig) -> dict[str, object]:
    """Books are functions; their fingerprints stand for them. Where the files lie decides nothing."""
    values = asdict(config)
    for name in ("books", "base_books", "files"):
        del values[name]
    return values


def digest_of(settings: object) -> bytes:
    return sha256(msgspec.json.encode(settings, order="deterministic")).digest()


def without_overrides(config: FloorConfig) -> FloorConfig:
    """Without what a command line may override on one machine alone."""
    return replace(config, public_url=None, bots=False, safety=replace(config.safety, hosts=()))


def file_digest(config: FloorConfig) -> bytes:
    """Of what the file says."""
    return digest_of(settings_of(without_overrides(config)))
