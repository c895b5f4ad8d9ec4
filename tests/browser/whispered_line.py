"""A line on which we can say a word as if the server had said it: for what comes once an hour, or never in a test."""

import json
from collections.abc import Callable

from playwright.sync_api import Page, WebSocketRoute


def whispers(page: Page) -> Callable[[dict[str, object]], None]:
    """To be called before the page is opened; everything else passes both ways as it is."""
    lines: list[WebSocketRoute] = []

    def carry(line: WebSocketRoute) -> None:
        line.connect_to_server()
        lines.append(line)

    page.route_web_socket(lambda url: url.endswith("/ws"), carry)
    return lambda message: lines[-1].send(json.dumps(message))
