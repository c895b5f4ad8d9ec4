"""A hand-dealt table under load: many patrons follow it while a reader scans a card every 300 ms.

A card is due when it was read plus the picture's delay. Each patron's message is timed when it arrives, by the clock of
the same machine, so a figure holds the server's timers, the store, the broadcast and the clients' own reading.
"""

import asyncio
import random
import time
from array import array
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx
import msgspec

from bench.figure import Figure, at_least, at_most
from punto.books import INTERBLOCK
from punto.rules.hand import BANKER, PLAYER, Hand
from punto.trials.load.client import Address, Client
from punto.trials.load.crowd import allow_many_files, bring_in, leave, seat_at
from punto.trials.load.guests import let_in
from punto.trials.load.reading import quantile
from punto.trials.load.server_process import ServerProcess

FLOOR = Path(__file__).with_name("live_floor.toml")
TABLE, DELAY_MS = "amber", 500  # as in the floor's file
PATRONS = 2_000
ROUNDS = 12
SCAN_EVERY_SECONDS = 0.3
LATE_MS_MAX = 100.0
PASSWORD, PIN = "seven shoes of cards", "5082"
SECONDS_TO_SHOW = 2.0


def live_table_figures() -> Iterator[Figure]:
    allow_many_files(PATRONS + 1_000)
    with TemporaryDirectory() as folder:
        server = ServerProcess(FLOOR, str(Path(folder) / "floor.db"), Path(folder))
        server.start()
        try:
            arrivals, cards = asyncio.run(_play(server.address, Path(folder)))
        finally:
            server.stop()
    late = [delay for delay in arrivals if delay >= 0]
    yield at_least("live table: patrons who follow it", len(arrivals) / max(1, cards), PATRONS, "")
    yield at_most("live table: cards behind their due time, p50", quantile(arrivals, 0.5), LATE_MS_MAX, "ms")
    yield at_most("live table: cards behind their due time, p99", quantile(arrivals, 0.99), LATE_MS_MAX, "ms")
    yield at_least("live table: cards not before their due time", 100 * len(late) / max(1, len(arrivals)), 100, "%")


async def _play(address: Address, folder: Path) -> tuple[Sequence[float], int]:
    """How far behind its due time each card arrived at each patron, and how many cards there were."""
    clients = await bring_in(address, await let_in(address, PATRONS))
    await seat_at(clients, TABLE)
    arrivals = _Arrivals()
    for client in clients:
        client.on_messages = arrivals.hear
    floor = f"http://{address.authority}"
    async with httpx.AsyncClient(base_url=floor) as console, httpx.AsyncClient(base_url=floor) as reader:
        table = await _DealtTable.open(console, reader, _first_password(folder))
        cards = await table.deal(ROUNDS)
    await asyncio.sleep(SECONDS_TO_SHOW)
    await leave(clients)
    return arrivals.behind_ms, cards


class _Arrivals:
    """Shared by all clients; a chunk that many of them receive is parsed once."""

    def __init__(self) -> None:
        self.behind_ms = array("d")
        self._last: tuple[bytes, ...] = ()
        self._due: list[int] = []

    def hear(self, _: Client, messages: tuple[bytes, ...]) -> None:
        now = time.time() * 1000
        if messages is not self._last:
            self._last = messages
            self._due = [
                int(msgspec.json.decode(message)["at"]) + DELAY_MS
                for message in messages
                if message.startswith(b'{"type":"card_dealt"')
            ]
        for due in self._due:
            self.behind_ms.append(now - due)


class _DealtTable:
    """The dealer at the console and the reader in the shoe."""

    def __init__(self, console: httpx.AsyncClient, reader: httpx.AsyncClient) -> None:
        self._http, self._reader = console, reader
        self._token = ""
        shoe = [str(card) for card in INTERBLOCK.deck.cards]
        random.Random(1).shuffle(shoe)
        self._shoe = iter(shoe)

    @classmethod
    async def open(cls, console: httpx.AsyncClient, reader: httpx.AsyncClient, first_password: str) -> "_DealtTable":
        table = cls(console, reader)
        await table._signs_in("admin", first_password)
        made = await table._posts("/api/staff", {"name": "Mara", "role": "dealer"})
        device = await table._posts("/api/devices", {"table": TABLE, "title": "Reader"})
        reader.headers["Authorization"] = f"Bearer {device['key']}"
        console.cookies.clear()
        await table._signs_in("Mara", made["password"])
        await table._asks("PUT", "/api/me/pin", {"password": PASSWORD, "pin": PIN})
        await table._step("tap-in", {"name": "Mara", "pin": PIN})
        return table

    async def deal(self, rounds: int) -> int:
        await self._step("shoe", {"old_cards_removed": True, "new_cards_shuffled": True})
        burned = next(self._shoe)
        await self._scan(burned)
        for _ in range(INTERBLOCK.burn.face_down(INTERBLOCK.deck.card(burned))):
            next(self._shoe)
        cards = 0
        for _ in range(rounds):
            await self._step("open", {})
            await self._step("close", {})
            cards += await self._coup()
            await self._step("confirm", {})
            await asyncio.sleep(SCAN_EVERY_SECONDS)
        return cards

    async def _coup(self) -> int:
        hands = {PLAYER: Hand(), BANKER: Hand()}
        scoring, deck, cards = INTERBLOCK.scoring, INTERBLOCK.deck, 0
        due = time.perf_counter()
        while side := INTERBLOCK.dealing.next_side(hands[PLAYER], hands[BANKER]):
            due += SCAN_EVERY_SECONDS
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            card = next(self._shoe)
            await self._scan(card)
            hands[side] = scoring.hand((*hands[side].cards, deck.card(card)))
            cards += 1
        return cards

    async def _scan(self, card: str) -> None:
        body = {"line": card, "read_at": time.time_ns() // 1_000_000}
        answer = await self._reader.post(f"/api/scanners/{TABLE}/scan", json=body)
        assert answer.json()["happened"] == "placed", answer.text

    async def _step(self, step: str, body: dict[str, object]) -> None:
        await self._posts(f"/api/dealing/{TABLE}/{step}", body)

    async def _signs_in(self, name: str, password: str) -> None:
        self._token = ""
        signed_in = await self._posts("/api/login", {"name": name, "password": password})
        self._token = signed_in["request_token"]
        changed = await self._asks("PUT", "/api/me/password", {"password": password, "new_password": PASSWORD})
        self._token = changed.get("request_token", self._token)

    async def _posts(self, path: str, body: dict[str, object]) -> dict[str, Any]:
        return await self._asks("POST", path, body)

    async def _asks(self, method: str, path: str, body: dict[str, object]) -> dict[str, Any]:
        headers = {"X-Punto-Token": self._token} if self._token else {}
        answer = await self._http.request(method, path, json=body, headers=headers)
        assert answer.is_success, f"{method} {path}: {answer.text}"
        return dict(answer.json()) if answer.content else {}


def _first_password(folder: Path) -> str:
    (file,) = folder.glob("*.admin-password")
    return file.read_text().strip()
