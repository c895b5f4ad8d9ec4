"""A patron at a table, over a real socket of a real server: what is asked, what is answered, what is told."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import TypeVar

import httpx
import pytest
from msgspec.structs import replace

from punto.server.protocol.client import (
    Action,
    AutoRepeat,
    ClearAll,
    CloseTable,
    Contribute,
    Deal,
    KeepBetsOn,
    OpenTable,
    PlaceWager,
)
from punto.server.protocol.floor import PlayIsOver, Problem, Purse
from punto.server.protocol.parts import FieldTotal, Offset
from punto.server.protocol.server_message import ServerMessage
from punto.server.protocol.table_opened import TableClosed, TableOpened, TableResumed
from punto.server.protocol.table_private import Answer, Choice, Seat, Settlement, Wagers
from punto.server.protocol.table_public import (
    BettingOpened,
    Public,
    RoundSettled,
    ShoeCommitted,
    ShoeOpened,
    ShoeRevealed,
    Totals,
)
from punto.table.fair_shoe import contribution_digest
from punto.trials.load.guests import let_in
from punto.trials.load.http import Http
from punto.trials.load.server_process import ServerProcess
from tests.server.real_server import PLAY_CREDITS, Patron, run, served, table

BRISK = "betting_ms = 600, hurry_ms = 0, card_ms = 5, result_ms = 100, shoe_change_ms = 400"
UNHURRIED = "betting_ms = 600_000, hurry_ms = 0, card_ms = 5, result_ms = 100, shoe_change_ms = 400"
SLOW = table("slow", UNHURRIED)
QUICK = table("quick", BRISK)
ALONE = table("alone", BRISK, more='kind = "on_demand"')
MORE = [table(name, UNHURRIED) for name in ("calm", "tabs", "t4")]

Message = TypeVar("Message")


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """For tests whose patrons are in nobody's way: each lets in its own, and betting stays open."""
    with served(tmp_path_factory.mktemp("shared"), SLOW, QUICK, ALONE, *MORE) as server:
        yield server


def on_a_floor(folder: Path, test: Callable[[ServerProcess], Coroutine[None, None, None]], *tables: str) -> None:
    with served(folder, *tables) as server:
        run(test(server))


async def hears(patron: Patron, kind: type[Message], since: int = 0) -> Message:
    heard = await patron.hears(lambda message: isinstance(message, kind), since)
    assert isinstance(heard, kind)
    return heard


async def answer(patron: Patron, action: Action) -> Answer:
    patron.say(action)
    heard = await patron.hears(lambda message: isinstance(message, Answer) and message.id == action.id)
    assert isinstance(heard, Answer)
    return heard


def bet(name: str, at: str = "slow", stake: int = 500) -> PlaceWager:
    return PlaceWager(id=name, table=at, bet="player", stake=stake)


def told(patron: Patron, kind: type[Message]) -> list[Message]:
    return [message for _, message in patron.heard if isinstance(message, kind)]


async def betting(patron: Patron) -> None:
    """Until bets are taken, whether the table was found so or has just opened."""

    def is_open(message: ServerMessage) -> bool:
        found = isinstance(message, TableOpened) and message.state.phase == "betting"
        return found or isinstance(message, BettingOpened)

    await patron.hears(is_open)


def test_a_round_from_the_bet_to_the_purse(tmp_path: Path) -> None:
    async def test(server: ServerProcess) -> None:
        (guest,) = await let_in(server.address, 1)
        patron = await Patron(guest).come(server.address, "quick")
        await betting(patron)
        assert (await answer(patron, bet("b1", "quick"))).outcome == "accepted"
        settlement = await hears(patron, Settlement)
        assert (settlement.staked, settlement.won) == (500, settlement.returned > 500)
        expected = PLAY_CREDITS - 500 + settlement.returned
        await patron.hears(lambda message: isinstance(message, Purse) and message.balance == expected)
        settled = await hears(patron, RoundSettled)
        assert settled.roads.bead_plate is not None
        assert dict(settled.result.came_out).keys() >= ({settled.result.winner} & {"player", "banker", "tie"})
        versions = [message.version for _, message in patron.heard if isinstance(message, Public)]
        assert versions == list(range(versions[0], versions[0] + len(versions))), "no gap"

    on_a_floor(tmp_path, test, QUICK)


