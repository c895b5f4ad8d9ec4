"""Gaining rights in the middle of play: a new cookie, new sockets, and nothing on the felt is lost."""

import secrets

from playwright.sync_api import expect

from tests.browser.patron import Patron

PASSWORD = "seven shoes of cards"
NEW_PASSWORD = "nine shoes and a card"


def test_a_guest_registers_in_mid_round_and_plays_on(patron: Patron) -> None:
    name = f"Ann {secrets.token_hex(4)}"
    patron.opens("Interblock").chooses_chip("5").bets("player").sees_stake("player", "5")
    before = patron.page.context.cookies()
    account = patron.opens_menu("Account")
    account.get_by_label("Name").fill(name)
    account.get_by_label("Password").fill("1234567890")
    account.get_by_role("button", name="Register").click()
    expect(account.get_by_text("easy to guess")).to_be_visible()
    account.get_by_label("Password").fill(PASSWORD)
    account.get_by_role("button", name="Register").click()
    expect(account.get_by_text(f"Logged in as {name}")).to_be_visible()
    assert patron.page.context.cookies() != before
    account.get_by_label("Password", exact=True).fill(PASSWORD)
    account.get_by_label("New password").fill(NEW_PASSWORD)
    account.get_by_role("button", name="Change password").click()
    expect(account.get_by_text("Password changed.", exact=False)).to_be_visible()
    patron.page.keyboard.press("Escape")
    patron.sees_stake("player", "5").deals_and_sees_the_result()


LOCK = """async () => {
  const { me } = await (await fetch("/api/session")).json();
  await fetch("/api/me/lock", { method: "POST", body: "{}",
    headers: { "content-type": "application/json", "x-punto-token": me.request_token } });
}"""


def test_a_locked_session_asks_for_the_password_and_finds_its_table_again(patron: Patron) -> None:
    patron.opens("Interblock").chooses_chip("5").bets("player").sees_stake("player", "5")
    account = patron.opens_menu("Account")
    account.get_by_label("Name").fill(f"Bea {secrets.token_hex(4)}")
    account.get_by_label("Password").fill(PASSWORD)
    account.get_by_role("button", name="Register").click()
    expect(account.get_by_text("Logged in as")).to_be_visible()
    patron.closes_panel().sees_stake("player", "5")
    patron.page.evaluate(LOCK)
    patron.bets("player")
    asked = patron.page.get_by_text("Enter your password to continue", exact=False)
    expect(asked).to_be_visible()
    expect(patron.field("player")).to_have_count(0)  # nothing of the table is behind it
    patron.page.get_by_label("Password").fill(PASSWORD)
    patron.page.get_by_role("button", name="Unlock").click()
    expect(asked).to_be_hidden()
    patron.sees_stake("player", "5").deals_and_sees_the_result()
