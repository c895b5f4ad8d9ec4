"""Every byte that a second patron is sent while others play, over the socket and over HTTP, is read here.

Nothing in it may name another patron, their purse, their session or the words they gave to a shoe; no face of the
running round may be in it before its stage has ended; no secret of a shoe before the shoe is over.
"""

import asyncio
import re
from hashlib import sha256
from pathlib import Path
from typing import ClassVar, TypeVar

import msgspec
from msgspec.structs import replace

from punto.server.protocol.client import Contribute, PlaceWager, WatchLobby
from punto.server.protocol.floor import LobbyChange, Purse
from punto.server.protocol.server_message import ServerMessage
from punto.server.protocol.table_opened import TableOpened
from punto.server.protocol.table_private import Faces, Seat
from punto.server.protocol.table_public import (
    BettingOpened,
    HandTurned,
    RoundSettled,
    ShoeCommitted,
    ShoeRevealed,
    StageEnded,
    StageOpened,
)
from punto.trials.load.client import Client
from punto.trials.load.guests import Guest, let_in
from punto.trials.load.http import Http, HttpAnswer
from punto.trials.load.server_process import ServerProcess
from tests.server.real_server import PLAY_CREDITS, SECONDS_TO_WAIT, Patron, register, run, served, table

PEARL = table(
    "pearl",
    "betting_ms = 700, hurry_ms = 0, card_ms = 10, result_ms = 200, shoe_change_ms = 500, "
    "squeeze_ms = 1_500, third_squeeze_ms = 400",
    book="squeeze",
    more="has_squeeze = true",
)
JADE = table(
    "jade",
    "betting_ms = 100, hurry_ms = 0, card_ms = 5, result_ms = 5, shoe_change_ms = 1_000",
    more="cut_card = 208",  # a short shoe, so that its end is seen
)
NAME, PASSWORD, WORDS = "Zerlinda Quux", "correct horse battery", "my grandmother's lucky number"
DIGEST = sha256(WORDS.encode()).hexdigest()
A_CARD = re.compile(rb'"[2-9TJQKA][shdc]"')
ROUNDS_SQUEEZED = 2

Message = TypeVar("Message", BettingOpened, StageOpened, RoundSettled)


class Recorder(Client):
    """Keeps every byte in the order in which it came, from the answer to the opening on."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.every_byte = bytearray()

    def data_received(self, data: bytes) -> None:
        self.every_byte += data
        super().data_received(data)


class RecordingHttp(Http):
    def __init__(self, server: ServerProcess, guest: Guest) -> None:
        super().__init__(server.address, guest.cookie, guest.token)
        self.bytes_read: list[bytes] = []

    async def _read(self, reader: asyncio.StreamReader) -> HttpAnswer:
        answer = await super()._read(reader)
        head = "\n".join(f"{name}: {value}" for name, value in answer.headers)
        self.bytes_read += [head.encode(), answer.body]
        return answer


class Watcher(Patron):
    """Has no bets, follows everything, and looks at every page a patron can ask for."""

    kind_of_client: ClassVar[type[Client]] = Recorder

    def __init__(self, guest: Guest, server: ServerProcess) -> None:
        super().__init__(guest)
        self.http = RecordingHttp(server, guest)

    @property
    def every_byte(self) -> bytes:
        assert isinstance(self.client, Recorder)
        return bytes(self.client.every_byte) + b"".join(self.http.bytes_read)

    async def look_around(self, *more: str) -> None:
        for path in ("lobby", "me", "purse", "record", "tables/pearl", "fairness/pearl", "fairness/pearl/1", *more):
            answer = await self.http.get(f"/api/{path}")
            assert answer.status < 500
        await self.http.get("/")


def test_what_a_second_patron_is_sent(tmp_path: Path) -> None:
    with served(tmp_path, PEARL, JADE) as server:
        run(_play_and_look(server))


async def _play_and_look(server: ServerProcess) -> None:
    alice, carol, bob, dave = await let_in(server.address, 4)
    alice = await register(server, alice, NAME, PASSWORD)  # which is not shown: so accounts begin
    players = [await Patron(guest).come(server.address, "pearl", "jade") for guest in (alice, carol)]
    watcher = Watcher(bob, server)
    try:
        await _watch(server, watcher, players, dave)
    finally:
        await watcher.http.close()


async def _watch(server: ServerProcess, watcher: Watcher, players: list[Patron], dave: Guest) -> None:
    await watcher.come(server.address, "pearl", "jade")
    watcher.say(WatchLobby())
    late = [Patron(dave) for _ in range(ROUNDS_SQUEEZED)]
    await asyncio.gather(
        _play(players[0], "player", 41_200),
        _play(players[1], "banker", 7_700),
        _watch_the_squeeze(watcher, late, server),
        _contribute(players[0]),
    )
    reveal = await watcher.hears(lambda message: isinstance(message, ShoeRevealed))
    assert isinstance(reveal, ShoeRevealed)
    pages_before = len(watcher.http.bytes_read)
    async with asyncio.timeout(SECONDS_TO_WAIT):  # the pages follow the log
        while reveal.secret.encode() not in b"".join(watcher.http.bytes_read[pages_before:]):
            await watcher.look_around("fairness/jade", f"fairness/jade/{reveal.shoe}")

    _check_names(watcher, players)
    _check_faces(watcher, players, late)
    _check_secret(watcher, reveal, pages_before)


# --- what they do -----------------------------------------------------------------------------------------------------


async def _play(patron: Patron, bet: str, stake: int) -> None:
    """Bets in every round of the squeeze, on a side of one's own, so that each side has a holder."""
    heard = 0
    for _ in range(ROUNDS_SQUEEZED):
        opened = await _next(patron, BettingOpened, heard)
        heard = len(patron.heard)
        patron.say(PlaceWager(id=f"bet-{opened.round}", table="pearl", bet=bet, stake=stake))
        await _next(patron, RoundSettled, heard)
        heard = len(patron.heard)


