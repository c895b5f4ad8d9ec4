"""How the store does, as whoever calls it sees it: whether the last write was stored, and how long one has waited.

A full disk is still read from, so an answer says nothing about it; only a write does. Changes are told in the log.
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
        self._waiting: dict[object, float] = {}  # writes, the oldest first

    @property
    def is_well(self) -> bool:
        return not self._trouble

    @property
    def why_not(self) -> str:
        """In words; empty when it does well."""
        if self._trouble:
            return self._trouble
        asked_at = next(iter(self._waiting.values()), None)
        return "" if asked_at is None or monotonic() - asked_at < SILENCE_SECONDS_MAX else DOES_NOT_ANSWER

    def asked(self) -> object:
        """To write; the token is for `answered`."""
        token = object()
        self._waiting[token] = monotonic()
        return token

    def answered(self, token: object) -> None:
        self._waiting.pop(token, None)

    def failed(self, trouble: str, detail: str = "") -> None:
        """The trouble is for whoever asks; the detail, which may name files and addresses, for the log alone."""
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
