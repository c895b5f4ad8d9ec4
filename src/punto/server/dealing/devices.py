"""Devices that may send scans: each has a key for one table. The store keeps a keyed hash and never the key.

Keys are checked in memory, so a revoked one is refused from the next line on. Devices that a terminal has made or
revoked in the store are noticed when it is read again.
"""

import hmac
import re
import secrets
from collections.abc import Callable, Iterable

import msgspec

from punto.server.people.keys import derived_key, keyed_hash
from punto.server.protocol.refusals import ServerRefusal
from punto.server.store.every_record import every_record
from punto.server.store.interface import PeopleStore
from punto.table.state import Instant

DEVICE = "device"  # the kind of the records
KEY_BYTES = 32
ID_BYTES = 5
DEVICES_MAX = 500
BEARER = re.compile(r"Bearer (?P<id>[0-9a-f]{10})\.(?P<secret>[A-Za-z0-9_-]{43})")


class Device(msgspec.Struct, frozen=True):
    id: str
    table: str
    title: str
    key_hash: str
    made_at: Instant
    made_by: str  # an account's id, or `terminal`


class NewDevice(msgspec.Struct, frozen=True):
    """With the key, which is shown once."""

    device: Device
    key: str


class Devices:
    def __init__(self, store: PeopleStore, clock: Callable[[], Instant], key: bytes) -> None:
        self._store = store
        self._clock = clock
        self._key = derived_key(key, "devices")
        self._devices: dict[str, Device] = {}

    async def recall(self) -> tuple[list[Device], list[Device]]:
        """As the store has them: which are new, and which are gone."""
        kept = {id_: msgspec.json.decode(body, type=Device) async for id_, body in every_record(self._store, DEVICE)}
        known, self._devices = self._devices, kept
        return (
            [device for id_, device in kept.items() if id_ not in known],
            [device for id_, device in known.items() if id_ not in kept],
        )

    async def make(self, table: str, title: str, by: str) -> NewDevice | ServerRefusal:
        if len(self._devices) >= DEVICES_MAX:
            return ServerRefusal.TOO_MANY_DEVICES
        id_, secret = secrets.token_hex(ID_BYTES), secrets.token_urlsafe(KEY_BYTES)
        device = Device(id_, table, title, self._hash(id_, secret), self._clock(), by)
        await self._store.keep_record(DEVICE, id_, msgspec.json.encode(device))
        self._devices[id_] = device
        return NewDevice(device, f"{id_}.{secret}")

    async def revoke(self, device_id: str) -> Device | ServerRefusal:
        device = self._devices.pop(device_id, None)
        if device is None:
            return ServerRefusal.DEVICE_IS_UNKNOWN
        await self._store.forget_record(DEVICE, device_id)
        return device

    def listed(self) -> tuple[Device, ...]:
        return tuple(sorted(self._devices.values(), key=lambda each: (each.table, each.made_at)))

    def has_any(self, table: str) -> bool:
        return any(each.table == table for each in self._devices.values())

    def identify(self, headers: Iterable[tuple[bytes, bytes]]) -> Device | None:
        """The device whose key the request carries."""
        said = next((value for name, value in headers if name.lower() == b"authorization"), b"")
        found = BEARER.fullmatch(said.decode("latin-1"))
        device = self._devices.get(found["id"]) if found else None
        if found is None or device is None:
            return None
        is_right = hmac.compare_digest(device.key_hash, self._hash(device.id, found["secret"]))
        return device if is_right else None

    def _hash(self, device_id: str, secret: str) -> str:
        return keyed_hash(self._key, f"{device_id}.{secret}")