def test_a_purse_is_told_after_the_round_that_moved_it(tmp_path: Path) -> None:
    """A client that shows the cards first needs to know which ones."""

    async def test(server: ServerProcess) -> None:
        (guest,) = await let_in(server.address, 1)
        patron = await Patron(guest).come(server.address, "quick")
        await betting(patron)
        for side in ("player", "banker"):  # one of them comes back
            staked = PlaceWager(id=side, table="quick", bet=side, stake=500)
            assert (await answer(patron, staked)).outcome == "accepted"
        placed = len(patron.heard)  # before, the purse was told as it was: Player winning brings it back to that
        settlement = await hears(patron, Settlement)
        expected = PLAY_CREDITS - 1_000 + settlement.returned
        moved = await patron.hears(lambda message: isinstance(message, Purse) and message.balance == expected, placed)
        heard = [message for _, message in patron.heard][placed:]
        assert heard.index(settlement) < heard.index(moved)

    on_a_floor(tmp_path, test, QUICK)


def test_two_tabs_of_one_patron_show_the_same(shared: ServerProcess) -> None:
    async def test(server: ServerProcess) -> None:
        guest, other = await let_in(server.address, 2)
        tabs = [await Patron(guest).come(server.address, "tabs") for _ in range(2)]
        stranger = await Patron(other).come(server.address, "tabs")
        await betting(tabs[0])
        await answer(tabs[0], bet("b1", "tabs"))
        assert [purse.balance for purse in told(tabs[0], Purse)][-1] == PLAY_CREDITS - 500, (
            "in one write with the answer"
        )
        for tab in tabs:
            assert (await hears(tab, Wagers)).stakes == (("player", 500),)
            await tab.hears(lambda message: isinstance(message, Purse) and message.balance == PLAY_CREDITS - 500)
        totals = await stranger.hears(lambda message: isinstance(message, Totals) and bool(message.totals))
        assert isinstance(totals, Totals)
        assert totals.totals == (FieldTotal("player", 500, 1, 0, 0),)
        assert told(stranger, Wagers) == []

    run(test(shared))


def test_a_patron_who_comes_back_gets_what_was_missed(tmp_path: Path) -> None:
    async def test(server: ServerProcess) -> None:
        (guest,) = await let_in(server.address, 1)
        before = await Patron(guest).come(server.address, "quick")
        opened = await hears(before, TableOpened)
        await hears(before, RoundSettled)
        last = [message.version for _, message in before.heard if isinstance(message, Public)][-1]
        before.client.transport.abort()
        again = await Patron(guest).come(server.address)
        again.say(OpenTable("quick", Offset(opened.offset.log, last)))
        resumed, seat = await hears(again, TableResumed), await hears(again, Seat)
        missed = [message.version for _, message in again.heard if isinstance(message, Public)]
        assert missed[: resumed.missed] == list(range(last + 1, last + 1 + resumed.missed))
        assert seat.after == last + resumed.missed
        assert told(again, TableOpened) == []

    on_a_floor(tmp_path, test, QUICK)


@pytest.mark.parametrize("offset", [Offset("another-log", 1), Offset("", 0)])
def test_an_offset_of_another_log_gets_a_snapshot(shared: ServerProcess, offset: Offset) -> None:
    async def test(server: ServerProcess) -> None:
        (guest,) = await let_in(server.address, 1)
        patron = await Patron(guest).come(server.address)
        patron.say(OpenTable("slow", offset))
        assert (await hears(patron, TableOpened)).info.book == "interblock"

    run(test(shared))


def test_the_same_id_twice_is_one_bet(shared: ServerProcess) -> None:
    async def test(server: ServerProcess) -> None:
        (guest,) = await let_in(server.address, 1)
        patron = await Patron(guest).come(server.address, "slow")
        await betting(patron)
        for _ in range(2):
            patron.say(bet("same"))
        assert (await answer(patron, bet("next"))).outcome == "accepted"
        assert [each.id for each in told(patron, Answer)] == ["same", "same", "next"]
        assert told(patron, Wagers)[-1].staked == 1_000

    run(test(shared))


