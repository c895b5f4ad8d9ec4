"""Every action at the cage is logged before it is done; above the role's limit a second person confirms it."""

from msgspec import Struct

from punto.server.config.cage_limits import CageLimits
from punto.server.people.identity import Identity
from punto.server.protocol.refusals import AnyRefusal, ServerRefusal
from punto.server.rest.guards import CAGE, Access
from punto.server.rest.problems import RequestRefused
from punto.server.rest.second_person import SecondPerson, Witnesses
from punto.server.staff.staff_events import On
from punto.server.staff.staff_log import StaffLog


class Deed(Struct, frozen=True):
    """What is about to be done at the cage."""

    action: str
    on: On
    amount: int
    amount_max: int | None
    reason: str = ""
    note: str = ""
    second: SecondPerson | None = None
    access: Access = CAGE  # of the second person
    moves: int | None = None  # as logged, where it may be below zero
    before: str = ""
    after: str = ""


class CageLog:
    def __init__(self, staff_log: StaffLog, witnesses: Witnesses) -> None:
        self.staff_log = staff_log
        self._witnesses = witnesses

    async def begins(self, identity: Identity, address: str, deed: Deed, limits: CageLimits) -> int:
        """The deed's number in the staff log, once role and second person allow it."""
        return (await self.confirmed(identity, address, deed, limits))[0]

    async def confirmed(self, identity: Identity, address: str, deed: Deed, limits: CageLimits) -> tuple[int, str]:
        """The same, and who the second person was; empty: none was needed."""

        async def note(second: str = "", refusal: AnyRefusal | None = None) -> int:
            return await self.staff_log.acts(
                identity,
                deed.action,
                deed.on,
                amount=deed.amount if deed.moves is None else deed.moves,
                reason=deed.reason,
                note=deed.note,
                before=deed.before,
                after=deed.after,
                second=second,
                refusal=refusal,
            )

        if deed.amount_max is not None and deed.amount > deed.amount_max:
            await note(refusal=ServerRefusal.AMOUNT_IS_OVER_THE_LIMIT)
            raise RequestRefused(
                ServerRefusal.AMOUNT_IS_OVER_THE_LIMIT,
                f"{identity.role} may move {deed.amount_max} at once, in the smallest unit",
            )
        if deed.amount <= limits.second_person_above:
            return await note(), ""
        try:
            second = await self._witnesses.confirm(identity, deed.second, address, deed.access)
        except RequestRefused as refused:
            await note(refusal=refused.refusal)
            raise
        return await note(second), second