async def _contribute(patron: Patron) -> None:
    heard = 0
    for _ in range(3):
        committed = await patron.hears(lambda message: isinstance(message, ShoeCommitted), heard)
        assert isinstance(committed, ShoeCommitted)
        heard = len(patron.heard)
        patron.say(Contribute(id=f"words-{committed.shoe}", table=committed.table, digest=DIGEST))
        if committed.table == "jade":
            return


async def _watch_the_squeeze(watcher: Watcher, late: list[Patron], server: ServerProcess) -> None:
    """While cards lie face down: look at every page, and let somebody come in who has seen nothing yet."""
    heard = 0
    for newcomer in late:
        betting = await _next(watcher, BettingOpened, heard)
        await _next(watcher, StageOpened, heard)
        heard = len(watcher.heard)
        await newcomer.come(server.address, "pearl")
        await newcomer.hears(lambda message: isinstance(message, Seat))
        replay = await watcher.http.get(f"/api/rounds/pearl/1/{betting.round}")
        if not any(isinstance(message, RoundSettled) for _, message in watcher.heard[heard:]):
            assert replay.status == 404, "a round that is being dealt is no replay yet"
        await watcher.look_around()
        await _next(watcher, RoundSettled, heard)
        heard = len(watcher.heard)


async def _next(patron: Patron, kind: type[Message], since: int) -> Message:
    message = await patron.hears(lambda message: isinstance(message, kind) and message.table == "pearl", since)
    assert isinstance(message, kind)
    return message


# --- what must not be there -------------------------------------------------------------------------------------------


def _check_names(watcher: Watcher, players: list[Patron]) -> None:
    seen = watcher.every_byte
    assert DIGEST.encode() in seen, "what was contributed is public"
    secrets = [NAME, WORDS, PASSWORD]
    for player in players:
        secrets += [player.guest.patron, player.guest.token, player.guest.cookie.partition("=")[2]]
    for secret in secrets:
        assert secret.encode() not in seen
    purses = {message.balance for player in players for _, message in player.heard if isinstance(message, Purse)}
    assert len(purses) > 2, "their purses have moved"
    for balance in purses - {PLAY_CREDITS}:
        assert not re.search(rb"(?<!\d)%d(?!\d)" % balance, seen), "somebody else's purse"


def _check_faces(watcher: Watcher, players: list[Patron], late: list[Patron]) -> None:
    squeezed = [each for each in _rounds_of_pearl(watcher) if any(isinstance(m, StageOpened) for m in each)]
    assert len(squeezed) >= ROUNDS_SQUEEZED
    for messages in squeezed:
        for number, message in enumerate(messages):
            is_over = isinstance(message, HandTurned | StageEnded | RoundSettled)
            told = replace(message, last=None) if isinstance(message, LobbyChange) else message  # the round before
            assert is_over or not A_CARD.search(msgspec.json.encode(told)), f"{message} after {messages[:number]}"
    for player, side in zip(players, ("player", "banker"), strict=True):
        faces = [face for _, message in player.heard if isinstance(message, Faces) for face in message.faces]
        assert len(faces) >= 2 * ROUNDS_SQUEEZED, "a holder sees what the others do not"
        assert {face.side for face in faces} == {side}, "and only the cards of the side that was backed"
    snapshots = [message for patron in late for _, message in patron.heard if isinstance(message, TableOpened)]
    squeezed_then = [each for each in snapshots if each.state.phase == "squeezing" and each.state.stage == 1]
    hidden = [each.state for each in squeezed_then if each.server_time < each.state.clocks[0].closes_at]
    assert hidden, "somebody came while cards lay face down"
    for state in hidden:
        assert {*state.player.cards, *state.banker.cards} == {""}
        assert state.player.total is state.banker.total is None


def _rounds_of_pearl(watcher: Watcher) -> list[list[ServerMessage]]:
    """What the watcher was told about the table, a list for each round from the opening of its betting."""
    rounds: list[list[ServerMessage]] = []
    for _, message in watcher.heard:
        if isinstance(message, BettingOpened) and message.table == "pearl":
            rounds.append([])
        if rounds and getattr(message, "table", "pearl") == "pearl":
            rounds[-1].append(message)
    return rounds


def _check_secret(watcher: Watcher, reveal: ShoeRevealed, pages_before: int) -> None:
    assert isinstance(watcher.client, Recorder)
    stream, secret = bytes(watcher.client.every_byte), reveal.secret.encode()
    is_over = re.search(rb'{"type":"shoe_ended","table":"%b"' % reveal.table.encode(), stream)
    assert is_over
    assert stream.find(secret) > is_over.start(), "no secret before its shoe is over"
    before, after = watcher.http.bytes_read[:pages_before], watcher.http.bytes_read[pages_before:]
    assert secret not in b"".join(before)
    assert secret in b"".join(after), "and afterwards everybody can check the shoe"
