"""Table talk: who is heard, who is not, and what staff do about it."""

import asyncio
from pathlib import Path
from typing import cast

import msgspec
import pytest
from msgspec.structs import replace

from punto.server.config.demo_floor import demo_floor
from punto.server.protocol.client import Say
from punto.server.protocol.server_message import ServerMessage
from punto.server.protocol.talk import TalkOpened, TalkRemoved, TalkSaid
from punto.server.store.sqlite.in_process import SqliteInProcess
from punto.server.talk.line import Line, Ruling
from punto.server.talk.mutes import Mutes
from punto.server.talk.table_talk import LINES_KEPT, TableTalk
from punto.server.talk.talk_record import TalkRecord
from punto.server.telling.bus import InProcessBus, Notice, table_channel

HELLO = Say("lotus", "hello")


class Room:
    def __init__(self) -> None:
        self.heard: list[ServerMessage] = []

    def hear(self, frame: bytes, _table: str) -> None:
        self.heard.append(read(frame))

    def heed(self, _notice: Notice) -> None: ...


DECODER: msgspec.json.Decoder[ServerMessage] = msgspec.json.Decoder(ServerMessage)


def read(frame: bytes) -> ServerMessage:
    return DECODER.decode(frame[frame.index(b"{") :])


class Kept:
    """A record that is read at once."""

    def __init__(self, lines: list[Line]) -> None:
        self.note = lines.append


class Talking:
    """A table of the demo floor, with everybody who listens in one room."""

    def __init__(self, mutes: Mutes, mode: str = "phrases") -> None:
        self.now, self.room, bus = 1_000_000, Room(), InProcessBus()
        bus.subscribe(table_channel("lotus"), self.room)
        tables = tuple(replace(each, talk=mode) if each.id == "lotus" else each for each in demo_floor().tables)
        config = replace(demo_floor(), tables=tables)
        self.kept: list[Line] = []
        self.talk = TableTalk(
            bus, lambda: self.now, lambda: config, mutes, str.title, cast(TalkRecord, Kept(self.kept))
        )

    def say(self, patron: str, message: Say = HELLO) -> str | None:
        self.now += 5_000
        return self.talk.say(patron, message)


@pytest.fixture
def mutes(tmp_path: Path) -> Mutes:
    return Mutes(SqliteInProcess(tmp_path / "floor.db"), lambda: 1_000_000)


def test_a_phrase_is_heard_at_once(mutes: Mutes) -> None:
    talking = Talking(mutes)
    assert talking.say("ann") is None
    (said,) = talking.room.heard
    assert isinstance(said, TalkSaid)
    assert (said.line.name, said.line.phrase, said.line.text) == ("Ann", "hello", "")


@pytest.mark.parametrize(
    ("mode", "message", "refusal"),
    [
        ("off", HELLO, "talk_is_closed"),
        ("phrases", Say("lotus", None, "hi"), "talk_is_closed"),
        ("phrases", Say("jade", "hello"), "talk_is_closed"),  # nobody talks there
        ("phrases", Say("nowhere", "hello"), "talk_is_closed"),
        ("text", Say("lotus", None, "   "), "invalid_message"),
        ("text", Say("lotus", None, "\u200b\u200d \x00"), "invalid_message"),  # nothing that anybody could read
    ],
)
def test_what_is_not_taken(mutes: Mutes, mode: str, message: Say, refusal: str) -> None:
    talking = Talking(mutes, mode)
    assert talking.say("ann", message) == refusal
    assert talking.room.heard == []


def test_a_text_waits_for_staff(mutes: Mutes) -> None:
    talking = Talking(mutes, "text")
    assert talking.say("ann", Say("lotus", None, "  good   evening ")) is None
    assert (talking.room.heard, talking.talk.waiting("lotus")) == ([], 1)
    (held,) = talking.talk.heard("lotus")
    assert talking.talk.let_through("lotus", held.id, by="sue") is not None
    assert talking.talk.let_through("lotus", held.id, by="sue") is None, "once"
    (said,) = talking.room.heard
    assert isinstance(said, TalkSaid)
    assert said.line.text == "good evening"


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("no\x00w\x07", "now"),
        ("won \u202e001 tsol", "won 001 tsol"),  # which would turn what follows around
        ("first\nsecond\u2028third", "first second third"),
        ("\U0001f469\u200d\U0001f680 \u0645\u06cc\u200c\u062e", "\U0001f469\u200d\U0001f680 \u0645\u06cc\u200c\u062e"),
    ],
)
def test_a_text_holds_only_what_others_can_read(mutes: Mutes, said: str, heard: str) -> None:
    talking = Talking(mutes, "text")
    assert talking.say("ann", Say("lotus", None, said)) is None
    assert [line.text for line in talking.talk.heard("lotus")] == [heard]