def test_the_same_id_at_another_table_is_another_bet(shared: ServerProcess) -> None:
    async def test(server: ServerProcess) -> None:
        (guest,) = await let_in(server.address, 1)
        for place in ("slow", "calm"):
            patron = await Patron(guest).come(server.address, place)
            await betting(patron)
            assert (await answer(patron, bet("same", place))).outcome == "accepted"
            assert [each.staked for each in told(patron, Wagers)] == [500]

    run(test(shared))


def test_a_bet_held_up_on_its_way_is_too_late_for_its_round_and_none_in_the_next(tmp_path: Path) -> None:
    async def test(server: ServerProcess) -> None:
        (guest,) = await let_in(server.address, 1)
        patron = await Patron(guest).come(server.address, "quick")
        opened = await hears(patron, BettingOpened)
        shoes = [each.shoe for each in told(patron, ShoeOpened)]
        shoe, first = shoes[-1] if shoes else told(patron, TableOpened)[0].state.shoe, opened.round
        meant = {name: replace(bet(name, "quick"), round=(shoe, first)) for name in ("punctual", "held-up")}
        assert (await answer(patron, meant["punctual"])).outcome == "accepted"
        await patron.hears(lambda message: isinstance(message, BettingOpened) and message.round > first)
        held_up = await answer(patron, meant["held-up"])
        assert (held_up.outcome, held_up.refusal) == ("too_late", "betting_is_closed")
        assert (await answer(patron, meant["punctual"])).outcome == "accepted", "the same answer again, and no new bet"
        assert [each.staked for each in told(patron, Wagers)] == [500]

    on_a_floor(tmp_path, test, QUICK)


def test_what_is_said_of_a_table_while_it_is_being_opened_is_done_once_it_is_open(shared: ServerProcess) -> None:
    async def test(server: ServerProcess) -> None:
        here, newcomer = [Patron(guest) for guest in await let_in(server.address, 2)]
        await betting(await here.come(server.address, "slow"))
        await newcomer.come(server.address)
        newcomer.say(OpenTable("slow"))
        assert (await answer(newcomer, bet("first"))).outcome == "accepted"

    run(test(shared))


def test_refusals_name_the_reason_and_the_room(shared: ServerProcess) -> None:
    async def test(server: ServerProcess) -> None:
        (guest,) = await let_in(server.address, 1)
        patron = await Patron(guest).come(server.address, "slow")
        await betting(patron)
        too_much = await answer(patron, bet("much", stake=500_100))
        assert (too_much.outcome, too_much.refusal, too_much.room) == ("refused", "stake_is_above_maximum", 500_000)
        odd = await answer(patron, bet("odd", stake=150))
        assert odd.refusal == "stake_is_not_chips"
        strange = await answer(patron, PlaceWager(id="x", table="slow", bet="moon", stake=100))
        assert strange.refusal == "bet_is_not_offered"
        elsewhere = await answer(patron, bet("e", "quick"))
        assert elsewhere.refusal == "table_is_not_open"

    run(test(shared))


def test_a_bet_beyond_a_limit_of_ones_own_is_refused_with_the_room_that_is_left(shared: ServerProcess) -> None:
    async def test(server: ServerProcess) -> None:
        (guest,) = await let_in(server.address, 1)
        headers = {"cookie": guest.cookie, "x-punto-token": guest.token}
        async with httpx.AsyncClient(base_url=f"http://{server.address.authority}", headers=headers) as http:
            assert (await http.patch("/api/me/limits", json={"loss_a_day": 2_000})).status_code == 200
        patron = await Patron(guest).come(server.address, "slow")
        await betting(patron)
        await answer(patron, bet("b1"))
        too_much = await answer(patron, bet("b2", stake=2_000))
        assert (too_much.refusal, too_much.room) == ("own_limit_is_reached", 1_500)

    run(test(shared))


