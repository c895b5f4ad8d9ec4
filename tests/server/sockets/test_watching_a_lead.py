"""Every byte that patrons without the cards are sent while a lead squeezes: they see paper bend, never a face.

One leads Player, one has a smaller stake on it, one only watches. The lead bends and turns its cards one after the
other; the faces of a card may be in the others' bytes only after the lead has turned it or the stage has ended.
"""

import asyncio
import re
from pathlib import Path

import msgspec

from punto.server.protocol.client import BendCard, OpenCard, PlaceWager
from punto.server.protocol.server_message import ServerMessage
from punto.server.protocol.table_private import Faces
from punto.server.protocol.table_public import BettingOpened, CardTurned, StageEnded, StageOpened
from punto.server.protocol.talk import CardBent
from punto.server.telling.messages.bent_cards import BENDS_EVERY_MS
from punto.trials.load.guests import let_in
from punto.trials.load.server_process import ServerProcess
from tests.server.real_server import Patron, run, served, table
from tests.server.sockets.test_what_others_see import Recorder

OPAL = table(
    "opal",
    "betting_ms = 900, hurry_ms = 0, card_ms = 10, result_ms = 300, shoe_change_ms = 300, "
    "squeeze_ms = 6_000, third_squeeze_ms = 300",
    book="squeeze",
    more="has_squeeze = true\nhas_lead = true",
)
A_FACE = re.compile(rb'"[2-9TJQKA][shdc]"')
A_TOTAL = re.compile(rb'"(?:total|player_total|banker_total)":\s*\d')
BENDS = 60


class Reader(Patron):
    kind_of_client = Recorder

    @property
    def every_byte(self) -> bytes:
        assert isinstance(self.client, Recorder)
        return bytes(self.client.every_byte)


def test_others_see_a_leads_card_bend_and_nothing_of_its_face(tmp_path: Path) -> None:
    with served(tmp_path, OPAL) as server:
        run(_squeeze_and_read(server))


async def _squeeze_and_read(server: ServerProcess) -> None:
    guests = await let_in(server.address, 3)
    lead, smaller, watcher = (Reader(guest) for guest in guests)
    for each in (lead, smaller, watcher):
        await each.come(server.address, "opal")
    heard = len(lead.heard)
    await lead.hears(lambda message: isinstance(message, BettingOpened), heard)
    lead.say(PlaceWager(id="a", table="opal", bet="player", stake=40_000))
    smaller.say(PlaceWager(id="b", table="opal", bet="player", stake=20_000))
    held = await lead.hears(lambda message: isinstance(message, Faces), heard)
    assert isinstance(held, Faces)
    await watcher.hears(lambda message: isinstance(message, StageOpened) and message.holders == 1)
    since = len(watcher.every_byte), len(smaller.every_byte)

    smaller.say(BendCard("opal", "player", 0, "top", 0.0, 0.4, 0))  # holds nothing: nobody may hear of it
    await _bend(lead, 0)
    await watcher.hears(_let_go)
    await smaller.hears(_let_go)
    for other, start in zip((watcher, smaller), since, strict=True):
        during = other.every_byte[start:]
        assert b'"card_bent"' in during
        assert not A_FACE.search(during), "no face while the card is bent"
        assert not A_TOTAL.search(during), "no total either"
        assert b'"secret"' not in during
        assert lead.guest.patron.encode() not in during
    _check_bends(watcher)
    assert not any(isinstance(message, CardBent) for _, message in lead.heard), "one's own finger is not told back"

    await _turn_and_check(lead, watcher, held)


async def _bend(lead: Patron, card: int) -> None:
    """Faster than is passed on."""
    for step in range(BENDS):
        lead.say(BendCard("opal", "player", card, "bottom_left", 0.4 * step / BENDS, -0.3 * step / BENDS, 1))
        await asyncio.sleep(0.01)
    lead.say(BendCard("opal", "player", card, "bottom_left", 0.0, 0.0, 1))


def _let_go(message: ServerMessage) -> bool:
    return isinstance(message, CardBent) and message.x == message.y == 0


def _check_bends(watcher: Patron) -> None:
    bends = [message for _, message in watcher.heard if isinstance(message, CardBent)]
    assert {(each.side, each.card, each.grip, each.turns) for each in bends} == {("player", 0, "bottom_left", 1)}
    assert 3 <= len(bends) <= BENDS // 2, "some, but far fewer than the lead's finger made"


async def _turn_and_check(lead: Patron, watcher: Reader, held: Faces) -> None:
    """A card that the lead has turned is open to all, the other one is not yet."""
    faces = {face.card: face.face for face in held.faces}
    before, heard = len(watcher.every_byte), len(watcher.heard)
    lead.say(OpenCard(id="c", table="opal", side="player", card=0))
    turned = await watcher.hears(lambda message: isinstance(message, CardTurned))
    assert isinstance(turned, CardTurned)
    assert (turned.card, turned.face, turned.total) == (0, faces[0], None)
    await asyncio.sleep(2 * BENDS_EVERY_MS / 1000)
    lead.say(BendCard("opal", "player", 1, "top", 0.0, 0.3, 0))
    await watcher.hears(lambda message: isinstance(message, CardBent) and message.card == 1)
    shown = A_FACE.findall(watcher.every_byte[before:])
    assert shown == [msgspec.json.encode(faces[0])]
    lead.say(OpenCard(id="d", table="opal", side="player", card=1))
    ended = await watcher.hears(lambda message: isinstance(message, StageEnded), heard)
    assert isinstance(ended, StageEnded)
    assert {face.face for face in ended.faces if face.side == "player"} <= set(faces.values())
    assert ended.player_total is not None
