"""Secrets at rest, sealed with a key that is never in the database.

The key comes from the environment or from a file that only its owner may read, which the first start creates. A sealed
secret is bound to its name, so it does not open under another.
"""

import os
import secrets
import stat
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from punto.rules.invalid_input import InvalidInput

KEY_BYTES = 32
NONCE_BYTES = 12
KEY_VARIABLE = "PUNTO_KEY"
CREDENTIALS = "CREDENTIALS_DIRECTORY"  # set by systemd for a service that has credentials


class InvalidKey(InvalidInput):
    """An unusable key; the text says why and never shows it."""


class SealIsBroken(Exception):
    """A sealed secret was changed, moved, or sealed with another key."""


def floor_key(file: Path, environment: Mapping[str, str] = os.environ) -> bytes:
    """From the environment, else from the file, which is created when there is none."""
    text = environment.get(KEY_VARIABLE)
    if text is not None:
        return _key_of(text, KEY_VARIABLE)
    if not file.exists():
        _make_key(file)
    return _key_in(file, environment.get(CREDENTIALS))


def _make_key(file: Path) -> None:
    """Renamed into place once complete: two servers that start at once read the same key."""
    unfinished = file.with_name(f"{file.name}.{secrets.token_hex(4)}")
    try:
        with open(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as new:
            new.write(f"{secrets.token_bytes(KEY_BYTES).hex()}\n")
            new.flush()
            os.fsync(new.fileno())
        with suppress(FileExistsError):
            os.link(unfinished, file)
    except OSError as error:
        raise InvalidKey(f"key file {file}: {error.strerror}") from None
    finally:
        unfinished.unlink(missing_ok=True)


def _key_in(file: Path, credentials: str | None) -> bytes:
    """A credential is private whatever its mode says: systemd lets the service read it by an access list, which shows
    as a right of the group."""
    is_credential = credentials is not None and file.parent == Path(credentials)
    try:
        if stat.S_IMODE(file.stat().st_mode) & 0o077 and not is_credential:
            raise InvalidKey(f"key file {file}: others may read it; make it yours alone with chmod 600")
        return _key_of(file.read_text(), f"key file {file}")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidKey(f"key file {file}: {getattr(error, 'strerror', None) or 'it is not text'}") from None


def _key_of(text: str, where: str) -> bytes:
    try:
        key = bytes.fromhex(text.strip())
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        raise InvalidKey(f"{where}: a key is {2 * KEY_BYTES} hexadecimal digits")
    return key


def sealed(key: bytes, name: str, secret: bytes) -> bytes:
    nonce = secrets.token_bytes(NONCE_BYTES)
    return nonce + AESGCM(key).encrypt(nonce, secret, name.encode())


def unsealed(key: bytes, name: str, body: bytes) -> bytes:
    try:
        return AESGCM(key).decrypt(body[:NONCE_BYTES], body[NONCE_BYTES:], name.encode())
    except (InvalidTag, ValueError):
        raise SealIsBroken(f"{name} was sealed with another key, or is damaged") from None
