"""A whole shoe with real cards: a dealer at the console, a reader in the shoe, two patrons and a supervisor.

After every round purses, play records, roads, reports and the whole ledger agree with what the test itself expects, and
`punto audit` finds nothing wrong. One shoe is short enough for every run; a full one comes with `--every-screen`.
"""

import asyncio
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, expect

from punto.books import INTERBLOCK
from punto.rules.coup import NotEnoughCards
from punto.server.keeping.inspection.findings import Findings
from punto.server.keeping.inspection.floor_rows import floor_rows
from punto.server.keeping.inspection.inspect_floor import inspect_floor
from punto.server.keeping.inspection.scope import EVERYTHING, KnownBooks
from tests.browser.conftest import Visits
from tests.browser.live_house import TABLE, DealerConsole, House, SupervisorScreen, until
from tests.browser.patron import Patron
from tests.browser.served_punto import served_punto

FLOOR = Path(__file__).with_name("live_floor.toml")
CREDIT = 1_000_000  # of a guest, in the smallest unit
UNIT = 100
BOOKS = KnownBooks([INTERBLOCK])


class Round(NamedTuple):
    cards: tuple[str, ...]  # in the order dealt
    player: str
    banker: str
    winner: str


class RealShoe:
    """Shuffled decks on the dealer's table. The rules say how many cards a round takes, and nothing else."""

    def __init__(self, seed: int) -> None:
        self._cards = [str(card) for card in INTERBLOCK.deck.cards]
        random.Random(seed).shuffle(self._cards)

    def burn(self) -> str:
        card = self._cards[0]
        del self._cards[: 1 + INTERBLOCK.burn.face_down(INTERBLOCK.deck.card(card))]
        return card

    def round(self) -> Round:
        dealt = round_of(self._cards)
        assert dealt is not None, "no shoe runs out inside a round"
        del self._cards[: len(dealt.cards)]
        return dealt

    def take_back(self, cards: tuple[str, ...]) -> None:
        """They were never drawn."""
        self._cards[:0] = cards


def round_of(cards: Sequence[str]) -> Round | None:
    """The round that begins with these cards; None where they do not suffice."""
    deck = INTERBLOCK.deck
    try:
        coup = INTERBLOCK.dealing.deal(deck.card(card) for card in cards)
    except NotEnoughCards:
        return None
    used = coup.player.size + coup.banker.size
    winner = coup.result.winner
    return Round(tuple(cards[:used]), str(coup.player), str(coup.banker), winner.value if winner else "tie")


def misread(dealt: Round) -> Round:
    """The same round with its last card taken for another, which makes another win."""
    for face in INTERBLOCK.deck.faces:
        other = round_of((*dealt.cards[:-1], str(face)))
        if other is not None and len(other.cards) == len(dealt.cards) and other.winner != dealt.winner:
            return other
    raise AssertionError(f"no card in the place of the last makes {dealt} another round")