def test_a_table_closes_only_without_bets_on_it(shared: ServerProcess) -> None:
    async def test(server: ServerProcess) -> None:
        (guest,) = await let_in(server.address, 1)
        patron = await Patron(guest).come(server.address, "slow")
        await betting(patron)
        await answer(patron, bet("b1"))
        assert (await answer(patron, CloseTable(id="c1", table="slow"))).refusal == "bets_lie"
        await answer(patron, ClearAll(id="c2", table="slow"))
        assert (await answer(patron, CloseTable(id="c3", table="slow"))).outcome == "accepted"
        assert (await hears(patron, TableClosed)).reason == "asked"

    run(test(shared))


def test_no_more_than_four_tables_at_once(shared: ServerProcess) -> None:
    async def test(server: ServerProcess) -> None:
        (guest,) = await let_in(server.address, 1)
        patron = await Patron(guest).come(server.address, "slow", "quick", "alone", "t4", "calm")
        problem = await hears(patron, Problem)
        assert (problem.reason, problem.detail) == ("too_many_tables", "no more than 4 tables at once")

    run(test(shared))


def test_a_second_tab_is_no_second_patron(tmp_path: Path) -> None:
    async def test(server: ServerProcess) -> None:
        (guest,) = await let_in(server.address, 1)
        first = await Patron(guest).come(server.address, "slow")
        await betting(first)
        await answer(first, bet("b1"))
        second = await Patron(guest).come(server.address, "t4")
        assert (await hears(second, Problem)).reason == "too_many_tables"
        first.client.transport.abort()  # the bets still lie
        second.say(OpenTable("t4"))
        problems = [await hears(second, Problem, since) for since in (0, len(second.heard))]
        assert [problem.reason for problem in problems] == ["too_many_tables"] * 2
        second.say(OpenTable("slow"))
        assert (await hears(second, TableOpened)).info.table == "slow"

    on_a_floor(tmp_path, test, "[house]\ntables_at_once = 1\n", SLOW, table("t4", UNHURRIED))


def test_no_more_sockets_than_allowed_though_all_come_at_once(shared: ServerProcess) -> None:
    async def test(server: ServerProcess) -> None:
        (guest,) = await let_in(server.address, 1)
        came = await asyncio.gather(*(Patron(guest).come(server.address) for _ in range(20)), return_exceptions=True)
        assert sum(isinstance(each, Patron) for each in came) == 8

    run(test(shared))


def test_a_patron_who_stops_playing_is_told_so_and_no_bet_comes_back_by_itself(tmp_path: Path) -> None:
    async def test(server: ServerProcess) -> None:
        (guest,) = await let_in(server.address, 1)
        patron, http = await Patron(guest).come(server.address, "quick"), Http(server.address)
        http.cookie, http.token = guest.cookie, guest.token
        await betting(patron)
        await answer(patron, bet("b1", "quick"))
        await answer(patron, AutoRepeat(id="a1", table="quick", on=True))
        assert (await http.post("/api/me/self-exclusion", b'{"days": null}')).status == 200
        assert (await hears(patron, PlayIsOver)).reason == "self_excluded"
        await patron.hears(lambda message: isinstance(message, Settlement) and message.round == 1)
        await patron.hears(lambda message: isinstance(message, RoundSettled) and message.result.round > 1)
        assert [(choice.choice, choice.value) for choice in told(patron, Choice)][-1] == ("auto_repeat", False)
        assert [message.round for message in told(patron, Settlement)] == [1]
        await http.close()

    on_a_floor(tmp_path, test, QUICK)


def test_an_on_demand_table_is_one_patrons_own(shared: ServerProcess) -> None:
    async def test(server: ServerProcess) -> None:
        owner, other = [Patron(guest) for guest in await let_in(server.address, 2)]
        await owner.come(server.address, "alone")
        own = (await hears(owner, TableOpened)).info.table
        await other.come(server.address, own, "alone")
        assert (await hears(other, Problem)).reason == "unknown_table"
        assert (await hears(other, TableOpened)).info.table == f"alone~{other.guest.patron}"
        await betting(owner)
        assert (await answer(owner, Deal(id="d0", table=own))).refusal == "nothing_is_staked"
        await answer(owner, bet("b1", own))
        assert (await answer(owner, Deal(id="d1", table=own))).outcome == "accepted"
        await hears(owner, Settlement)
        assert told(other, Settlement) == []

    run(test(shared))


