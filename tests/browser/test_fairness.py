"""The fair shoe in a patron's hands: words of one's own go in, and the finished shoe is dealt again in the browser."""

import re

from playwright.sync_api import expect

from tests.browser.patron import Patron

SHOE_MS = 90_000


def test_words_go_into_the_coming_shoe_and_the_finished_one_is_checked(patron: Patron) -> None:
    patron.opens("Rapid")
    words = patron.page.get_by_placeholder("Your words")
    time_left = re.compile("^(8|9|10|11|12) seconds left")  # to type in, also for whoever came in mid-change
    expect(patron.page.get_by_role("timer").first).to_have_attribute("aria-label", time_left, timeout=SHOE_MS)
    words.wait_for()
    shoe = int(re.findall(r"\d+", patron.page.get_by_text(re.compile(r"^Shoe \d+ is next")).inner_text())[0])
    words.fill("a cat walked over the keys")
    patron.page.get_by_role("button", name="Add", exact=True).click()
    expect(patron.page.get_by_text("Your contribution is in the list.")).to_be_visible()
    words.wait_for(state="detached", timeout=SHOE_MS)
    words.wait_for(timeout=SHOE_MS)  # the shoe with our words in it is over
    patron.page.get_by_role("button", name="Verify this shoe").click()
    proof = patron.page.get_by_role("dialog", name="Fairness")
    expect(proof.get_by_text("Verified.")).to_be_visible()
    expect(proof.get_by_role("heading", name=f"Shoe {shoe}")).to_be_visible()
    expect(proof.get_by_text("Your contribution is in the list")).to_be_visible()
    expect(proof.get_by_text("“a cat walked over the keys”", exact=False)).to_be_visible()


def test_a_shoe_in_play_keeps_its_secret(patron: Patron) -> None:
    patron.opens("Clock").page.get_by_role("button", name="Fair shoe").click()
    proof = patron.page.get_by_role("dialog", name="Fairness")
    expect(proof.get_by_text("This shoe is still in play", exact=False)).to_be_visible()