class LiveShoe:
    """Everybody at the table, and what the test expects of them."""

    def __init__(
        self,
        house: House,
        console: DealerConsole,
        supervisor: SupervisorScreen,
        patrons: dict[str, Patron],
        seed: int,
    ) -> None:
        self.house, self.console, self.supervisor, self.patrons = house, console, supervisor, patrons
        self.shoe = RealShoe(seed)
        self.purses = dict.fromkeys(patrons, CREDIT)
        self.staked = self.returned = 0  # of rounds that stand
        self.results: list[str] = []  # winners, in order
        self._auditor = ThreadPoolExecutor(1)  # the browser's loop runs in the test's own thread

    # --- a round, step by step ----------------------------------------------------------------------------------------

    def opens(self, **stakes: tuple[str, int]) -> None:
        """Betting, with a chip of each patron on a bet."""
        self.console.presses("Open betting").says("Bets are open")
        for name, (bet, amount) in stakes.items():
            self.patrons[name].chooses_chip(str(amount)).bets(bet)
            self.purses[name] -= amount * UNIT
        for name, (bet, amount) in stakes.items():
            self.patrons[name].sees_stake(bet, str(amount))
        self.stakes = stakes
        self.console.presses("Close betting").says("PLAYER, card 1")

    def deals(self, cards: tuple[str, ...], *, by_wedge: bool = False) -> None:
        """A reader over HTTP is answered once its card lies on the felt; one that types is not."""
        before = self.cards_on_the_felt
        for place, card in enumerate(cards, start=len(before) + 1):
            if by_wedge:
                self.console.scans(card)
                until(lambda place=place: len(self.cards_on_the_felt) == place, f"{card} is on the felt")  # type: ignore[misc]
            else:
                self.house.reader.reads(card)
        assert Counter(self.cards_on_the_felt) == Counter((*before, *cards))

    @property
    def cards_on_the_felt(self) -> list[str]:
        table = self.house.table
        return [*table["player"]["cards"], *table["banker"]["cards"]]

    def settles(self, winner: str) -> None:
        self.console.presses("Confirm result")
        self.counts(winner)

    def counts(self, winner: str) -> None:
        self.results.append(winner)
        for name, (bet, amount) in self.stakes.items():
            self.staked += amount * UNIT
            self.returned += back(bet, amount * UNIT, winner)
            self.purses[name] += back(bet, amount * UNIT, winner)

    def settles_again(self, winner: str) -> None:
        """As if the last round had ended so."""
        before = self.results.pop()
        for name, (bet, amount) in self.stakes.items():
            self.staked -= amount * UNIT
            self.returned -= back(bet, amount * UNIT, before)
            self.purses[name] -= back(bet, amount * UNIT, before)
        self.counts(winner)

    def differences(self, winner: str) -> list[str]:
        """What each patron's stake would return more or less than it did, and all of them, as the console writes it."""
        before = self.results[-1]
        each = [
            back(bet, amount * UNIT, winner) - back(bet, amount * UNIT, before) for bet, amount in self.stakes.values()
        ]
        return [signed(difference) for difference in (*each, sum(each))]

    @property
    def disputes(self) -> list[dict[str, Any]]:
        return list(self.house.supervisor.asks("GET", "/api/staff/disputes")["disputes"])

    def stakes_go_back(self) -> None:
        for name, (_, amount) in self.stakes.items():
            self.purses[name] += amount * UNIT

    # --- what must agree ----------------------------------------------------------------------------------------------

    def agrees(self) -> None:
        """The audit runs beside the rest: it takes longer with every round."""
        audit = self._auditor.submit(self._wrong)
        for name, patron in self.patrons.items():
            request, address = patron.page.request, self.house.address
            until(
                lambda: request.get(f"{address}/api/purse").json()["balance"] == self.purses[name],  # noqa: B023
                f"{name} has {self.purses[name]}",
            )
            shown = f"{self.purses[name] / UNIT:,.2f}".removesuffix(".00")
            expect(patron.page.get_by_role("contentinfo")).to_contain_text(re.compile(rf"Playable\s*{shown}\D"))
            patron.sees_rounds(len(self.results))
        until(lambda: self._reported == (self.staked, self.returned), f"reports say {self.staked} and {self.returned}")
        until(lambda: self._recorded == (self.staked, self.returned), "the play records say the same")
        until(lambda: self._roads == self.results, f"the roads show {self.results}")
        if wrong := audit.result():  # of a round that was being written
            until(lambda: not self._auditor.submit(self._wrong).result(), f"nothing is wrong: {wrong}")

    @property
    def _reported(self) -> tuple[int, int]:
        lines = self.house.supervisor.asks("GET", "/api/reports/tables")["lines"]
        return sum(each["handle"] for each in lines), sum(each["returned"] for each in lines)

    @property
    def _recorded(self) -> tuple[int, int]:
        staked = returned = 0
        for patron in self.patrons.values():
            for play in patron.page.request.get(f"{self.house.address}/api/record?limit=100").json()["plays"]:
                if play["status"] in ("settled", "corrected"):
                    staked, returned = staked + play["staked"], returned + play["returned"]
        return staked, returned

    @property
    def _roads(self) -> list[str]:
        plate = self.house.supervisor.asks("GET", f"/api/tables/{TABLE}/roads").get("bead_plate", {"marks": ()})
        return [WINNERS[colour] for _, _, colour, *_ in plate["marks"]]

    def _wrong(self) -> list[str]:
        async def inspected() -> list[str]:
            findings = Findings()
            async with floor_rows(str(self.house.database)) as rows:
                inspect_floor(rows, findings, BOOKS, EVERYTHING)
            return [finding.line for finding in findings.kept]

        return asyncio.run(inspected())


WINNERS = {"P": "player", "B": "banker", "T": "tie"}


def back(bet: str, stake: int, winner: str) -> int:
    """By the printed rules: even money on Player, 19 to 20 on Banker, both push on a tie, which pays 8 to 1."""
    if winner == "tie":
        return stake * 9 if bet == "tie" else stake
    if bet != winner:
        return 0
    return stake * 2 if bet == "player" else stake + stake * 19 // 20


def signed(units: int) -> str:
    figure = f"{abs(units) / UNIT:,.2f}".removesuffix(".00")
    return f"+{figure}" if units > 0 else f"−{figure}" if units else figure


