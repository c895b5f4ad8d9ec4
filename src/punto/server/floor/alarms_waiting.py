"""Alarms that wait for a supervisor: readers that fell silent, pictures outside their band, late reliefs."""

from collections.abc import AsyncIterator, Callable, Iterator, Sequence

from punto.server.config.floor_config import FloorConfig
from punto.server.dealing.dealing import Dealing
from punto.server.picture.picture_delays import PictureDelays
from punto.server.protocol.floor_watch import About, WaitingItem
from punto.server.protocol.staff import PICTURE_ALARMS, AlarmKind, PictureState, WayOfPicture
from punto.table.state import Instant

SAID: dict[AlarmKind, tuple[About, str]] = {
    "reader_silent": ("reader", "The card reader is silent. Cards are typed."),
    "reader_missing": ("reader", "No card reader has been heard. Cards are typed."),
    "relief_late": ("relief", "The dealer's turn is over, and nobody has taken the table."),
}


class AlarmsWaiting:
    def __init__(
        self,
        dealing: Dealing,
        pictures: PictureDelays,
        config: Callable[[], FloorConfig],
        clock: Callable[[], Instant],
    ) -> None:
        self._dealing = dealing
        self._pictures = pictures
        self._config = config
        self._clock = clock
        self._since: dict[str, Instant] = {}  # when each began to wait, by its id

    async def __call__(self) -> Sequence[WaitingItem]:
        found = [*[item async for item in self._at_tables()], *self._late_pictures()]
        self._since = {item.id: item.since for item in found}
        return found

    async def _at_tables(self) -> AsyncIterator[WaitingItem]:
        for table in self._dealing.watch:
            state = await self._dealing.consoles.state(table)
            for alarm in state.alarms if state else ():
                if alarm.kind in SAID:
                    yield self._item(table, *SAID[alarm.kind])

    def _late_pictures(self) -> Iterator[WaitingItem]:
        for table in self._config().tables:
            state = self._pictures.of(table.id)
            if state is not None and state.condition in PICTURE_ALARMS:
                yield self._item(table.id, "picture", _picture_words(state))

    def _item(self, table: str, about: About, text: str) -> WaitingItem:
        place, name = self._config().table(table), f"{about}:{table}"
        since = self._since.get(name, self._clock())
        return WaitingItem(
            id=name,
            kind="alarm",
            about=about,
            since=since,
            table=table,
            title=place.title if place else table,
            text=text,
        )


def _picture_words(state: PictureState) -> str:
    """Of every way that is not as it should be."""
    wrong = "; ".join(_way_words(way) for way in state.ways if way.condition in PICTURE_ALARMS)
    return f"{wrong}. Cards are held back by {state.held_ms / 1000:.2f} s."


def _way_words(way: WayOfPicture) -> str:
    name, band = way.way.upper(), f"band {way.least_ms / 1000:.1f} to {way.most_ms / 1000:.1f} s"
    if way.delay_ms is None or way.condition == "lost":
        return f"{name}: no picture comes"
    return f"{name}: picture delay {way.delay_ms / 1000:.2f} s, {band}"
