"""A digest of a floor's settings, so that two processes can tell whether they have read the same."""

from hashlib import sha256

import msgspec
from msgspec.structs import asdict, replace

from punto.server.config.floor_config import FloorConfig


def settings_digest(config: FloorConfig) -> bytes:
    """Books are functions; their fingerprints stand for them."""
    values = asdict(config)
    del values["books"], values["base_books"]
    return sha256(msgspec.json.encode(values, order="deterministic")).digest()


def file_digest(config: FloorConfig) -> bytes:
    """Of what the file says, wherever it lies, without what a command line may override on one machine alone."""
    safety = replace(config.safety, hosts=())
    return settings_digest(replace(config, files=(), public_url=None, bots=False, safety=safety))
