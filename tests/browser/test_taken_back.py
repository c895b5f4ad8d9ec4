"""A supervisor voids a round or pauses a table: what patrons see of it at once, and in their record ever after."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
from playwright.sync_api import expect

from tests.browser.conftest import Visits
from tests.browser.served_punto import served_punto

PASSWORD = "a horse and a battery of staples"


@contextmanager
def administrator(address: str, folder: Path) -> Iterator[httpx.Client]:
    """The first one, with a password of their own."""
    made = (folder / "floor.db.admin-password").read_text().strip()
    with httpx.Client(base_url=address) as client:
        for method, path, body in (
            ("POST", "/api/login", {"name": "admin", "password": made}),
            ("PUT", "/api/me/password", {"password": made, "new_password": PASSWORD}),
        ):
            answer = client.request(method, path, json=body)
            assert answer.is_success, answer.text
            client.headers["X-Punto-Token"] = client.get("/api/session").json()["me"]["request_token"]
        yield client


def test_a_void_round_is_called_void_at_the_table_and_in_the_record(visits: Visits, tmp_path: Path) -> None:
    with served_punto(tmp_path) as address, administrator(address, tmp_path) as staff:
        patron = visits.patron(address=address).enters()
        patron.opens("Interblock").chooses_chip("5").bets("player").sees_stake("player", "5")
        patron.deals_and_sees_the_result()
        own = patron.page.request.get(f"{address}/api/record").json()["plays"][0]["table"]
        void = staff.post(f"/api/staff/tables/{own}/void", json={"reason": "malfunction"})
        assert void.status_code == 200, void.text
        expect(patron.page.get_by_text(re.compile("Round 1 voided")).first).to_be_visible()
        patron.sees_rounds(0)
        record = patron.opens_menu("Play record")
        record.get_by_role("button", name=re.compile("Interblock")).click()
        expect(record.get_by_text("Void, settlement reversed").last).to_be_visible()
        expect(record.get_by_text(re.compile("Voided by an administrator, .*: malfunction"))).to_be_visible()
        expect(record.get_by_text("Before the change")).to_be_visible()
        record.get_by_role("button", name="Replay").click()
        replay = patron.page.get_by_role("dialog", name="Replay")
        expect(replay.get_by_text("Void, settlement reversed")).to_be_visible()


def test_why_a_table_is_paused_is_said_in_the_patrons_language(visits: Visits, tmp_path: Path) -> None:
    with served_punto(tmp_path) as address, administrator(address, tmp_path) as staff:
        patron = visits.patron(address=address).enters()
        tables = staff.get("/api/lobby").json()["tables"]
        timed = next(each for each in tables if each["kind"] == "timed")
        patron.opens(timed["title"])
        patron.page.evaluate(
            "localStorage.setItem('punto.settings', JSON.stringify("
            "{...JSON.parse(localStorage.getItem('punto.settings')), language: 'es'}))"
        )
        patron.page.reload()
        pause = staff.post(f"/api/staff/tables/{timed['table']}/pause", json={"reason": "dealing_error"})
        assert pause.status_code == 200, pause.text
        expect(patron.page.get_by_text(re.compile("En pausa: error al repartir")).first).to_be_visible()
        patron.page.goto(f"{address}/#/")
        expect(patron.page.get_by_text(re.compile("error al repartir")).first).to_be_visible()
