"""The store's health as its callers see it: whether the last write succeeded, and how long one has been waiting.

A full disk can still be read, so only writes count. Changes of health are logged.
"""

from time import monotonic

import structlog

SILENCE_SECONDS_MAX = 2.0
DOES_NOT_ANSWER = "the store does not answer"

log = structlog.get_logger("punto.store")


class StoreHealth:
    def __init__(self) -> None:
        self._trouble = ""
        self._in_the_log = ""
        self._since = 0.0
        self._waiting: dict[object, float] = {}  # writes, oldest first
        self._answered_at = 0.0

    @property
    def is_well(self) -> bool:
        return not self._trouble

    @property
    def why_not(self) -> str:
        """In words; empty when it is well."""
        if self._trouble:
            return self._trouble
        asked_at = next(iter(self._waiting.values()), None)
        return "" if asked_at is None or monotonic() - asked_at < SILENCE_SECONDS_MAX else DOES_NOT_ANSWER

    @property
    def is_silent(self) -> bool:
        """Writes wait and none is answered: one alone may only be large."""
        asked_at = next(iter(self._waiting.values()), None)
        return asked_at is not None and monotonic() - max(asked_at, self._answered_at) >= SILENCE_SECONDS_MAX

    def asked(self) -> object:
        """A write begins; pass the token to `answered`."""
        token = object()
        self._waiting[token] = monotonic()
        return token

    def answered(self, token: object) -> None:
        self._waiting.pop(token, None)
        self._answered_at = monotonic()

    def failed(self, trouble: str, detail: str = "") -> None:
        """Anybody may read the trouble; the detail may name files and addresses and goes only to the log."""
        trouble = trouble or DOES_NOT_ANSWER
        if not self._trouble:
            self._since = monotonic()
        reason = detail or trouble
        if not self._trouble or reason != self._in_the_log:
            log.warning("store_is_in_trouble", reason=reason)
        self._trouble, self._in_the_log = trouble, reason

    def has_written(self) -> None:
        if self._trouble:
            log.warning("store_is_well_again", after_seconds=round(monotonic() - self._since, 1))
        self._trouble = ""
