"""The floor's file is read again only when it, or one that it names, has changed."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from punto.rules.invalid_input import InvalidInput
from punto.server.config.demo_floor import demo_floor
from punto.server.config.floor_config import FloorConfig
from punto.server.floor.file_ahead import FileAhead


class Reading:
    def __init__(self, *files: Path) -> None:
        self.config = replace(demo_floor(), files=tuple(map(str, files)))
        self.times = 0
        self.is_wrong = False

    def __call__(self) -> FloorConfig:
        self.times += 1
        if self.is_wrong:
            raise InvalidInput("floor.toml: wrong")
        return self.config


def test_an_unchanged_file_is_read_once(tmp_path: Path) -> None:
    own, book = tmp_path / "floor.toml", tmp_path / "own_book.py"
    for file in (own, book):
        file.write_text("first")
    reading = Reading(own, book)
    ahead = FileAhead(reading.config, reading)
    assert (ahead(), ahead(), reading.times) == (reading.config, reading.config, 1)
    reading.config = replace(reading.config, name="Another")
    assert ahead().name != "Another", "nobody says that it has changed"
    book.write_text("a second")
    assert (ahead().name, ahead().name, reading.times) == ("Another", "Another", 2)
    own.unlink()
    ahead()
    assert reading.times == 3


def test_a_file_that_is_wrong_is_tried_again(tmp_path: Path) -> None:
    own = tmp_path / "floor.toml"
    own.write_text("first")
    reading = Reading(own)
    ahead = FileAhead(reading.config, reading)
    reading.is_wrong = True
    for _ in range(2):
        with pytest.raises(InvalidInput):
            ahead()
    reading.is_wrong = False
    assert (ahead(), reading.times) == (reading.config, 3)