@pytest.fixture
def live(visits: Visits, browser: Browser, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[LiveShoe]:
    """In a full shoe patrons have chosen cards that do not move: nobody waits eighty times for a show."""
    motion = getattr(request, "param", "brisk")
    with served_punto(tmp_path, FLOOR) as address, House(address, tmp_path) as house:
        tablets = [browser.new_context(viewport={"width": 1280, "height": 800}) for _ in range(2)]
        console = DealerConsole(tablets[0].new_page(), address).signs_in("Mara")
        supervisor = SupervisorScreen(tablets[1].new_page(), address, "Ines")
        patrons = {}
        for name in ("ann", "ben"):
            patrons[name] = visits.patron(address=address, motion=motion)
            patrons[name].page.goto(f"{address}/")
            patrons[name].page.get_by_role("button", name="Play as a guest").click()
            patrons[name].opens("Amber")
        yield LiveShoe(house, console, supervisor, patrons, seed=1)
        for tablet in tablets:
            tablet.close()


def test_a_shoe_is_dealt_by_hand_with_everything_that_can_go_wrong(live: LiveShoe) -> None:
    """Its divider comes out early, so that it is short."""
    play_a_shoe(live, rounds_max=1)


@pytest.mark.parametrize("live", ["still"], indirect=True)
def test_a_full_shoe_is_dealt_by_hand_until_the_cut_card(live: LiveShoe) -> None:
    play_a_shoe(live, rounds_max=None)


def play_a_shoe(live: LiveShoe, rounds_max: int | None) -> None:
    """With this many ordinary rounds at the end; without a number, until the cut card has come out."""
    console, house, supervisor = live.console, live.house, live.supervisor
    console.taps_in("Mara").confirms_the_shoe().says("Burn card").scans(live.shoe.burn())

    # an ordinary round, from the reader
    dealt = live.shoe.round()
    live.opens(ann=("player", 100), ben=("banker", 25))
    live.deals(dealt.cards)
    live.settles(dealt.winner)
    live.agrees()

    # a misscan: three codes that no card has stop the table, the card is typed and confirmed
    dealt = live.shoe.round()
    live.opens(ann=("banker", 25), ben=("player", 5))
    live.deals(dealt.cards[:1], by_wedge=True)
    for number in range(1, 4):
        console.scans(f"smudge-{number}")
        until(lambda number=number: house.table["reader"]["refused"] == number, "a code is refused")  # type: ignore[misc]
    expect(console.page.get_by_role("heading", name="A code that is no card")).to_be_visible()
    supervisor.sees("Paused")
    console.types(dealt.cards[1], second="Omar")
    until(lambda: len(live.cards_on_the_felt) == 2, "the typed card is on the felt")
    live.deals(dealt.cards[2:], by_wedge=True)
    live.settles(dealt.winner)
    live.agrees()

    # paused in mid-round, and resumed
    dealt = live.shoe.round()
    live.opens(ann=("tie", 5), ben=("player", 100))
    live.deals(dealt.cards[:2])
    supervisor.sees("Dealing").pauses("Dealing error")
    for patron in live.patrons.values():
        expect(patron.page.get_by_text(re.compile("Paused")).first).to_be_visible()
    supervisor.resumes()
    live.deals(dealt.cards[2:])
    live.settles(dealt.winner)
    live.agrees()

    # cancelled: every stake goes back, and the cards stay out
    dealt = live.shoe.round()
    live.opens(ann=("banker", 100), ben=("banker", 5))
    live.deals(dealt.cards[:3])
    supervisor.cancels("Malfunction")
    live.stakes_go_back()
    live.shoe.take_back(dealt.cards[3:])
    live.agrees()

    # another dealer takes over
    console.taps_out("Mara").taps_in("Noor")
    assert house.table["dealer"]["name"] == "Noor"

    # a card read as another one: the round is disputed, and settled again with the cards that lay there
    dealt = live.shoe.round()
    read = misread(dealt)
    live.opens(ann=("player", 25), ben=("banker", 100))
    live.deals(read.cards)
    live.settles(read.winner)
    live.agrees()
    live.patrons["ann"].presses("Dispute")
    until(lambda: bool(live.disputes), "the dispute waits for the supervisor")
    (dispute,) = live.disputes
    supervisor.sees(f"Dispute: round {dispute['round']}")
    side = "player" if read.player != dealt.player else "banker"
    place = len(getattr(dealt, side).split())
    supervisor.corrects(f"{side} card {place}", dealt.cards[-1], live.differences(dealt.winner), second="Omar")
    live.settles_again(dealt.winner)
    live.agrees()
    assert live.disputes == []

    # on until the shoe is over
    rounds = 0
    while house.table["next_step"] != "new_shoe":
        rounds += 1
        dealt = live.shoe.round()
        live.opens(ann=("banker", 5), ben=("player", 25))
        live.deals(dealt.cards[:2])
        if rounds == rounds_max:
            console.sees_the_divider()
        live.deals(dealt.cards[2:])
        live.settles(dealt.winner)
        live.agrees()
    console.says("New shoe")
    command = [sys.executable, "-m", "punto", "audit", "--database", str(house.database)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout.splitlines()[-1]) == (0, "Nothing is wrong."), ran.stdout + ran.stderr
