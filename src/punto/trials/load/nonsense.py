"""Messages that a floor must not act on, made from a seed: broken, mistyped, oversized, for other tables, out of turn.

`nonsense` makes whole messages in frames of any legal shape; each must be answered by one problem or one refusal.
`broken_frames` makes bytes that are not WebSocket traffic at all; the server may close the socket.
"""

import json
import random
import string
from typing import NamedTuple

import msgspec

from punto.server.protocol.client import ClientMessage, Ping, WatchLobby
from punto.trials.load.frames import BINARY, CLOSE, CONTINUATION, FINAL, FINAL_TEXT, PING, PONG, TEXT, masked

MESSAGE_BYTES_MAX = 4_096  # a floor's default limit
FRAGMENTS = 12
CONTROL_BYTES_MAX = 125
_DECODER = msgspec.json.Decoder(ClientMessage)
_NUMBERS = (0, -1, 1, 2**31, 2**53, 2**53 - 1, -(2**53), 2**63, 2**64, 10**30, 1.5, -0.0, 1e308, 1e-308, 99)
_TEXTS = ("", " ", "\x00", "null", "player", "banker", "../..", "';--", "é" * 30, "\u202e", "💣", "a" * 41, "a" * 4_000)
_VALUES: tuple[object, ...] = (None, True, False, [], {}, [[]], {"a": 1}, [1] * 50, *_NUMBERS, *_TEXTS)


class Where(NamedTuple):
    """The floor as the sender knows it."""

    open_table: str  # the client follows it, and nothing sent here may have an effect
    other_tables: tuple[str, ...]  # they exist, but it does not follow them
    other_patrons: tuple[str, ...]


def nonsense(chance: random.Random, where: Where) -> bytes:
    """One message, framed and masked."""
    kinds = (_random_text, _broken_json, _mistyped, _incomplete, _unknown_kind, _elsewhere, _out_of_turn, _nested)
    message = chance.choice(kinds)(chance, where)
    while not _is_harmless(message, where):
        message = chance.choice(kinds)(chance, where)
    return _framed(chance, message[:MESSAGE_BYTES_MAX])


def _is_harmless(message: bytes, where: Where) -> bool:
    """A message may have become valid by accident. Only the table can refuse those of `_out_of_turn`."""
    try:
        read = _DECODER.decode(message)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return True
    if isinstance(read, Ping | WatchLobby):
        return False
    return read.table not in (where.open_table, *where.other_tables) or b'"refused-' in message


# --- whole messages ---------------------------------------------------------------------------------------------------


def _random_text(chance: random.Random, _: Where) -> bytes:
    if chance.random() < 0.5:
        return chance.randbytes(chance.choice((0, 1, 2, 7, 64, 125, 126, 127, 500, MESSAGE_BYTES_MAX)))
    letters = chance.choices(string.printable, k=chance.randint(0, 300))
    return "".join(letters).encode()


def _broken_json(chance: random.Random, where: Where) -> bytes:
    text = bytearray(json.dumps(_action(chance, where.open_table)).encode())
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(text))
        match chance.randrange(4):
            case 0:
                text[at] = chance.randrange(256)
            case 1:
                del text[at:]
            case 2:
                text[at:at] = chance.choice((b'"', b"{", b"[", b",", b"\\", b"\\ud800", b"\xff", b"\x00"))
            case _:
                text[at:at] = text[: chance.randrange(len(text))]
        if not text:
            break
    return bytes(text)


def _mistyped(chance: random.Random, where: Where) -> bytes:
    message = _action(chance, where.open_table)
    message[chance.choice(list(message))] = chance.choice(_VALUES)
    return json.dumps(message).encode()


def _incomplete(chance: random.Random, where: Where) -> bytes:
    message = _action(chance, where.open_table)
    if chance.random() < 0.5:
        del message[chance.choice(list(message))]
    else:
        message[chance.choice(("patron", "role", "credit", "now", "__class__"))] = chance.choice(where.other_patrons)
    return json.dumps(message).encode()


def _unknown_kind(chance: random.Random, where: Where) -> bytes:
    kinds = ("tick", "card_drawn", "enter_card", "pause", "void_coup", "buy_in", "answer", "purse", "", "PlaceWager", 7)
    return json.dumps({**_action(chance, where.open_table), "type": chance.choice(kinds)}).encode()


def _nested(chance: random.Random, _: Where) -> bytes:
    depth = chance.randint(1, 2_000)
    opened, closed = chance.choice((("[", "]"), ('{"type":', "}"), ('{"since":[', "]}")))
    return (opened * depth + "0" + closed * depth).encode()[:MESSAGE_BYTES_MAX]


def _elsewhere(chance: random.Random, where: Where) -> bytes:
    """For a table that does not exist or belongs to somebody else."""
    patron = chance.choice(where.other_patrons)
    nowhere = ("nowhere", f"{where.open_table}~{patron}", f"demand~{patron}", "~", "x" * 64, "table:felt")
    message = _action(chance, chance.choice(nowhere))
    if chance.random() < 0.2:
        message = {"type": "open_table", "table": chance.choice(nowhere), "since": {"log": "", "version": 2**40}}
    return json.dumps(message).encode()


