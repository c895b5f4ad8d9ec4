"""The staff log as an audit: whole entries, every log-in, names for as long as the law asks, a file to hand over."""

import csv
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from punto.server.config.floor_config import Retention
from punto.server.people.identity import Identity, Role
from punto.server.people.new_accounts import Made
from punto.server.protocol.refusals import PeopleRefusal, ServerRefusal
from punto.server.staff.first_admin import make_first_admin
from punto.server.staff.staff_events import SYSTEM, By, On, StaffActed, StaffWasRefused, event_of
from punto.server.staff.staff_failures import StaffFailures
from punto.server.staff.staff_log import StaffLog
from punto.server.staff.staff_log_page import LogFilter, every_entry, read_page
from punto.server.store.values import Change
from punto.table.refusals import Refusal
from tests.server.people.desks import DAY, MINUTE, NOON, PASSWORD, Desks, with_desks
from tests.server.rest.small_floor import CONFIG_WITH_TABLE, Client, SmallFloor, on_a_floor

AMY = By("amy", "attendant", "10.0.0.7")
WRONG = "not the right password"


async def entries(floor: SmallFloor, query: str = "") -> list[dict[str, object]]:
    """The oldest first, without that it was read."""
    found = (await (await floor.client(Role.ADMIN)).get(f"/api/staff/log?limit=200{query}")).body["entries"]
    assert isinstance(found, list)
    return [entry for entry in found[::-1] if entry["action"] != "read_staff_log"]


async def member(floor: SmallFloor, name: str, role: Role) -> Client:
    """Somebody with a name and a password of their own, not yet signed in."""
    made = await floor.accounts.create_staff(name, role)
    assert isinstance(made, Made)
    await floor.accounts.change_password(made.account, PASSWORD)
    client = Client(floor, address="10.0.0.9")
    client.id = made.account.id
    return client


async def logged_in(floor: SmallFloor, name: str, role: Role) -> Client:
    client = await member(floor, name, role)
    assert (await client.post("/api/login", {"name": name, "password": PASSWORD})).status == 200
    return client


