"""What becomes of each line of a card reader, over HTTP with a device key: one row for every way to be refused."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from punto.server.config.card_codes import CardCodes
from punto.server.dealing.reader import HEART_BEAT_MS
from punto.server.people.identity import Role
from punto.server.rest import gate
from punto.table.config import TableKind
from tests.server.dealing.dealt_floor import SERIALS, DealtFloor, on_a_dealt_floor
from tests.server.rest.small_floor import JADE

Situation = Callable[[DealtFloor], Awaitable[None]]


class Row(NamedTuple):
    what: str
    situation: Situation
    lines: tuple[str, ...]  # each a second after the one before; "+50 9h" after 50 ms
    answers: tuple[str, ...]  # what happened, and why
    felt: str
    stopped: str
    codes: CardCodes | None = None


async def nothing(_: DealtFloor) -> None:
    pass


async def betting(floor: DealtFloor) -> None:
    await floor.betting()


async def new_shoe(floor: DealtFloor) -> None:
    await floor.new_shoe()


async def dealing(floor: DealtFloor) -> None:
    await floor.dealing_()


async def paused(floor: DealtFloor) -> None:
    await floor.dealing_()
    await floor.does("pause", {"reason": "interruption"})


async def with_serials(floor: DealtFloor) -> None:
    await floor.new_shoe()
    await floor.does("scan", {"line": "00000"})  # As
    await floor.does("open")
    await floor.does("close")


ROWS = [
    # what, situation, lines, answers, felt, stopped
    Row("the awaited cards", dealing, ("9h", "2d"), ("placed", "placed"), "9h / 2d", ""),
    Row("line ends and blanks", dealing, ("9h\r\n", "2d\n", "Kc\r", " 5s "), ("placed",) * 4, "9h Kc / 2d 5s", ""),
    Row("keep-alives", dealing, ("#", "# here", "", "\r\n"), ("alive",) * 4, "/", ""),
    Row("stutter", dealing, ("9h", "+50 9h", "+200 9h", "2d"),
        ("placed", "ignored stutter", "ignored stutter", "placed"), "9h / 2d", ""),
    Row("the same face again, later", dealing, ("9h", "9h"), ("placed", "placed"), "9h / 9h", ""),
    Row("unknown code, once", dealing, ("XX", "9h"), ("refused code_unknown", "placed"), "9h /", ""),
    Row("unknown codes, three in a row", dealing, ("XX", "XY", "XZ"), ("refused code_unknown",) * 3, "/",
        "card_unknown"),
    Row("unknown codes with a card between", dealing, ("XX", "XY", "9h", "XZ"),
        ("refused code_unknown", "refused code_unknown", "placed", "refused code_unknown"), "9h /", ""),
    Row("lower case is another code", dealing, ("9H",), ("refused code_unknown",), "/", ""),
    Row("too long", dealing, ("9" * 65, "9h"), ("refused rubbish: longer than 64 bytes", "placed"), "9h /", ""),
    Row("control bytes", dealing, ("9\x00h",), ("refused rubbish: signs that are not printable ASCII",), "/", ""),
    Row("not ASCII", dealing, ("９h",), ("refused rubbish: signs that are not printable ASCII",), "/", ""),
    Row("two lines at once", dealing, ("9h\n2d",), ("refused rubbish: signs that are not printable ASCII",), "/", ""),
    Row("rubbish, three in a row", dealing, ("a b", "c d", "e f"),
        ("refused rubbish: not a code, or a code; a running number",) * 3, "/", "reader_lost"),
    Row("running numbers", dealing, ("9h;7", "2d;8", "Kc;9"), ("placed",) * 3, "9h Kc / 2d", ""),
    Row("a line sent twice", dealing, ("9h;7", "9h;7", "2d;8"), ("placed", "placed", "placed"), "9h / 2d", ""),
    Row("a number that jumps", dealing, ("9h;7", "2d;9"), ("placed", "refused number_jumped"), "9h /", "reader_lost"),
    Row("a number that goes back", dealing, ("9h;7", "2d;6"), ("placed", "refused number_jumped"), "9h /",
        "reader_lost"),
    Row("a number with another code", dealing, ("9h;7", "2d;7"), ("placed", "refused number_jumped"), "9h /",
        "reader_lost"),
    Row("a number too long", dealing, ("9h;1234567890",),
        ("refused rubbish: not a code, or a code; a running number",), "/", ""),
    Row("two cards at once", dealing, ("9h", "+100 2d"), ("placed", "refused two_cards"), "9h /", "two_cards"),
    Row("nobody has tapped in", nothing, ("9h",), ("refused dealer_is_missing",), "/", ""),
    Row("betting is open", betting, ("9h",), ("refused dealt_early",), "/", "dealt_early"),
    Row("the table stands still", paused, ("9h",), ("refused table_is_paused",), "/", "interruption"),
    Row("one card more than the rules call for", dealing, ("9h", "2d", "Kc", "5s", "7d"),
        (*["placed"] * 4, "refused card_not_called"), "9h Kc / 2d 5s", "card_not_called"),
    Row("a jump before the burn places nothing", new_shoe, ("9h;1", "2d;3"), ("placed", "refused number_jumped"), "/",
        "reader_lost"),
    Row("the divider", with_serials, ("CUT", "CUT", "00001"), ("placed", "ignored divider_was_seen", "placed"), "2s /",
        "", SERIALS),
    Row("serials", with_serials, ("00001", "00002"), ("placed", "placed"), "2s / 3s", "", SERIALS),
    Row("a serial twice", with_serials, ("00001", "00001", "00002"), ("placed", "ignored read_before", "placed"),
        "2s / 3s", "", SERIALS),
    Row("the burn card's serial again", with_serials, ("00000", "00001"), ("ignored read_before", "placed"), "2s /",
        "", SERIALS),
    Row("a card's text where serials are used", with_serials, ("2s",), ("refused code_unknown",), "/", "", SERIALS),
]  # fmt: skip


@pytest.mark.parametrize("row", ROWS, ids=[row.what for row in ROWS])
def test_what_becomes_of_a_line(tmp_path: Path, row: Row) -> None:
    async def test(floor: DealtFloor) -> None:
        await row.situation(floor)
        answers = []
        for line in row.lines:
            after, text = (int(line[1:].split()[0]), line.split()[1]) if line.startswith("+") else (1_000, line)
            floor.now += after
            body = (await floor.reader.says(text)).body
            answers.append(f"{body['happened']} {body['reason']}".strip())
        assert tuple(answers) == row.answers
        assert (floor.felt, floor.stop) == (row.felt, row.stopped)

    on_a_dealt_floor(tmp_path, test, codes=row.codes)


@pytest.mark.parametrize(
    ("key", "table", "refusal"),
    [
        ("right", "ruby", "device_key_is_wrong"),  # bound to amber
        ("right", "none", "device_key_is_wrong"),
        ("", "amber", "device_key_is_wrong"),
        ("0123456789." + "x" * 43, "amber", "device_key_is_wrong"),
        ("shortened", "amber", "device_key_is_wrong"),
        ("revoked", "amber", "device_key_is_wrong"),
    ],
)
def test_a_key_opens_one_table_until_it_is_revoked(tmp_path: Path, key: str, table: str, refusal: str) -> None:
    async def test(floor: DealtFloor) -> None:
        await floor.dealing_()
        assert (await floor.reader.says("9h")).refusal is None
        if key == "revoked":
            await floor.dealing.devices.revoke(floor.reader.id)
        elif key == "shortened":
            floor.reader.key = floor.reader.key[:-1]
        elif key != "right":
            floor.reader.key = key
        floor.now += 1_000
        reply = await floor.reader.says("2d", table)
        assert (reply.refusal, reply.status) == (refusal, 401)
        assert floor.felt == "9h /"

    on_a_dealt_floor(tmp_path, test)


def test_a_probe_of_a_simulated_live_table_gets_a_key_and_scans_nothing(tmp_path: Path) -> None:
    async def test(floor: DealtFloor) -> None:
        lotus = replace(JADE, id="lotus", kind=TableKind.LIVE)
        floor.config = replace(floor.config, tables=(*floor.config.tables, lotus))
        made = await (await floor.client(Role.ADMIN)).post("/api/devices", {"table": "lotus", "title": "Probe"})
        assert made.status == 201
        floor.reader.key = str(made.body["key"])
        assert (await floor.reader.says("2d", "lotus")).refusal == "table_is_unknown"

    on_a_dealt_floor(tmp_path, test)


def test_administrators_make_list_and_revoke_keys(tmp_path: Path) -> None:
    async def test(floor: DealtFloor) -> None:
        ada = await floor.client(Role.ADMIN)
        assert (await ada.post("/api/devices", {"table": "jade", "title": "A"})).refusal == "table_is_unknown"
        assert (await floor.ines.post("/api/devices", {"table": "ruby", "title": "A"})).refusal == "role_is_not_allowed"
        made = await ada.post("/api/devices", {"table": "ruby", "title": "Reader B"})
        assert made.status == 201
        key, device = str(made.body["key"]), made.body["device"]
        assert isinstance(device, dict)
        kept = [body for _, body in await floor.store.records("device")]
        assert key.partition(".")[2].encode() not in b"".join(kept)
        listed = await ada.get("/api/devices")
        assert key not in listed.text
        assert [each["title"] for each in listed.body["devices"]] == ["Shoe reader A", "Reader B"]  # type: ignore[attr-defined]
        assert (await ada.ask("DELETE", f"/api/devices/{device['id']}")).status == 204
        assert (await ada.ask("DELETE", f"/api/devices/{device['id']}")).refusal == "device_is_unknown"

    on_a_dealt_floor(tmp_path, test)


def test_keys_made_or_revoked_in_the_store_are_noticed_and_logged(tmp_path: Path) -> None:
    async def test(floor: DealtFloor) -> None:
        await floor.store.forget_record("device", floor.reader.id)
        await floor.dealing.recall_devices(floor.staff_log)
        assert (await floor.reader.says("9h")).refusal == "device_key_is_wrong"
        last = (await floor.staff_log.events(floor.staff_log.version - 1, 1))[0][1]
        assert (getattr(last, "by", ""), getattr(last, "action", "")) == ("terminal", "revoke_device")

    on_a_dealt_floor(tmp_path, test)


def test_a_reader_is_missing_then_ready_then_silent(tmp_path: Path) -> None:
    async def test(floor: DealtFloor) -> None:
        await floor.dealing_()
        floor.dealing.scans._readers.clear()  # as after a restart
        state = await floor.state()
        assert (state.reader.status, [alarm.kind for alarm in state.alarms]) == ("missing", ["reader_missing"])
        await floor.reader.is_there()
        state = await floor.state()
        assert (state.reader.status, state.alarms) == ("ready", ())
        floor.now += HEART_BEAT_MS + 1
        state = await floor.state()
        assert (state.reader.status, [alarm.kind for alarm in state.alarms]) == ("silent", ["reader_silent"])
        floor.now += 20_000
        assert [alarm.kind for alarm in (await floor.state()).alarms] == ["reader_silent", "slow_card"]
        await floor.reader.says("9h")
        assert (await floor.state()).alarms == ()

    on_a_dealt_floor(tmp_path, test)


def test_a_reader_that_begins_anew_in_mid_round_stops_the_table(tmp_path: Path) -> None:
    async def test(floor: DealtFloor) -> None:
        await floor.dealing_()
        await floor.reader.is_there(begins=1)  # the first time nothing is lost
        floor.now += 1_000
        await floor.reader.says("9h;1")
        assert (await floor.reader.is_there(begins=1)).body["is_stopped"]
        assert (floor.stop, floor.felt) == ("reader_lost", "9h /")

    on_a_dealt_floor(tmp_path, test)


def test_a_line_sent_again_under_its_id_after_a_restart_places_no_second_card(tmp_path: Path) -> None:
    async def test(floor: DealtFloor) -> None:
        await floor.dealing_()
        floor.now += 1_000
        await floor.reader.says("9h;1", id="a-1", read_at=floor.now)
        floor.dealing.scans._readers.clear()  # as after a restart
        floor.now += 10_000
        for read_at in (floor.now - 10_000, 0):  # longer ago than a reader's clock counts, and unsaid
            again = await floor.reader.says("9h;1", id="a-1", read_at=read_at)
            assert (again.body["happened"], again.body["reason"]) == ("ignored", "sent_before")
            floor.dealing.scans._readers.clear()
        other = await floor.reader.says("9d;1", id="a-1")
        assert (other.body["happened"], other.body["reason"]) == ("refused", "id_was_used")
        assert floor.felt == "9h /"

    on_a_dealt_floor(tmp_path, test)


def test_a_line_sent_again_under_its_id_gets_its_first_answer(tmp_path: Path) -> None:
    """A reader that does not count, and whose answer was lost, must not be told that the card was refused."""

    async def test(floor: DealtFloor) -> None:
        await floor.dealing_()
        floor.now += 1_000
        first = await floor.reader.says("9h", id="a-1")
        floor.now += 1_000
        again = await floor.reader.says("9h", id="a-1")
        assert first.body["happened"] == "placed"
        assert again.body == first.body
        assert floor.felt == "9h /"

    on_a_dealt_floor(tmp_path, test)


@pytest.mark.parametrize(
    ("ago_ms", "placed_ago_ms"), [(0, 0), (1_500, 1_500), (5_000, 5_000), (60_000, 5_000), (-60_000, 0)]
)
def test_a_readers_clock_counts_five_seconds_back_at_most(tmp_path: Path, ago_ms: int, placed_ago_ms: int) -> None:
    async def test(floor: DealtFloor) -> None:
        await floor.dealing_()
        floor.now += 100_000
        await floor.reader.says("9h", read_at=floor.now - ago_ms)
        last = (await floor.state()).last_card
        assert last is not None
        assert last.at == floor.now - placed_ago_ms

    on_a_dealt_floor(tmp_path, test)


def test_the_counts_of_a_shoe_begin_with_the_shoe(tmp_path: Path) -> None:
    async def test(floor: DealtFloor) -> None:
        await floor.dealing_()
        for line in ("9h", "+0 9h", "XX"):
            floor.now += 0 if line.startswith("+") else 1_000
            await floor.reader.says(line.removeprefix("+0 "))
        reader = (await floor.state()).reader
        assert (reader.read, reader.ignored, reader.refused, reader.last_reason) == (2, 1, 1, "code_unknown")
        await floor.does("abandon", {"reason": "other"}, by=floor.ines)
        await floor.does("shoe", {"old_cards_removed": True, "new_cards_shuffled": True})
        reader = (await floor.state()).reader
        assert (reader.read, reader.ignored, reader.refused) == (0, 0, 0)

    on_a_dealt_floor(tmp_path, test)


def test_readers_are_limited_each_on_its_own_and_strangers_by_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Readers of many tables may share an address; whoever guesses keys shares it too."""
    monkeypatch.setattr(gate, "DEVICE_REQUESTS_A_MINUTE", 2)

    async def test(floor: DealtFloor) -> None:
        await floor.dealing_()
        assert (await floor.reader.is_there()).refusal is None
        assert (await floor.reader.is_there()).refusal is None
        limited = await floor.reader.is_there()
        assert (limited.refusal, limited.status) == ("too_many_requests", 429)
        floor.reader.key = "0123456789." + "x" * 43
        for _ in range(floor.config.safety.address_requests_a_minute):
            assert (await floor.reader.is_there()).refusal == "device_key_is_wrong"
        assert (await floor.reader.is_there()).refusal == "too_many_requests"

    on_a_dealt_floor(tmp_path, test)
