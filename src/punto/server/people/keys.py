"""Single-purpose keys derived from the floor's secret, so that one use cannot weaken another."""

import hmac
from hashlib import sha256


def derived_key(secret: bytes, purpose: str) -> bytes:
    return hmac.digest(secret, f"punto/{purpose}".encode(), sha256)


def keyed_hash(key: bytes, text: str) -> str:
    return hmac.digest(key, text.encode(), sha256).hex()
