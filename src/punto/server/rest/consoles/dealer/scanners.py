"""Card readers over HTTP, each with its device key, and the keys themselves, which administrators make and revoke."""

from typing import Annotated, Literal

from litestar import delete, get, post
from litestar.params import FromPath, JSONBody
from litestar.types import ControllerRouterHandler
from msgspec import Meta, Struct

from punto.server.config.floor_config import FloorConfig
from punto.server.config.toml_file import ONE_LINE
from punto.server.dealing.dealing import Dealing
from punto.server.dealing.devices import Device
from punto.server.dealing.reader import ScanOutcome
from punto.server.protocol.parts import CommandId, TableId
from punto.server.protocol.refusals import ServerRefusal
from punto.server.rest.desks import Desk
from punto.server.rest.guards import ADMIN, DEVICE, Who
from punto.server.rest.problems import Asked, RequestRefused
from punto.server.staff.staff_events import On
from punto.server.staff.staff_log import StaffLog
from punto.server.streams.request import named_id
from punto.table.config import TableKind

Moment = Annotated[int, Meta(ge=0, le=2**53 - 1)]


class DeviceLine(Struct, frozen=True, forbid_unknown_fields=True):
    line: Annotated[str, Meta(max_length=256)]
    read_at: Moment = 0  # by the device's clock, in milliseconds; at most five seconds back count
    id: CommandId | Literal[""] = ""  # a line sent again under the same id gets its first answer


class DeviceIsThere(Struct, frozen=True, forbid_unknown_fields=True):
    begins: Annotated[int, Meta(ge=0, le=999_999_999)] | None = None  # started or unplugged: its next line's number


class DeviceWanted(Struct, frozen=True, forbid_unknown_fields=True):
    table: TableId
    title: Annotated[str, Meta(pattern=ONE_LINE, max_length=40)]


class ShownDevice(Struct, frozen=True):
    id: str
    table: str
    title: str
    made_at: int
    made_by: str


class MadeDevice(Struct, frozen=True):
    device: ShownDevice
    key: str  # shown once; send it as `Authorization: Bearer KEY`


class ShownDevices(Struct, frozen=True):
    devices: tuple[ShownDevice, ...]


@post("/api/scanners/{table:str}/scan", status_code=200, roles=DEVICE, summary="A line of a card reader")
async def scan(request: Asked, dealing: Desk[Dealing], table: FromPath[str], data: JSONBody[DeviceLine]) -> ScanOutcome:
    device = _device(request, dealing, table)
    named = named_id(data.id, device.id, table) if data.id else ""
    return _outcome(await dealing.scans.scan(table, data.line, device.id, read_at=data.read_at, id=named))


@post("/api/scanners/{table:str}/alive", status_code=200, roles=DEVICE, summary="A card reader is there")
async def alive(
    request: Asked, dealing: Desk[Dealing], table: FromPath[str], data: JSONBody[DeviceIsThere]
) -> ScanOutcome:
    device = _device(request, dealing, table)
    return _outcome(await dealing.scans.alive(table, device.id, data.begins))


@get("/api/devices", roles=ADMIN, summary="Card readers and their tables")
async def devices(dealing: Desk[Dealing]) -> ShownDevices:
    return ShownDevices(tuple(map(_shown, dealing.devices.listed())))


@post("/api/devices", status_code=201, roles=ADMIN, summary="Make a device key for a table")
async def make_device(
    config: Desk[FloorConfig],
    staff_log: Desk[StaffLog],
    dealing: Desk[Dealing],
    identity: Who,
    data: JSONBody[DeviceWanted],
) -> MadeDevice:
    """For a card reader of a hand-dealt table, or for a probe that measures the picture of any live one."""
    place = config.table(data.table)
    is_live = place is not None and place.kind is TableKind.LIVE
    if data.table not in dealing.watch and not is_live:
        raise RequestRefused(ServerRefusal.TABLE_IS_UNKNOWN, "only a live table has readers and a picture")
    action = await staff_log.acts(identity, "make_device", On(table=data.table, thing=data.title))
    made = await dealing.devices.make(data.table, data.title, identity.account)
    if isinstance(made, ServerRefusal):
        await staff_log.refused(action, made)
        raise RequestRefused(made)
    return MadeDevice(_shown(made.device), made.key)


@delete("/api/devices/{device:str}", status_code=204, roles=ADMIN, summary="Revoke a device key")
async def revoke_device(
    staff_log: Desk[StaffLog], dealing: Desk[Dealing], identity: Who, device: FromPath[str]
) -> None:
    """Refused from its next line on."""
    action = await staff_log.acts(identity, "revoke_device", On(thing=device))
    revoked = await dealing.devices.revoke(device)
    if isinstance(revoked, ServerRefusal):
        await staff_log.refused(action, revoked)
        raise RequestRefused(revoked)


def _device(request: Asked, dealing: Dealing, table: str) -> Device:
    device = dealing.devices.identify(request.scope["headers"])
    if device is None or device.table != table:
        raise RequestRefused(ServerRefusal.DEVICE_KEY_IS_WRONG)
    return device


def _outcome(outcome: ScanOutcome | ServerRefusal) -> ScanOutcome:
    if isinstance(outcome, ServerRefusal):
        raise RequestRefused(outcome)
    return outcome


def _shown(device: Device) -> ShownDevice:
    return ShownDevice(device.id, device.table, device.title, device.made_at, device.made_by)


ROUTES: list[ControllerRouterHandler] = [scan, alive, devices, make_device, revoke_device]
