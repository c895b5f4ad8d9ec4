"""Around the table: record and replay, cashier, tip, attendant, reserved place, languages, help, own limits."""

import re
from base64 import b64decode
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESK, PHONE, Visits
from tests.browser.patron import Patron
from tests.browser.served_punto import FLOOR, served_punto

LANDSCAPE = {"width": 844, "height": 390}
FILM = """() => new Promise(done => {
  const canvas = document.createElement('canvas');
  const drawing = canvas.getContext('2d');
  const timer = setInterval(() => {
    drawing.fillStyle = `hsl(${Date.now() % 360} 80% 50%)`;
    drawing.fillRect(0, 0, 300, 150);
  }, 40);
  const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm' });
  recorder.ondataavailable = ({ data }) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result.split(',')[1]);
    reader.readAsDataURL(data);
  };
  recorder.start();
  setTimeout(() => { recorder.stop(); clearInterval(timer); }, 1000);
})"""  # a second of changing colours, in base64


def test_a_newcomer_finds_nothing_red_in_the_console(visits: Visits) -> None:
    patron = visits.patron()
    told: list[str] = []
    patron.page.on("console", lambda message: told.append(message.text) if message.type == "error" else None)
    patron.enters()
    assert told == []


def test_the_record_shows_a_round_and_replays_it(patron: Patron) -> None:
    patron.opens("Interblock").chooses_chip("5").bets("player").bets("tie").sees_stake("tie", "5")
    patron.deals_and_sees_the_result()
    record = patron.opens_menu("Play record")
    record.get_by_role("button", name=re.compile("Interblock")).click()
    expect(record.get_by_role("cell", name="Tie", exact=True)).to_be_visible()
    expect(record.get_by_text(re.compile("Balance: 10,000"))).to_be_visible()
    record.get_by_role("button", name="Replay").click()
    replay = patron.page.get_by_role("dialog", name="Replay")
    expect(replay.get_by_text("Nothing is being dealt now.", exact=False)).to_be_visible()
    expect(replay.get_by_text(re.compile("wins|Tie at"))).to_be_visible()


def test_the_record_is_filtered_and_taken_away_as_a_file(patron: Patron) -> None:
    patron.opens("Interblock").chooses_chip("5").bets("player").sees_stake("player", "5").deals_and_sees_the_result()
    record = patron.opens_menu("Play record")
    expect(record.get_by_role("button", name=re.compile("Interblock"))).to_be_visible()
    with patron.page.expect_download() as download:
        record.get_by_role("link", name="Save as CSV").click()
    lines = download.value.path().read_text().splitlines()
    assert lines[0].startswith("time,table,book,shoe,round")
    assert len(lines) == 2
    record.get_by_role("button", name="Filters").click()
    record.get_by_label("Game").select_option("multicolor")
    expect(record.get_by_text("No rounds match this filter.")).to_be_visible()


def test_every_filter_of_the_record(patron: Patron) -> None:
    patron.opens("Interblock").chooses_chip("5").bets("tie").bets("player").bets("banker").sees_stake("banker", "5")
    patron.deals_and_sees_the_result()
    record = patron.opens_menu("Play record")
    entry = record.get_by_role("button", name=re.compile("Interblock"))
    nothing = record.get_by_text("No rounds match this filter.")
    expect(entry).to_be_visible()
    for period, begins in (("This session", True), ("Today", True), ("All time", False)):
        with patron.page.expect_request(re.compile(r"/api/record(\?|$)")) as asked:
            record.get_by_role("button", name=period, exact=True).click()
        assert ("from=" in asked.value.url) is begins
        expect(record.get_by_role("button", name=period, exact=True)).to_have_attribute("aria-pressed", "true")
        expect(entry).to_be_visible()
    record.get_by_role("button", name="Filters").click()
    expect(entry).to_be_visible()
    record.get_by_label("Table").select_option(label="Colours")
    expect(nothing).to_be_visible()
    record.get_by_label("Table").select_option(label="Interblock")
    expect(entry).to_be_visible()
    record.get_by_label("From").fill("2099-01-01")
    expect(nothing).to_be_visible()
    record.get_by_label("From").fill("2020-01-01")
    record.get_by_label("Until").fill("2020-01-02")
    expect(nothing).to_be_visible()
    record.get_by_label("Until").fill("")
    expect(entry).to_be_visible()
    found = 0
    for result in ("won", "lost", "even"):  # the round was one of the three
        with patron.page.expect_response(re.compile(f"/api/record.*result={result}")):
            record.get_by_label("Result").select_option(result)
        expect(entry.or_(nothing)).to_be_visible()
        found += entry.count()
    assert found == 1