def test_an_entry_says_who_in_which_role_from_where_on_what_for_how_much_and_how_it_ended(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        amy, ann = await logged_in(floor, "Amy", Role.ATTENDANT), await floor.client(Role.PATRON)
        bought = {"id": "1", "patron": ann.id, "amount": 500}
        assert (await amy.post("/api/buy-in", bought)).status == 200
        entry = (await entries(floor))[-1]
        assert {name: entry[name] for name in ("by", "name", "role", "action", "on", "amount", "refusal")} == {
            "by": amy.id,
            "name": "Amy",
            "role": "attendant",
            "action": "buy_in",
            "on": {"patron": ann.id},
            "amount": 500,
            "refusal": "",
        }
        assert entry["addresses"] == ["10.0.0.9"]
        assert b"Amy" not in b"".join(each.body for each in await floor.store.read("staff")), "events hold no names"

    on_a_floor(tmp_path, test)


def test_events_of_the_first_release_are_read_and_shown(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        claim = await floor.store.claim("staff")
        old = (
            b'{"type":"StaffActed","by":"amy","action":"pay_ticket","subject":"K7Q2","at":5,"note":""}',
            b'{"type":"StaffWasRefused","action":1,"refusal":"ticket_is_paid","at":6}',
        )
        await floor.store.commit([Change("staff", claim.epoch, 0, old)])
        floor.staff_log = await StaffLog.open(floor.store, floor.clock)
        floor.install_routes()
        (entry,) = await entries(floor)
        assert (entry["by"], entry["at"], entry["on"]) == ("amy", 5, {"thing": "K7Q2"})
        assert entry["refusal"] == "ticket_is_paid"

    on_a_floor(tmp_path, test)


def test_what_an_event_does_not_say_takes_no_room() -> None:
    event = StaffActed("amy", "log_out", 5)
    assert msgspec.json.encode(event) == b'{"type":"StaffActed","by":"amy","action":"log_out","at":5}'
    assert event_of(msgspec.json.encode(event)) == event


def test_staff_who_come_go_and_change_their_password_are_in_the_log(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        amy = await logged_in(floor, "Amy", Role.ATTENDANT)
        weak = await amy.put("/api/me/password", {"password": PASSWORD, "new_password": "short"})
        assert weak.refusal == "password_is_too_weak"
        await amy.put("/api/me/password", {"password": PASSWORD, "new_password": "another shoe of cards"})
        await amy.post("/api/logout")
        assert [(each["action"], each["refusal"]) for each in await entries(floor, f"&by={amy.id}")] == [
            ("log_in", ""),
            ("change_password", "password_is_too_weak"),
            ("change_password", ""),
            ("log_out", ""),
        ]

    on_a_floor(tmp_path, test)


def test_failed_log_ins_under_a_name_of_staff_are_in_the_log_and_patrons_are_not(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        amy, thief = await member(floor, "Amy", Role.ATTENDANT), Client(floor, address="10.6.6.6")
        await floor.registered("Ann")
        for name in ("amy", "Ann", "Nobody"):
            await thief.post("/api/login", {"name": name, "password": WRONG})
        await floor.staff_failures.write()
        (entry,) = await entries(floor)
        assert (entry["by"], entry["action"], entry["on"]) == ("unknown", "log_in", {"account": amy.id})
        assert (entry["name"], entry["refusal"]) == ("amy", "name_or_password_is_wrong")
        assert entry["addresses"] == ["10.6.6.6"]

    on_a_floor(tmp_path, test)


def test_a_lock_out_and_wrong_passwords_inside_a_session_are_in_the_log(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        amy = await logged_in(floor, "Amy", Role.ATTENDANT)
        for _ in range(4):
            await amy.post("/api/reauthenticate", {"password": WRONG})
        await floor.staff_failures.write()
        entry = (await entries(floor))[-1]
        assert (entry["action"], entry["count"], entry["refusal"]) == ("reauthenticate", 4, "too_many_failures")

    on_a_floor(tmp_path, test)


def test_nobody_can_flood_the_log_with_failed_log_ins(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        amy = await member(floor, "Amy", Role.ATTENDANT)
        account = await floor.accounts.account(amy.id)
        for second in range(120):
            for number in range(10):
                address = f"10.6.{second}.{number}"
                floor.staff_failures.failed(account, "log_in", "Amy", address, PeopleRefusal.TOO_MANY_FAILURES)
            await floor.staff_failures.write()
            floor.now += 1_000
        await floor.staff_failures.write(is_last=True)  # the floor is closed
        found = await entries(floor)
        assert [each["count"] for each in found] == [10, 600, 590]  # one at once, then one a minute
        assert all(len(str(each["addresses"]).split(",")) == 5 for each in found)

    on_a_floor(tmp_path, test)


def test_failures_stand_before_the_log_in_that_followed_them(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        amy = await member(floor, "Amy", Role.ATTENDANT)
        await amy.post("/api/login", {"name": "Amy", "password": WRONG})
        await floor.staff_failures.write()
        await amy.post("/api/login", {"name": "Amy", "password": WRONG})
        await amy.post("/api/login", {"name": "Amy", "password": PASSWORD})
        assert [each["refusal"] for each in await entries(floor)] == ["name_or_password_is_wrong"] * 2 + [""]

    on_a_floor(tmp_path, test)


class Broken(StaffLog):
    is_broken = True

    async def _append(self, event: StaffActed | StaffWasRefused) -> int:
        if self.is_broken:
            raise ConnectionError
        return await super()._append(event)


def test_a_look_that_could_not_be_written_down_is_written_the_next_time(tmp_path: Path) -> None:
    async def test(desks: Desks) -> None:
        log = await Broken.open(desks.store, desks.clock)
        assert isinstance(log, Broken)
        admin = Identity(account="p1", role=Role.ADMIN, session="s")
        with pytest.raises(ConnectionError):
            await log.reads(admin, "read_accounts")
        log.is_broken = False
        for _ in range(2):
            await log.reads(admin, "read_accounts")
        assert len(await log.events(0, 10)) == 1

    with_desks(tmp_path, test)


def test_failures_that_could_not_be_written_are_written_later(tmp_path: Path) -> None:
    async def test(desks: Desks) -> None:
        log = await Broken.open(desks.store, desks.clock)
        assert isinstance(log, Broken)
        failures = StaffFailures(log, desks.clock)
        made = await desks.accounts.create_staff("Amy", Role.ATTENDANT)
        assert isinstance(made, Made)
        failures.failed(made.account, "log_in", "Amy", "10.0.0.1", PeopleRefusal.NAME_OR_PASSWORD_IS_WRONG)
        try:
            await failures.write()
        except ConnectionError:
            log.is_broken = False
        await failures.write()
        ((_, event),) = await log.events(0, 10)
        assert isinstance(event, StaffActed)
        assert event.count == 1

    with_desks(tmp_path, test)


def test_names_and_addresses_go_when_the_law_lets_them_and_entries_stay(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        amy = await logged_in(floor, "Amy", Role.ATTENDANT)
        floor.now += 10 * DAY
        await floor.staff_log.acts(By(amy.id, "attendant", "10.0.0.8"), "buy_in", On(patron="p1"), amount=5)
        await floor.staff_log.erase_names(floor.now - 10 * DAY)
        assert [each["name"] for each in await entries(floor)] == ["Amy", "Amy"]
        await floor.staff_log.erase_names(floor.now - 10 * DAY + 1)
        old, young = await entries(floor)
        assert (old["by"], old["name"], old["addresses"]) == (amy.id, "", [])
        assert (young["name"], young["addresses"]) == ("Amy", ["10.0.0.8"])

    on_a_floor(tmp_path, test)
    assert b"10.0.0.9" not in b"".join(path.read_bytes() for path in tmp_path.iterdir())


def test_staff_are_suspended_and_not_erased_while_their_entries_must_have_a_name(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        amy, admin = await logged_in(floor, "Amy", Role.ATTENDANT), await floor.client(Role.ADMIN)
        new = await member(floor, "Nia", Role.DEALER)
        assert (await admin.ask("DELETE", f"/api/accounts/{amy.id}/person")).refusal == "suspend_instead"
        assert (await admin.ask("DELETE", f"/api/accounts/{new.id}/person")).status == 204, "she never acted"
        floor.now += 30 * DAY
        admin = await floor.client(Role.ADMIN)  # the other session is over
        assert (await admin.ask("DELETE", f"/api/accounts/{amy.id}/person")).refusal == "suspend_instead"
        floor.now += 1
        assert (await admin.ask("DELETE", f"/api/accounts/{amy.id}/person")).status == 204

    on_a_floor(tmp_path, test, replace(CONFIG_WITH_TABLE, retention=Retention(staff_names_days=30)))


def test_the_log_is_filtered_by_who_what_where_whom_and_when(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        log = floor.staff_log
        await log.acts(AMY, "buy_in", On(patron="p1"))
        await log.acts(By("bob"), "Pause", On(table="jade"))
        floor.now += 3 * DAY
        await log.acts(By("bob"), "VoidCoup", On(table="ruby"), second="amy")
        await log.acts(SYSTEM, "erase_person", On(account="p1"))
        await log.refused(await log.acts(By("bob"), "Pause", On(table="jade")), Refusal.TABLE_IS_PAUSED)
        for query, numbers in {
            "&by=amy": [1, 3],
            "&by=bob&action=Pause": [2, 5],
            "&table=jade": [2, 5],
            "&patron=p1": [1, 4],
            f"&from={floor.now}": [3, 4, 5],
            f"&to={floor.now}": [1, 2],
            f"&from={floor.now + 1}": [],
        }.items():
            found = await entries(floor, query)
            assert [each["number"] for each in found] == numbers, query
        assert (await entries(floor, "&by=bob&table=jade"))[-1]["refusal"] == "table_is_paused"

    on_a_floor(tmp_path, test)


def test_a_long_log_is_found_by_time_and_paged_past_what_does_not_fit(tmp_path: Path) -> None:
    async def test(desks: Desks) -> None:
        log = await StaffLog.open(desks.store, desks.clock)
        claim = await desks.store.claim("staff")
        events = [StaffActed("amy" if n % 997 == 0 else "bob", "Pause", NOON + n * MINUTE) for n in range(25_000)]
        await desks.store.commit([Change("staff", claim.epoch, 0, tuple(map(msgspec.json.encode, events)))])
        log = await StaffLog.open(desks.store, desks.clock)
        day = LogFilter(since=NOON + 10 * DAY, until=NOON + 11 * DAY)
        assert [each.at async for each in every_entry(log, day, 10_000)] == [
            NOON + n * MINUTE for n in reversed(range(10 * 1440, 11 * 1440))
        ]
        seen: list[int] = []
        before: int | None = None
        while True:
            page = await read_page(log, LogFilter(by="amy"), before, 7)
            seen += [each.number for each in page.entries]
            before = page.next
            if before is None:
                break
        assert seen == [n + 1 for n in reversed(range(25_000)) if n % 997 == 0]

    with_desks(tmp_path, test)


def test_a_page_knows_refusals_that_were_written_behind_it(tmp_path: Path) -> None:
    async def test(desks: Desks) -> None:
        log = await StaffLog.open(desks.store, desks.clock)
        number = await log.acts(AMY, "Pause")
        for _ in range(3):
            await log.acts(AMY, "buy_in")
        await log.refused(number, Refusal.TABLE_IS_PAUSED)
        page = await read_page(log, LogFilter(), number + 1, 10)
        assert [(each.number, each.refusal) for each in page.entries] == [(1, Refusal.TABLE_IS_PAUSED)]

    with_desks(tmp_path, test)


def test_the_file_has_every_part_in_utc_and_no_cell_that_a_spreadsheet_would_run(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        note = '=HYPERLINK("http://evil","x")'
        number = await floor.staff_log.acts(AMY, "buy_in", On(patron="p1"), amount=-250, note=note, before="-1")
        await floor.staff_log.refused(number, ServerRefusal.AMOUNT_IS_OVER_THE_LIMIT)
        admin = await floor.client(Role.ADMIN)
        file = await admin.get("/api/staff/log.csv?patron=p1")
        assert file.headers["content-type"] == "text/csv; charset=utf-8"
        exported, line = csv.DictReader(file.text.splitlines())
        assert (exported["action"], exported["by"]) == ("export_staff_log", admin.id)
        wanted = {
            "number": "1",
            "time": "2026-05-28T12:00:00.000+00:00",
            "by": "amy",
            "role": "attendant",
            "patron": "p1",
            "amount": "-2.50",
            "before": "'-1",
            "addresses": "10.0.0.7",
            "outcome": "amount_is_over_the_limit",
            "note": f"'{note}",
        }
        assert {name: line[name] for name in wanted} == wanted

    on_a_floor(tmp_path, test)


def test_reading_people_or_the_log_is_logged_once_in_ten_minutes(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        admin = await floor.client(Role.ADMIN)
        for minutes in (0, 4, 4, 4):
            floor.now += minutes * MINUTE
            assert (await admin.get("/api/accounts")).status == 200
        found = await every(floor.staff_log)
        assert found == [("read_accounts", admin.id), ("read_accounts", admin.id)]

    on_a_floor(tmp_path, test)


async def every(log: StaffLog) -> list[tuple[str, str]]:
    return [(each.action, each.by) async for each in every_entry(log, LogFilter(), 1_000)]


def test_the_first_administrator_is_in_the_log_as_the_house_s_own_doing(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        assert await make_first_admin(floor.accounts, floor.staff_log)
        assert await make_first_admin(floor.accounts, floor.staff_log) is None
        admin = await floor.accounts.find("admin")
        assert admin is not None
        ((_, event),) = await floor.staff_log.events(0, 10)
        assert event == StaffActed("system", "create_staff", floor.now, on=On(account=admin.id), after="admin")

    on_a_floor(tmp_path, test)


def test_that_a_patron_has_stopped_is_an_entry_and_asking_again_is_none(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        ann = await floor.client(Role.PATRON)
        for days in (7, 7, 8):
            assert (await ann.post("/api/me/cool-off", {"days": days})).status == 200
        for term in (180, 181, 400, None, None):
            assert (await ann.post("/api/me/self-exclusion", {"days": term})).status == 200
        found = await entries(floor)
        assert [(each["by"], each["on"], each["action"], each["after"]) for each in found] == [
            ("system", {"patron": ann.id}, "cool_off", "7 days"),
            ("system", {"patron": ann.id}, "self_exclusion", "180 days"),
            ("system", {"patron": ann.id}, "self_exclusion", "400 days"),
            ("system", {"patron": ann.id}, "self_exclusion", "for ever"),
        ]

    on_a_floor(tmp_path, test)
