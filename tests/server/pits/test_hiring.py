"""Which pits a floor hires, and what it logs of the others."""

from pathlib import Path

import pytest
from structlog.testing import capture_logs

from punto.server.pits.pit_desk import PitDesk
from punto.server.protocol.links.pit_link import VERSION, NotHired, PitHello, ToPit, read_at_pit
from punto.table.events import SCHEMA
from tests.server.pits.pit_house import PitHouse, with_pits


class Ears:
    """A link at whose other end everything is heard."""

    def __init__(self) -> None:
        self.heard: list[ToPit] = []

    def send(self, packet: bytes) -> None:
        self.heard += read_at_pit(packet)

    def close(self) -> None:
        pass


def says(desk: PitDesk, hello: PitHello) -> list[ToPit]:
    ears = Ears()
    end = desk.link_made(ears)
    end._hear(hello)
    end.flush()
    end.lose()
    return ears.heard


@pytest.mark.parametrize(
    ("version", "schema", "why"),
    [
        (VERSION + 1, SCHEMA, f"this floor speaks version {VERSION} of the link, the pit {VERSION + 1}"),
        (VERSION, SCHEMA + 1, f"this floor stores events of schema {SCHEMA}, the pit {SCHEMA + 1}"),
        (VERSION, SCHEMA - 1, f"this floor stores events of schema {SCHEMA}, the pit {SCHEMA - 1}"),
    ],
)
def test_a_pit_of_another_link_or_log_gets_no_table_and_is_named_once(
    tmp_path: Path, version: int, schema: int, why: str
) -> None:
    """As it was found: a pit of the next release was lent tables, stored what the floor could not read, and put each of
    them out of order."""

    async def test(house: PitHouse) -> None:
        with capture_logs() as logs:
            for _ in range(3):
                assert says(house.lending.desk, PitHello("new", version, "2.0", schema)) == [NotHired(why)]
            says(house.lending.desk, PitHello("newer", version, "2.0", schema))
        assert house.lending.desk.pits == ()
        told = [each for each in logs if each["event"] == "pit_is_not_hired"]
        assert [(each["pit"], each["reason"]) for each in told] == [("new", why), ("newer", why)]

    with_pits(tmp_path, test, ("first",))