def test_cashing_out_gives_a_ticket_whose_code_pays_in_again(patron: Patron) -> None:
    cashier = patron.opens_menu("Cashier")
    cashier.get_by_role("button", name="Cash out 10,000").click()
    picture = cashier.get_by_role("img", name=re.compile("QR code"))
    expect(picture).to_be_visible()
    assert picture.evaluate("image => image.naturalWidth > 0")
    code = (cashier.locator(".code").text_content() or "").strip()
    assert re.fullmatch(r"(\w{4}-){3}\w{4}", code), code
    patron.page.reload()
    cashier = patron.opens_menu("Cashier")
    cashier.get_by_role("button", name=code).click()  # not lost with the page that showed it
    expect(cashier.get_by_role("img", name=re.compile("QR code"))).to_be_visible()
    cashier.get_by_label("Ticket code").fill(code.lower())
    cashier.get_by_role("button", name="Redeem", exact=True).click()
    expect(cashier.get_by_text("10,000 added to your credit.")).to_be_visible()
    expect(cashier.get_by_role("button", name="Redeem", exact=True)).to_be_disabled()
    expect(cashier.get_by_text(code)).to_have_count(0)


def test_cashing_out_waits_for_the_bets(patron: Patron) -> None:
    patron.opens("Interblock").chooses_chip("5").bets("player").sees_stake("player", "5")
    cashier = patron.opens_menu("Cashier")
    expect(cashier.get_by_text("You have bets on Interblock", exact=False)).to_be_visible()
    expect(cashier.get_by_role("button", name=re.compile("^Cash out"))).to_be_disabled()


def test_a_tip_is_given(patron: Patron) -> None:
    patron.opens("Interblock")
    tip = patron.opens_menu("Tip")
    tip.get_by_role("button", name="25", exact=True).click()
    tip.get_by_role("button", name="Tip 25").click()
    expect(tip.get_by_text("You tipped 25. Thank you.")).to_be_visible()


def test_an_attendant_is_called(patron: Patron) -> None:
    patron.opens("Interblock").chooses_chip("25").bets("player").sees_stake("player", "25")
    call = patron.opens_menu("Call attendant")
    expect(call.get_by_role("row", name=re.compile(r"^Patron \w+ \w+ p\w+"))).to_be_visible()  # a guest's name and id
    for known in ("Interblock Shoe 1 · Round 1", "Credit 9,975", "Bet on all tables 25"):
        expect(call.get_by_role("row", name=known)).to_be_visible()
    call.get_by_role("button", name="Call now").click()
    expect(call.get_by_text("Called. Someone is on the way.")).to_be_visible()


def test_a_reserved_place_opens_to_its_pin_alone(patron: Patron) -> None:
    reserve = patron.opens_menu("Reserve this seat")
    reserve.get_by_label("PIN", exact=False).fill("2580")
    reserve.get_by_role("button", name="Lock").click()
    cover = patron.page.get_by_role("dialog", name="This seat is reserved")
    patron.page.reload()
    cover.get_by_label("PIN", exact=False).fill("1111")
    cover.get_by_role("button", name="Unlock").click()
    expect(cover.get_by_text("Wrong PIN.")).to_be_visible()
    cover.get_by_role("button", name="Forgot your PIN").click()  # by a passer-by: nothing is lost at one tap
    expect(cover.get_by_text("you lose these credits", exact=False)).to_be_visible()
    cover.get_by_label("PIN", exact=False).fill("2580")
    cover.get_by_role("button", name="Unlock").click()
    expect(cover).to_have_count(0)


