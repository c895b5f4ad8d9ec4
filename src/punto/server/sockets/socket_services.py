"""The desks that every socket uses, put together once."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from punto.server.config.floor_config import HouseRules, Safety
from punto.server.figures.metrics import Metrics
from punto.server.people.limits.protection import ProtectionDesk
from punto.server.people.sign_in.sessions import Sessions
from punto.server.picture.picture_delays import PictureDelays
from punto.server.safety.token_bucket import Rate
from punto.server.tables.admission import Admission
from punto.server.tables.table_door import TableDoor
from punto.server.talk.table_talk import TableTalk
from punto.server.telling.lobby import Lobby
from punto.server.telling.online import Online
from punto.server.telling.socket_rooms import SocketRooms
from punto.server.watching.floor_watching import FloorWatching
from punto.table.state import Instant


@dataclass(frozen=True, slots=True)
class SocketServices:
    safety: Safety
    message_rate: Rate  # that each socket may send at, by the millisecond
    house: HouseRules
    clock: Callable[[], Instant]
    metrics: Metrics
    sessions: Sessions
    protection: ProtectionDesk
    admission: Admission
    door: Callable[[str, str], Awaitable[TableDoor | None]]  # to the table that a patron asks for
    online: Online
    rooms: SocketRooms
    lobby: Lobby
    talk: TableTalk
    pictures: PictureDelays
    show_console: Callable[[str], bool]  # publishes the console of a table; whether there is one
    watching: FloorWatching