def test_who_speaks_too_fast_waits(mutes: Mutes) -> None:
    talking = Talking(mutes)
    assert [talking.talk.say("ann", HELLO) for _ in range(4)] == [None, None, None, "talk_is_too_fast"]
    assert talking.talk.say("bob", HELLO) is None, "others may speak"
    assert talking.say("ann") is None, "and so may Ann, a moment later"


def test_a_line_that_is_removed_goes_from_every_screen(mutes: Mutes) -> None:
    talking = Talking(mutes)
    talking.say("ann")
    (line,) = talking.talk.heard("lotus")
    assert talking.talk.remove("lotus", line.id, by="sue") is not None
    assert talking.talk.remove("lotus", line.id, by="sue") is None
    assert talking.room.heard[-1] == TalkRemoved("lotus", (line.id,))
    (opened,) = map(read, talking.talk.opened("lotus"))
    assert isinstance(opened, TalkOpened)
    assert opened.lines == (), "a newcomer does not see it either"


def test_whatever_is_said_and_decided_goes_into_the_record(mutes: Mutes) -> None:
    talking = Talking(mutes, "text")
    talking.say("ann", Say("lotus", None, "good evening"))
    talking.say("ann", Say("nowhere", "hello"))
    talking.say("bob")
    hello, held = talking.talk.heard("lotus")
    talking.talk.let_through("lotus", held.id, by="sue")
    talking.talk.remove("lotus", held.id, by="amy")
    talking.talk.remove("lotus", hello.id, by="amy")
    assert [(each.patron, each.state) for each in talking.kept] == [
        ("ann", "held"),
        ("bob", "said"),
        ("ann", "said"),
        ("ann", "removed"),
        ("bob", "removed"),
    ]
    last = talking.kept[3]
    assert (last.text, last.let_through, last.removed) == (
        "good evening",
        Ruling("sue", talking.now),
        Ruling("amy", talking.now),
    )


def test_closed_talk_is_told_to_all_and_reopens(mutes: Mutes) -> None:
    talking = Talking(mutes)
    talking.talk.close("lotus", is_closed=True)
    assert talking.say("ann") == "talk_is_closed"
    talking.talk.close("lotus", is_closed=False)
    assert talking.say("ann") is None
    assert [each.is_open for each in talking.room.heard if isinstance(each, TalkOpened)] == [False, True]


def test_only_the_last_lines_are_in_memory(mutes: Mutes) -> None:
    talking = Talking(mutes)
    for _ in range(LINES_KEPT + 5):
        talking.say("ann")
    assert len(talking.talk.heard("lotus")) == LINES_KEPT


def test_a_muted_patron_stays_muted_through_a_restart(tmp_path: Path) -> None:
    async def twice() -> None:
        now = 1_000_000
        store = SqliteInProcess(tmp_path / "floor.db")
        await (await Mutes.open(store, lambda: now)).mute("ann", 10)
        again = await Mutes.open(store, lambda: now)
        talking = Talking(again)
        assert talking.say("ann") == "talk_is_muted"
        assert talking.say("bob") is None
        now += 10 * 60_000
        assert talking.say("ann") is None
        await again.mute("ann", 60)
        await again.mute("ann", 0)
        assert not again.is_muted("ann")

    asyncio.run(twice())


def test_a_reaction_every_three_seconds_unless_muted_or_closed(mutes: Mutes) -> None:
    talking = Talking(mutes, "off")
    react = talking.talk.why_no_reaction
    assert react("ann", "lotus") is None, "where nobody talks one may still react"
    talking.now += 2_999
    assert react("ann", "lotus") == "talk_is_too_fast"
    assert react("bob", "lotus") is None
    talking.now += 2
    assert react("ann", "lotus") is None
    talking.now += 3_000
    talking.talk.close("lotus", is_closed=True)
    assert react("ann", "lotus") == "talk_is_closed"
    assert react("ann", "jade") is None
    asyncio.run(mutes.mute("bob", 5))
    assert react("bob", "jade") == "talk_is_muted"