def test_every_language_speaks(patron: Patron) -> None:
    patron.opens_menu("Language")
    for name, word in [
        ("繁體中文", "語言"),
        ("简体中文", "语言"),
        ("한국어", "언어"),
        ("日本語", "言語"),
        ("Español", "Idioma"),
        ("English", "Language"),
    ]:
        patron.page.get_by_role("dialog").get_by_role("radio", name=name).click()
        expect(patron.page.get_by_role("heading", name=word)).to_be_visible()


def test_help_is_made_from_the_book(patron: Patron) -> None:
    patron.opens("Colours")
    help_page = patron.opens_menu("Help and rules")
    expect(help_page.get_by_text("A coloured card counts its number", exact=False)).to_be_visible()
    expect(help_page.get_by_role("heading", name=re.compile("^Player Return 98.14 %"))).to_be_visible()
    help_page.get_by_role("button", name="Worked examples").click()
    expect(help_page.get_by_text("4 − 11 is −7", exact=False)).to_be_visible()
    help_page.get_by_role("button", name="House policies").click()
    expect(help_page.get_by_role("heading", name="Lost connection")).to_be_visible()


@pytest.mark.parametrize("size", [DESK, PHONE, LANDSCAPE], ids=["desk", "phone", "landscape"])
def test_rules_and_returns_are_one_click_from_a_table(visits: Visits, size: dict[str, int]) -> None:
    patron = visits.patron(size).enters().opens("Colours")
    rules = patron.page.get_by_title("Rules and odds").or_(patron.page.get_by_role("button", name="Rules and odds"))
    rules.click()
    help_page = patron.page.get_by_role("dialog")
    expect(help_page.get_by_role("heading", name=re.compile("^Player Return 98.14 %"))).to_be_visible()


def test_help_says_rules_and_lines_in_the_patrons_language(patron: Patron) -> None:
    patron.opens("Colours").opens_menu("Language").get_by_role("radio", name="Español").click()
    patron.page.keyboard.press("Escape")
    patron.page.get_by_role("button", name="Menú", exact=True).first.click()
    patron.page.get_by_role("dialog", name="Menú").get_by_role("button", name="Ayuda y reglas").click()
    help_page = patron.page.get_by_role("dialog").last
    expect(help_page.get_by_text("Una carta de color vale su número", exact=False)).to_be_visible()
    expect(help_page.get_by_role("cell", name="la mano ganadora es positiva y tiene 2 cartas")).to_be_visible()
    expect(help_page.get_by_text("A coloured card", exact=False)).to_have_count(0)


def test_own_limits_tighten_at_once(patron: Patron) -> None:
    limits = patron.opens_menu("My limits")
    limits.get_by_label("Daily stake limit").fill("20")
    limits.get_by_role("button", name="Save").click()
    expect(limits.get_by_text("Saved.")).to_be_visible()
    expect(limits.get_by_role("row", name=re.compile("Left to stake 20"))).to_be_visible()
    limits.get_by_label("Daily stake limit").fill("500")
    limits.get_by_role("button", name="Save").click()
    expect(limits.get_by_text(re.compile("^500 from "))).to_be_visible()
    patron.closes_panel().opens("Interblock").chooses_chip("25").bets("player")
    expect(patron.page.get_by_text("Your own limit allows 20 more.").first).to_be_visible()


def test_a_guest_registers_and_keeps_the_credit(patron: Patron) -> None:
    patron.opens("Interblock")
    tip = patron.opens_menu("Tip")
    tip.get_by_role("button", name="25", exact=True).click()
    tip.get_by_role("button", name="Tip 25").click()
    expect(tip.get_by_text("You tipped 25. Thank you.")).to_be_visible()
    patron.closes_panel()
    account = patron.opens_menu("Account")
    name = f"visitor{patron.page.evaluate('Math.floor(Math.random() * 1e9)')}"
    account.get_by_label("Name").fill(name)
    account.get_by_label("Password").fill("correct horse battery")
    account.get_by_role("button", name="Register").click()
    expect(account.get_by_text(f"Logged in as {name}")).to_be_visible()
    account.get_by_role("button", name="Log out").click()
    patron.page.get_by_role("button", name="Log in").click()
    patron.page.get_by_label("Name").fill(name)
    patron.page.get_by_label("Password").fill("correct horse battery")
    patron.page.get_by_role("button", name="Log in").click()
    expect(patron.page.get_by_text("9,975").first).to_be_visible()


