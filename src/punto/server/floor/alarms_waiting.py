"""Alarms that wait for a supervisor: readers that fell silent in mid-round, and pictures outside their band."""

from collections.abc import AsyncIterator, Callable, Iterator, Sequence

from punto.server.config.floor_config import FloorConfig
from punto.server.dealing.dealing import Dealing
from punto.server.picture.picture_delays import PictureDelays, PictureState
from punto.server.protocol.floor_watch import About, WaitingItem
from punto.table.state import Instant

READER = {
    "reader_silent": "The card reader is silent. Cards are typed.",
    "reader_missing": "No card reader has been heard. Cards are typed.",
}
OUT_OF_BAND = ("early", "late", "lost")


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
        found = [*[item async for item in self._readers()], *self._late_pictures()]
        self._since = {item.id: item.since for item in found}
        return found

    async def _readers(self) -> AsyncIterator[WaitingItem]:
        for table in self._dealing.watch:
            state = await self._dealing.consoles.state(table)
            for alarm in state.alarms if state else ():
                if alarm.kind in READER:
                    yield self._item(table, "reader", READER[alarm.kind])

    def _late_pictures(self) -> Iterator[WaitingItem]:
        for table in self._config().tables:
            state = self._pictures.of(table.id)
            if state is not None and state.condition in OUT_OF_BAND:
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
    band = f"band {state.least_ms / 1000:.1f} to {state.most_ms / 1000:.1f} s"
    if state.measured_ms is None or state.condition == "lost":
        return f"No picture comes, {band}."
    return f"Picture delay {state.measured_ms / 1000:.2f} s, {band}. Cards are held back."
