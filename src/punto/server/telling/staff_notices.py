"""Notices to staff: a dispute was raised, or has been decided.

A notice is a tap on the shoulder and no record: staff who connect later read the list.
"""

from typing import Literal

from punto.server.people.identity import Role
from punto.server.protocol.floor import DisputeNotice
from punto.server.protocol.frames import frame_of
from punto.server.streams.happened import Happened
from punto.server.telling.bus import Bus, staff_channel
from punto.table.events import CoupCorrected, CoupVoided, DisputeDismissed, DisputeRaised
from punto.table.taken_back import taken_back

CONCERNED = frozenset((DisputeRaised, DisputeDismissed, CoupVoided, CoupCorrected))
DECIDE_DISPUTES = frozenset({Role.SUPERVISOR, Role.ADMIN})


class StaffNotices:
    def __init__(self, bus: Bus) -> None:
        self._bus = bus

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

    def _dispute(
        self,
        happened: Happened,
        of: tuple[int, int],
        state: Literal["raised", "dismissed", "voided", "corrected"],
    ) -> None:
        table = happened.after
        frame = frame_of(DisputeNotice(table.config.id, *of, state, len(table.disputes)))
        for role in DECIDE_DISPUTES:
            self._bus.publish(staff_channel(role), frame)
