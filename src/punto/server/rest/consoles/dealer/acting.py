"""How a console acts on a hand-dealt table: into the staff log first, then to the table, in the dealer's name.

The dealer who has tapped in may be another than whose session the console has; the log names both.
"""

from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, SkipValidation
from msgspec import Struct

from punto.server.dealing.dealing import Dealing
from punto.server.dealing.table_watch import WatchedTable
from punto.server.people.identity import Identity
from punto.server.protocol.refusals import ServerRefusal
from punto.server.rest.desks import Desk, Tables
from punto.server.rest.guards import DEALER, Who
from punto.server.rest.problems import RequestRefused
from punto.server.rest.routes.staff import TableVersion, carry_out, found_table
from punto.server.rest.second_person import SecondPerson, Witnesses
from punto.server.staff.staff_events import On
from punto.server.staff.staff_log import StaffLog
from punto.table.commands import Command
from punto.table.refusals import Refusal
from punto.table.state import Table


class Acting(Struct, frozen=True):
    """Who does something, where, and the desks that it passes."""

    staff_log: StaffLog
    tables: Tables
    dealing: Dealing
    identity: Identity
    table: str

    @property
    def watched(self) -> WatchedTable:
        watched = self.dealing.watch.get(self.table)
        if watched is None or self.table not in self.tables:
            raise RequestRefused(ServerRefusal.TABLE_IS_UNKNOWN, "nobody deals this table by hand")
        return watched

    @property
    def state(self) -> Table:
        return self.watched.table

    @property
    def dealer(self) -> str:
        """Who has tapped in."""
        dealer = self.state.dealer
        if not dealer:
            raise RequestRefused(Refusal.DEALER_IS_MISSING)
        return dealer

    @property
    def on(self) -> On:
        """With the dealer in whose name it is done, where the session is another's."""
        table = self.state
        dealer = table.dealer if table.dealer != self.identity.account else ""
        return On(table=self.table, shoe=table.shoe, coup=table.coup, account=dealer)

    async def confirmed(
        self, witnesses: Witnesses, first: Identity, second: SecondPerson | None, address: str, action: str
    ) -> str:
        """The second person's id: neither the dealer who has tapped in nor whose session this is. One who is not
        confirmed stands in the staff log, as the refused action does."""
        try:
            confirmed = await witnesses.confirm(first, second, address, DEALER)
            if confirmed in (self.state.dealer, self.identity.account):
                raise RequestRefused(
                    ServerRefusal.SECOND_PERSON_IS_THE_SAME, "another member of staff must confirm this"
                )
            return confirmed
        except RequestRefused as refused:
            await self.staff_log.acts(self.identity, action, self.on, refusal=refused.refusal)
            raise

    async def act(
        self,
        command: Command,
        *,
        on: On | None = None,
        reason: str = "",
        note: str = "",
        before: str = "",
        after: str = "",
        second: str = "",
        id: str = "",  # noqa: A002 (the word of the protocol)
    ) -> TableVersion:
        action = await self.staff_log.acts(
            self.identity,
            type(command).__name__,
            on or self.on,
            reason=reason,
            note=note,
            before=before,
            after=after,
            second=second,
        )
        return await carry_out(self.staff_log, found_table(self.tables, self.table), command, action, id)


def _acting(
    staff_log: Desk[StaffLog], tables: Desk[Tables], dealing: Desk[Dealing], identity: Who, table: FromPath[str]
) -> Acting:
    return Acting(staff_log, tables, dealing, identity, table)


At = NamedDependency[SkipValidation[Acting]]  # a handler takes `at: At` and declares `dependencies=AT`
AT = {"at": Provide(_acting, sync_to_thread=False)}