def test_auto_repeat_deals_on_demand_until_it_is_switched_off(shared: ServerProcess) -> None:
    async def test(server: ServerProcess) -> None:
        (guest,) = await let_in(server.address, 1)
        patron = await Patron(guest).come(server.address, "alone")
        own = (await hears(patron, TableOpened)).info.table
        await betting(patron)
        await answer(patron, bet("b1", own))
        await answer(patron, AutoRepeat(id="a1", table=own, on=True))
        await answer(patron, Deal(id="d1", table=own))
        await patron.hears(lambda message: isinstance(message, Settlement) and message.round == 2)
        await answer(patron, AutoRepeat(id="a2", table=own, on=False))

    run(test(shared))


def test_kept_bets_come_back_but_are_not_dealt(shared: ServerProcess) -> None:
    async def test(server: ServerProcess) -> None:
        (guest,) = await let_in(server.address, 1)
        patron = await Patron(guest).come(server.address, "alone")
        own = (await hears(patron, TableOpened)).info.table
        await betting(patron)
        await answer(patron, bet("b1", own))
        await answer(patron, KeepBetsOn(id="k1", table=own, on=True))
        await answer(patron, Deal(id="d1", table=own))
        await patron.hears(lambda message: isinstance(message, Wagers) and message.action == "repeat")
        assert [message.round for message in told(patron, Settlement)] == [1]

    run(test(shared))


def test_a_contribution_to_any_shoe_is_listed_before_its_first_bet(tmp_path: Path) -> None:
    pace = "betting_ms = 100, hurry_ms = 0, card_ms = 2, result_ms = 2, shoe_change_ms = 2_500"
    short = table("short", pace, more="cut_card = 208")

    async def test(server: ServerProcess) -> None:
        (guest,) = await let_in(server.address, 1)
        patron = await Patron(guest).come(server.address, "short")
        await hears(patron, Seat)
        digest = contribution_digest("my own words").hex()
        for shoe in (1, 2):
            if shoe > 1:  # whoever comes early finds the first one committed to
                await patron.hears(lambda each: isinstance(each, ShoeCommitted) and each.shoe == 2)
            first = Contribute(id=f"c{shoe}", table="short", digest=digest)
            assert (await answer(patron, first)).outcome == "accepted"
            second = Contribute(id=f"d{shoe}", table="short", digest="ab" * 32)
            assert (await answer(patron, second)).refusal == "already_contributed"
            opened = await hears(patron, ShoeOpened, len(patron.heard))
            assert (opened.shoe, opened.contributions) == (shoe, (digest,))
            assert len(opened.commitment) == 64
        revealed = await hears(patron, ShoeRevealed)
        assert (revealed.shoe, len(revealed.secret)) == (1, 2_048)

    on_a_floor(tmp_path, test, short)


def test_a_stopped_floor_parks_bets_and_goes_on_with_them(tmp_path: Path) -> None:
    patient = table("patient", "betting_ms = 4_000, hurry_ms = 0, card_ms = 5, result_ms = 100, shoe_change_ms = 400")

    async def test(server: ServerProcess) -> None:
        (guest,) = await let_in(server.address, 1)
        patron = await Patron(guest).come(server.address, "patient")
        await betting(patron)
        await answer(patron, bet("b1", "patient"))
        server.stop()
        await patron.client.closed
        assert patron.client.close_code == 1012
        server.start()
        again = await Patron(guest).come(server.address, "patient")
        assert (await hears(again, Seat)).seat.stakes == (("player", 500),)
        assert (await hears(again, TableOpened)).state.phase == "betting"
        assert (await hears(again, Settlement)).staked == 500

    on_a_floor(tmp_path, test, patient)


def test_the_house_sends_idle_patrons_away(tmp_path: Path) -> None:
    async def test(server: ServerProcess) -> None:
        (guest,) = await let_in(server.address, 1)
        patron = await Patron(guest).come(server.address, "quick")
        assert (await hears(patron, TableClosed)).reason == "idle"
        assert len(told(patron, RoundSettled)) == 2

    on_a_floor(tmp_path, test, "\n[house]\nleave_after_idle_rounds = 2\nauto_repeat = false\n", QUICK)