def _out_of_turn(chance: random.Random, where: Where) -> bytes:
    """Valid messages that an open table must refuse: the client has no bets there, and nobody is dealing."""
    name = f"refused-{chance.getrandbits(64)}"
    here = {"id": name, "table": where.open_table}
    stake = chance.choice((1, 7, 99, 101, 2**40, 2**53 - 1))
    orders = (
        {"type": "place_wager", "bet": "player", "stake": stake},
        {"type": "place_wager", "bet": chance.choice(("nothing", "PLAYER", "plus-2", "é", "player ")), "stake": 100},
        {"type": "place_set", "stakes": [["player", stake], ["nothing", 100]]},
        {"type": "move_stake", "bet": "player", "to": chance.choice((None, "banker", "nothing"))},
        {"type": "clear_last"},
        {"type": "clear_all"},
        {"type": "double_stakes"},
        {"type": "raise_stakes", "chip": chance.choice((1, 3, 2**53 - 1))},
        {"type": "repeat_stakes"},
        {"type": "choose_mode", "mode": chance.choice(("commission", "free", "é"))},
        {"type": "choose_denomination", "denomination": chance.choice((1, 99, 2**53 - 1))},
        {"type": "deal"},
        {"type": "open_card", "side": "player", "card": chance.randrange(3)},
        {"type": "give_tip", "amount": chance.choice((2**53 - 1, 2**52))},
        {"type": "raise_dispute"},
        {"type": "contribute", "digest": f"{chance.getrandbits(256):064x}"},
    )
    return json.dumps({**chance.choice(orders), **here}).encode()


def _action(chance: random.Random, table: str) -> dict[str, object]:
    """A valid message, to be corrupted."""
    here: dict[str, object] = {"id": f"{chance.getrandbits(64)}", "table": table}
    orders: tuple[dict[str, object], ...] = (
        {"type": "place_wager", "bet": chance.choice(("player", "banker", "tie")), "stake": 100},
        {"type": "move_stake", "bet": "player", "to": "banker"},
        {"type": "raise_stakes", "chip": 1},
        {"type": "keep_bets_on", "on": True},
        {"type": "auto_repeat", "on": True},
        {"type": "open_card", "side": "banker", "card": 1},
        {"type": "give_tip", "amount": 100},
        {"type": "contribute", "digest": "0" * 64},
        {"type": "close_table"},
    )
    return {**chance.choice(orders), **here}


# --- frames -----------------------------------------------------------------------------------------------------------


def _framed(chance: random.Random, message: bytes) -> bytes:
    """In one frame, in a binary one, or in fragments with pings between."""
    shape = chance.random()
    if shape < 0.7:
        return masked(message)
    if shape < 0.8:
        return masked(message, FINAL | BINARY)
    message = message[
        : MESSAGE_BYTES_MAX - CONTROL_BYTES_MAX
    ]  # the library counts a ping between fragments as one of them
    cuts = sorted(chance.choices(range(len(message) + 1), k=chance.randrange(FRAGMENTS)))
    parts = [message[start:stop] for start, stop in zip((0, *cuts), (*cuts, len(message)), strict=True)]
    frames = []
    for number, part in enumerate(parts):
        opcode = chance.choice((TEXT, BINARY)) if number == 0 else CONTINUATION
        frames.append(masked(part, opcode | (FINAL if number == len(parts) - 1 else 0)))
        if chance.random() < 0.1:
            frames.append(
                masked(chance.randbytes(chance.randrange(CONTROL_BYTES_MAX + 1)), FINAL | chance.choice((PING, PONG)))
            )
    return b"".join(frames)


def broken_frames(chance: random.Random) -> bytes:
    """Bytes for which a server may close the socket, and do nothing else."""
    payload = chance.randbytes(chance.randrange(120))
    whole = masked(payload)
    return chance.choice(
        (
            chance.randbytes(chance.randint(1, 300)),
            bytes((FINAL_TEXT, len(payload))) + payload,  # not masked
            masked(payload, FINAL | chance.choice((3, 4, 5, 6, 7, 11, 12, 13, 14, 15))),  # an unknown opcode
            masked(payload, FINAL_TEXT | chance.choice((0x10, 0x20, 0x40, 0x70))),  # reserved bits
            masked(payload, FINAL | CONTINUATION),  # of nothing
            masked(payload, TEXT) + masked(payload, TEXT),  # a second beginning
            masked(payload, TEXT) + masked(b"", CONTINUATION) * 100,  # without an end
            masked(payload, PING),  # a control frame in fragments
            masked(chance.randbytes(chance.randint(126, 300)), FINAL | PING),  # and one that is too long
            masked(chance.randbytes(MESSAGE_BYTES_MAX + chance.randint(1, 4_096))),  # too big
            bytes((FINAL_TEXT, 0xFF)) + chance.choice((2**63 - 1, 2**62, 2**64 - 1)).to_bytes(8, "big") + payload,
            whole[: chance.randrange(1, len(whole))],  # cut off
            masked(chance.choice((b"", b"\x00", b"\x03\xe8\xff", b"\x00\x05ab", b"\xff\xff")), FINAL | CLOSE),
        )
    )
