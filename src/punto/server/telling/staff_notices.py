"""What members of staff are told on their sockets, at once: a dispute was raised, or has been decided.

A notice is a tap on the shoulder and no record: whoever connects later reads the list.
"""

from collections.abc import Callable
from typing import Literal

from punto.server.people.identity import Role
from punto.server.protocol.floor import DisputeNotice
from punto.server.protocol.frames import frame_of
from punto.server.protocol.server_message import ServerMessage
from punto.server.streams.happened import Happened
from punto.server.telling.online import Online
from punto.table.events import CoupCorrected, CoupVoided, DisputeDismissed, DisputeRaised
from punto.table.taken_back import taken_back

CONCERNED = frozenset((DisputeRaised, DisputeDismissed, CoupVoided, CoupCorrected))
DECIDE_DISPUTES = frozenset({Role.SUPERVISOR, Role.ADMIN})


class StaffNotices:
    def __init__(self, online: Online, is_locked: Callable[[str], bool]) -> None:
        """`is_locked` says of a session whether nobody sits before its screen."""
        self._online = online
        self._is_locked = is_locked

    def happened(self, happened: Happened) -> None:
        if type(happened.event) not in CONCERNED:  # most events are bets
            return
        match happened.event:
            case DisputeRaised(shoe=shoe, coup=coup):
                self._dispute(happened, (shoe, coup), "raised")
            case DisputeDismissed(shoe=shoe, coup=coup):
                self._dispute(happened, (shoe, coup), "dismissed")
            case CoupVoided() | CoupCorrected() as event:
                of = taken_back(happened.before, event).id
                if happened.before.dispute_of(*of):
                    self._dispute(happened, of, "voided" if isinstance(event, CoupVoided) else "corrected")

    def tell(self, roles: frozenset[Role], message: ServerMessage) -> None:
        frame = frame_of(message)
        for here in self._online:
            for connection in here.connections:
                identity = connection.identity
                if identity.role in roles and not self._is_locked(identity.session):
                    connection.send(frame)

    def _dispute(
        self,
        happened: Happened,
        of: tuple[int, int],
        state: Literal["raised", "dismissed", "voided", "corrected"],
    ) -> None:
        table = happened.after
        self.tell(DECIDE_DISPUTES, DisputeNotice(table.config.id, *of, state, len(table.disputes)))