def test_the_first_visit_leads_to_a_table(visits: Visits) -> None:
    patron = visits.patron(firstVisitDone=False)
    patron.page.goto(f"{patron.address}/")
    patron.page.get_by_role("button", name="Play as a guest").click()
    visit = patron.page.get_by_role("dialog", name="Baccarat in half a minute")
    expect(visit.get_by_text("Two hands. Closest to nine wins.")).to_be_visible()
    visit.get_by_role("button", name="Next").click()
    visit.get_by_role("button", name=re.compile("counts 0")).click()
    expect(visit.get_by_text("K♣ counts 0")).to_be_visible()
    visit.get_by_role("button", name="Next").click()
    visit.get_by_role("button", name="Player", exact=True).click()
    expect(visit.get_by_text("Drawn by the rules. Nobody chooses it.")).to_be_visible()
    expect(visit.get_by_text("You picked the winner.", exact=False)).to_be_visible()
    visit.get_by_role("button", name="Take a seat").click()
    expect(patron.field("player")).to_be_visible()


def test_sounds_have_volumes_that_are_kept(patron: Patron) -> None:
    patron.opens("Interblock")
    patron.page.get_by_role("button", name="Sound", exact=True).click()
    sound = patron.page.get_by_role("dialog", name="Sound")
    for slider in ("Master volume", "Chips and cards", "Voice calls", "Ambience"):
        sound.get_by_role("slider", name=slider).fill("25")
        expect(sound.get_by_role("slider", name=slider).locator("xpath=../output")).to_have_text("25")
    sound.get_by_role("button", name="Play a sample").click()
    patron.page.reload()
    patron.page.get_by_role("button", name="Sound", exact=True).click()
    for slider in ("Master volume", "Chips and cards", "Voice calls", "Ambience"):
        expect(sound.get_by_role("slider", name=slider)).to_have_value("25")


def test_the_session_is_clocked(patron: Patron) -> None:
    patron.opens("Interblock").chooses_chip("5").bets("tie").sees_stake("tie", "5").deals_and_sees_the_result()
    menu = patron.page.get_by_role("dialog", name="Menu")
    patron.page.get_by_role("button", name="Menu", exact=True).click()
    expect(menu.get_by_text(re.compile(r"^Playing for \d+:\d\d$"))).to_be_visible()
    expect(menu.get_by_text(re.compile(r"^Net [+−]\d+"))).to_be_visible()


def test_a_picture_that_stalls_says_so_and_the_table_plays_on(visits: Visits, tmp_path: Path) -> None:
    config = tmp_path / "floor.toml"
    config.write_text(FLOOR.read_text("utf-8").replace("lotus.m3u8", "lotus.webm"), encoding="utf-8")
    with served_punto(tmp_path, config) as address:
        patron = visits.patron(address=address)
        page = patron.page
        page.add_init_script(  # the browser plays by itself
            "HTMLMediaElement.prototype.canPlayType = () => 'maybe';"
            "delete window.MediaSource; delete window.ManagedMediaSource"
        )
        page.goto(patron.address)
        film = b64decode(page.evaluate(FILM))
        page.route("https://stream.invalid/**", lambda route: route.fulfill(body=film, content_type="video/webm"))
        patron.enters().opens("Lotus Live")
        page.wait_for_function("() => document.querySelector('video').currentTime > 0.2")
        expect(page.get_by_text("The video has stopped", exact=False)).to_be_visible()  # after its second
        before = patron.rounds_on_the_plate()
        patron.chooses_chip("5").bets("player").sees_stake("player", "5").sees_rounds(before + 1)
