"""A small floor with a hand-dealt table: a dealer at the console, a supervisor, a reader with its key, two patrons."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

from litestar.types import ControllerRouterHandler
from msgspec.structs import replace

from punto.books import INTERBLOCK, SQUEEZE
from punto.rules.rulebook import RuleBook
from punto.server.config.card_codes import CardCodes
from punto.server.dealing.devices import NewDevice
from punto.server.people.account import Account
from punto.server.people.identity import Role
from punto.server.people.new_accounts import Made
from punto.server.protocol.staff import ConsoleState
from punto.server.record.play_record import PlayRecord
from punto.server.rest.consoles.dealer import dealing, mending, relief, scanners, typed_cards
from punto.server.rest.routes import staff
from punto.server.streams.happened import Happened
from punto.server.streams.read_log import ReadLog
from punto.server.streams.table_stream import TableStream
from punto.table.commands import PlaceWager
from punto.table.config import Misdeal, TableConfig, TableKind
from punto.table.state import Betting, Dealing, NeedsBurn, PausedPhase, ShowingResult, Table
from tests.server.rest.one_table import OneTable
from tests.server.rest.small_floor import CONFIG_WITH_TABLE, JADE, PASSWORD, Client, Reply, SmallFloor

Result = TypeVar("Result")

AMBER = replace(JADE, id="amber", title="Amber", kind=TableKind.LIVE, is_dealt_by_hand=True, cut_card=60)
RUBY = replace(
    AMBER, id="ruby", title="Ruby", book=SQUEEZE.id, limits={bet.id: JADE.limits["player"] for bet in SQUEEZE.bets}
)
RUBY = replace(RUBY, has_squeeze=True)
SERIALS = CardCodes(
    {f"{place:05}": str(card) for place, card in enumerate(INTERBLOCK.deck.cards)}, ("CUT",), is_unique=True
)
PINS = {"Mara": "5082", "Noor": "6193", "Ines": "7304", "Amy": "8415"}
BURN = "2c"  # burns two
GAP_MS = 1_000  # more than the table's scan gap


class DealtFloor(SmallFloor):
    """Everybody is signed in; nobody has tapped in yet."""

    mara: Client  # the console's session, and the dealer's own
    noor: Client  # another dealer
    ines: Client  # a supervisor
    amy: Client  # an attendant
    reader: "ReaderAt"
    early_at = 0  # when a card was dealt that was read later

    async def open(self) -> "DealtFloor":
        await super().open()
        self.record = PlayRecord(self.store, self.config)
        for config, book in ((AMBER, INTERBLOCK), (RUBY, SQUEEZE)):
            await self.deal_at(config, book)
        self.mara = await self.member("Mara", Role.DEALER)
        self.noor = await self.member("Noor", Role.DEALER)
        self.ines = await self.member("Ines", Role.SUPERVISOR)
        self.amy = await self.member("Amy", Role.ATTENDANT)
        self.ann = await self.client(Role.PATRON)
        await self.cashier.buy_in(self.ann.id, 100_000, by="amy", id="ann")
        made = await self.dealing.devices.make("amber", "Shoe reader A", self.ines.id)
        assert isinstance(made, NewDevice)
        self.reader = ReaderAt(self, made)
        return self

    async def deal_at(self, config: TableConfig, book: RuleBook) -> None:
        stream = await TableStream.open(self.store, config, book, observer=self._happened)
        self.tables[config.id] = OneTable(stream, self.clock)
        self.dealing.watch.read(ReadLog(stream.table, 0, stream.version))

    def _happened(self, happened: Happened) -> None:
        self.record.note(happened)
        self.dealing.watch.happened(happened)

    async def member(self, name: str, role: Role) -> Client:
        """Somebody with a password and a PIN of their own."""
        made = await self.accounts.create_staff(name, role)
        assert isinstance(made, Made)
        account = await self.accounts.change_password(made.account, PASSWORD)
        assert isinstance(account, Account)
        await self.accounts.pins.set(account, PINS[name])
        client = Client(self)
        await client.take(await self.sessions.begin(account), account.id)
        return client

    def routes(self) -> list[ControllerRouterHandler]:
        return [
            *staff.ROUTES,
            *dealing.ROUTES,
            *typed_cards.ROUTES,
            *mending.ROUTES,
            *relief.ROUTES,
            *scanners.ROUTES,
        ]

    def table(self, table: str = "amber") -> Table:
        return self.tables[table].table

    @property
    def stop(self) -> str:
        """Why amber stands still; empty: it does not."""
        phase = self.table().phase
        return phase.reason if isinstance(phase, PausedPhase) else ""

    @property
    def felt(self) -> str:
        return f"{self.table().player} / {self.table().banker}".strip()

    async def state(self, table: str = "amber") -> ConsoleState:
        state = await self.dealing.consoles.state(table)
        assert state is not None
        return state

    # --- how a table comes to where a test begins ---------------------------------------------------------------------

    async def does(self, path: str, body: object = None, table: str = "amber", by: Client | None = None) -> Reply:
        reply = await (by or self.mara).post(f"/api/dealing/{table}/{path}", {} if body is None else body)
        assert reply.refusal is None, (path, reply.text)
        return reply

    async def tapped_in(self, table: str = "amber") -> None:
        await self.does("tap-in", {"name": "Mara", "pin": PINS["Mara"]}, table)

    async def new_shoe(self, table: str = "amber") -> None:
        await self.tapped_in(table)
        await self.does("shoe", {"old_cards_removed": True, "new_cards_shuffled": True}, table)
        assert isinstance(self.table(table).phase, NeedsBurn)

    async def burned(self, table: str = "amber") -> None:
        await self.new_shoe(table)
        await self.slide(BURN, table)

    async def betting(self, table: str = "amber") -> None:
        await self.burned(table)
        await self.does("open", {}, table)
        assert isinstance(self.table(table).phase, Betting)

    async def dealing_(self, table: str = "amber") -> None:
        await self.betting(table)
        await self.does("close", {}, table)
        assert isinstance(self.table(table).phase, Dealing)

    async def bets(self, stake: int = 100, bet: str = "player", table: str = "amber") -> None:
        answer = await self.tables[table].ask(PlaceWager(self.ann.id, bet, stake))
        assert answer.refusal is None, answer

    async def purse(self) -> int:
        balances = await self.store.every_balance()
        return next(amount for account, amount in balances.items() if self.ann.id in account and "purse" in account)

    async def slide(self, cards: str, table: str = "amber") -> None:
        """Cards over the reader, as slowly as a hand is."""
        for card in cards.split():
            self.now += GAP_MS
            reply = await self.does("scan", {"line": card}, table)
            assert reply.body["happened"] == "placed", reply.text

    async def settled(self, cards: str, table: str = "amber") -> None:
        await self.dealing_(table)
        await self.slide(cards, table)
        await self.does("confirm", {}, table)
        assert isinstance(self.table(table).phase, ShowingResult)


class ReaderAt:
    """A program with a device key, without a cookie."""

    def __init__(self, floor: DealtFloor, made: NewDevice) -> None:
        self.id, self.key = made.device.id, made.key
        self.client = Client(floor, address="10.0.0.9")

    async def says(self, line: str, table: str = "amber", **more: object) -> Reply:
        return await self._posts(f"/api/scanners/{table}/scan", {"line": line, **more})

    async def is_there(self, **body: object) -> Reply:
        return await self._posts("/api/scanners/amber/alive", body)

    async def _posts(self, path: str, body: object) -> Reply:
        return await self.client.ask("POST", path, body, Authorization=f"Bearer {self.key}")


def on_a_dealt_floor(
    folder: Path,
    test: Callable[[DealtFloor], Awaitable[Result]],
    *,
    misdeal: Misdeal = Misdeal.CANCEL,
    codes: CardCodes | None = None,
) -> Result:
    config = replace(CONFIG_WITH_TABLE, card_codes={"amber": codes} if codes else {})

    async def run() -> Result:
        floor = await DealtFloor(folder / "floor.db", config).open()
        try:
            if misdeal is not Misdeal.CANCEL:
                await floor.deal_at(replace(AMBER, misdeal=misdeal), INTERBLOCK)
            return await test(floor)
        finally:
            floor.dealing.consoles.stop()
            await floor.store.close()

    return asyncio.run(run())
