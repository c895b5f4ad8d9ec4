"""A short text form of changes, so that conformance tests read as tables.

`t1@0 a>e:50 #c1` is a change for stream t1 at version 0 that moves 50 from a's purse to the escrow, as command c1 with
the answer "answer to c1"; `#c1/other` says something else under that id. `+` before the stream makes it two events.
Accounts: `h` house, `k` cashier, `e` the escrow, anything else a purse.
Outcomes: `2` stored at version 2, `=c1` repeated with c1's answer, else the refusal.
"""

import re
from collections.abc import Mapping, Sequence

from punto.ledger.accounts import cashier, escrow, house, purse
from punto.server.store.values import Change, Outcome, Refused, Repeated, Stored, StoreRefusal

WORDS = {
    StoreRefusal.BALANCE_IS_SHORT: "short",
    StoreRefusal.EPOCH_IS_OLD: "old",
    StoreRefusal.VERSION_HAS_MOVED: "moved",
    StoreRefusal.STREAM_HAS_STOPPED: "stopped",
    StoreRefusal.ID_WAS_USED: "used",
}
CHANGE = re.compile(r"(\+?)(\w+)@(\d+)(?: (\S+)>(\S+):(\d+))?(?: #([^\s/]+)(?:/(\w+))?)?")


def account(letter: str) -> str:
    match letter:
        case "h":
            return house("EUR")
        case "k":
            return cashier("EUR")
        case "e":
            return escrow("t1", 1, 1, "EUR")
    return purse(letter, "EUR")


def change(text: str, epochs: Mapping[str, int]) -> Change:
    """A stream that nobody has claimed gets epoch 1."""
    match = CHANGE.fullmatch(text)
    assert match, text
    two_events, stream, version, payer, payee, amount, command, content = match.groups()
    bodies = (text.encode(), b"second") if two_events else (text.encode(),)
    journal = {account(payer): -int(amount), account(payee): int(amount)} if payer else {}
    answer = f"answer to {command}".encode() if command else b""
    digest = (content or "the same").encode() if command else b""
    return Change(stream, epochs.get(stream, 1), int(version), bodies, journal, command or "", answer, digest=digest)


def told(outcomes: Sequence[Outcome]) -> str:
    return " ".join(_told(outcome) for outcome in outcomes)


def _told(outcome: Outcome) -> str:
    match outcome:
        case Stored(version):
            return str(version)
        case Repeated(answer):
            return "=" + answer.decode().removeprefix("answer to ")
        case Refused(reason, short):
            return WORDS[reason] + (":" + short.rsplit(":", 1)[-1] if short else "")
