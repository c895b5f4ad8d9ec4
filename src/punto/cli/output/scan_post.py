"""Posts a reader's lines to a floor, with its device key, until each is answered."""

import json
import time
from collections.abc import Callable
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from urllib.parse import quote, urlsplit

from punto.cli.input.refuse import BadInput

SECONDS_TO_ANSWER = 10.0
WAIT_SECONDS = (0.2, 0.5, 1.0, 2.0, 5.0)  # before each further try; then always the last
ANSWERED = range(200, 500)  # anything else is the floor's trouble, and passes
TRY_AGAIN = frozenset({408, 425, 429})

Answer = tuple[int, dict[str, object]]  # status and body


class ScanPost:
    def __init__(self, floor: str, table: str, key: str, say: Callable[[str], None]) -> None:
        parts = urlsplit(floor)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise BadInput(f"--floor: {floor!r} is no address such as https://casino.example")
        self._connection_kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        self._host = parts.netloc.rpartition("@")[2]
        self._path = f"{parts.path.rstrip('/')}/api/scanners/{quote(table, safe='')}"
        self._headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
        self._say = say
        self._connection: HTTPConnection | None = None

    def scan(self, body: dict[str, object]) -> Answer:
        return self._answered("scan", body)

    def alive(self, body: dict[str, object]) -> Answer:
        return self._answered("alive", body)

    def try_alive(self) -> Answer | None:
        """Once: the next heartbeat comes soon. None: the floor does not answer."""
        return self._tried("alive", {})

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _answered(self, what: str, body: dict[str, object]) -> Answer:
        tries = 0
        while (answer := self._tried(what, body)) is None:
            if tries == 0:
                self._say("the floor does not answer; trying again")
            time.sleep(WAIT_SECONDS[min(tries, len(WAIT_SECONDS) - 1)])
            tries += 1
        if tries:
            self._say("the floor is back")
        return answer

    def _tried(self, what: str, body: dict[str, object]) -> Answer | None:
        try:
            if self._connection is None:
                self._connection = self._connection_kind(self._host, timeout=SECONDS_TO_ANSWER)
            self._connection.request("POST", f"{self._path}/{what}", json.dumps(body), self._headers)
            response = self._connection.getresponse()
            content = response.read()
        except (OSError, HTTPException):
            self.close()
            return None
        if response.status not in ANSWERED or response.status in TRY_AGAIN:
            return None
        try:
            told = json.loads(content)
        except ValueError:
            return None  # a proxy in between
        return response.status, told if isinstance(told, dict) else {}
