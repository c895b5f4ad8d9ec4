"""How often each side bet came out in this shoe: in the list beside the felt and in a field's details."""

from playwright.sync_api import expect

from tests.browser.patron import Patron

ROUNDS = 4


def test_each_side_bet_says_how_often_it_came_out_in_this_shoe(patron: Patron) -> None:
    patron.opens("Two Modes")
    patron.page.get_by_role("button", name="Show special bets, shoe and winners").click()
    listed = patron.page.locator("aside").get_by_role("listitem")
    natural = listed.filter(has=patron.page.get_by_text("P Natural", exact=True))
    expect(natural).to_contain_text("0×")
    for _ in range(ROUNDS):
        patron.chooses_chip("5").bets("player").sees_stake("player", "5").deals_and_sees_the_result()
    came_out = [bet for coup in range(1, ROUNDS + 1) for bet in _came_out(patron, coup)]
    names = {"tie": "Tie", "player-natural": "P Natural", "player-pair": "P Pair", "any-pair": "Any Pair"}
    for bet, name in names.items():
        row = listed.filter(has=patron.page.get_by_text(name, exact=True))
        expect(row).to_contain_text(f"{came_out.count(bet)}×")
    patron.page.reload()
    expect(natural).to_contain_text(f"{came_out.count('player-natural')}×")
    patron.field("tie").click(button="right")
    details = patron.page.get_by_role("dialog", name="Tie")
    expect(details.get_by_text(f"{came_out.count('tie')} of {ROUNDS} rounds")).to_be_visible()


def _came_out(patron: Patron, coup: int) -> list[str]:
    play = patron.page.request.get(f"{patron.address}/api/record").json()["plays"][0]
    replay = patron.page.request.get(f"{patron.address}/api/rounds/{play['table']}/{play['shoe']}/{coup}")
    assert replay.ok, replay.text()
    return list(replay.json()["came_out"])
