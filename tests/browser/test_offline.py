"""A client that has been here before opens without a network, says that the floor is out of reach, and comes back."""

from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.browser.served_punto import served_punto


def test_the_shell_opens_without_a_network_and_comes_back(browser: Browser, tmp_path: Path) -> None:
    with served_punto(tmp_path) as address:
        context = browser.new_context()
        page = context.new_page()
        page.goto(f"{address}/")
        page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
        page.reload()  # from here on the worker answers
        expect(page.get_by_role("button", name="Play as a guest")).to_be_visible()
        context.set_offline(True)
        page.reload()
        expect(page.get_by_role("button", name="Try again")).to_be_visible()
        context.set_offline(False)
        page.get_by_role("button", name="Try again").click()
        expect(page.get_by_role("button", name="Play as a guest")).to_be_visible()
        kept = page.evaluate(
            """async () => {
                const requests = await (await caches.open("punto-shell")).keys();
                return requests.map((request) => new URL(request.url).pathname);
            }"""
        )
        assert "/" in kept
        assert all(path == "/" or path.startswith("/assets/") for path in kept), kept
        context.close()
