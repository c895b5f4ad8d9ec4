"""What patrons are told of a table, and when: at once, or at a live table once the picture shows it.

Everything that is stored comes here once, in the order of the log. The publisher hears of it when it may be told, so
whatever patrons are sent, snapshots included, is made from what has been told and from nothing newer.
"""

from collections.abc import Callable

from punto.server.streams.happened import Happened, is_public
from punto.server.streams.log_notes import LogNotes
from punto.server.streams.read_log import ReadLog
from punto.server.tables.table_services import TableServices
from punto.server.telling.delay_line import DelayLine
from punto.server.telling.table_publisher import CreditOf, TablePublisher
from punto.table.config import TableConfig, TableKind
from punto.table.events import Event, WagersChanged


class TableTeller:
    def __init__(
        self,
        config: TableConfig,
        publisher: TablePublisher,
        services: TableServices,
        notes: LogNotes,
        credit_of: CreditOf,
        on_clear: Callable[[], None],
    ) -> None:
        self._id = config.id
        self._currency = config.currency
        self._publisher = publisher
        self._services = services
        self._notes = notes
        self._credit_of = credit_of
        self._line: DelayLine | None = None
        self._told_in_time: Callable[[Happened], bool] = self._tell
        if config.kind is TableKind.LIVE:
            self._line = DelayLine(self._tell_shown, services.picture_delay_ms, services.clock, on_clear)
            self._told_in_time = self._line.happened

    def stored(self, happened: Happened) -> bool:
        """Each event once, as soon as it is stored. Whether everybody is told, now or later."""
        observers = self._services.observers
        for observer in observers.stored_bets if isinstance(happened.event, WagersChanged) else observers.stored:
            observer(happened)  # before it is told: fields are told on the limits that the event leaves
        is_public = self._told_in_time(happened)
        if is_public:
            self._notes.count(happened.event)
        return is_public

    @property
    def is_clear(self) -> bool:
        """Patrons know all that is stored."""
        return self._line is None or self._line.is_clear

    @property
    def hold_returns(self) -> Callable[[int, Event], None] | None:
        """Called with each stored event, before anybody sees a balance that it has moved. None: nothing waits."""
        return None if self._line is None else self._hold_returns

    def resume(self, log: ReadLog, public_events: int) -> ReadLog:
        """The log has been read: the part that patrons have been told, or may be. `go_on` tells the rest."""
        told = log
        if self._line is not None:
            told = self._line.resume(log, self._publisher.told_up_to)
            rest = log.after(told.version) or ()
            public_events -= sum(map(is_public, rest))
            self._services.untold.drop(self._id)
            for each in rest:
                self._hold_returns(each.version, each.event)
        self._publisher.resume(told, public_events)
        return told

    def go_on(self) -> None:
        if self._line is not None:
            self._line.go_on()

    def close(self) -> None:
        if self._line is not None:
            self._line.close()
            self._services.untold.drop(self._id)

    def _hold_returns(self, version: int, event: Event) -> None:
        self._services.untold.hold(self._id, version, event, self._currency)

    def _tell_shown(self, happened: Happened) -> bool:
        self._services.untold.told(self._id, happened.version)
        return self._tell(happened)

    def _tell(self, happened: Happened) -> bool:
        for observer in self._services.observers.due:
            observer(happened)
        is_told = self._publisher.happened(happened, self._credit_of)
        for observer in self._services.observers.told:
            observer(happened)
        return is_told
