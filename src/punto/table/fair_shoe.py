"""The order of a shoe that nobody could choose: bound before patrons contribute, shown when the shoe is over.

The house takes 1024 secret bytes and shows their hash, the *commitment*. Patrons then add digests of words of their
own. The order follows from both, by arithmetic that anybody can repeat once the secret is shown: the secret's bytes,
mixed with a pad hashed from the commitment and the contributions, drive a shuffle that is exactly uniform.
"""

from collections.abc import Collection, Iterable, Iterator
from hashlib import sha256

from punto.rules.cards import Card, Deck

SECRET_BYTES = 1024
_WORD_BYTES = 2
_WORDS = 1 << 8 * _WORD_BYTES  # how many values a word has
_HASH_BYTES = 32


class OutOfWords(ValueError):
    """So many words had to be passed over that the secret ran out: such a shoe is shown and never dealt."""


def commitment(secret: bytes, table: str, shoe: int, deck: Deck) -> bytes:
    """What is shown before anybody contributes. It names the table, the shoe and the deck, so it fits no other."""
    assert len(secret) == SECRET_BYTES, f"a secret has {SECRET_BYTES} bytes"
    named = counted(b"punto-shoe-1") + counted(table.encode()) + shoe.to_bytes(8, "big") + counted(deck.id.encode())
    return sha256(named + counted(secret)).digest()


def contribution_digest(text: str) -> bytes:
    """All that leaves a patron's own device."""
    return sha256(counted(b"punto-contribution-1") + counted(text.encode())).digest()


def listed(contributions: Iterable[bytes]) -> list[bytes]:
    """As they count: in order, each once."""
    return sorted(set(contributions))


def shoe_order(secret: bytes, bound_by: bytes, contributions: Collection[bytes], deck: Deck) -> list[Card]:
    """The cards in the order in which they leave the shoe. `bound_by` is the commitment."""
    cards = list(deck.cards)
    words = words_of(mixed_secret(secret, bound_by, contributions))
    for last in range(len(cards) - 1, 0, -1):
        chosen = fair_choice(words, last + 1)
        cards[last], cards[chosen] = cards[chosen], cards[last]
    return cards


def fair_words(choices: int) -> int:
    """How many words count: those from here on would favour the first choices."""
    return _WORDS - _WORDS % choices


def mixed_secret(secret: bytes, bound_by: bytes, contributions: Collection[bytes]) -> bytes:
    """What the shuffle reads: the secret and the pad, bit by bit."""
    pad = _pad(bound_by, listed(contributions))
    return bytes(one ^ other for one, other in zip(secret, pad, strict=True))


def words_of(text: bytes) -> Iterator[int]:
    return (int.from_bytes(text[at : at + _WORD_BYTES], "big") for at in range(0, len(text), _WORD_BYTES))


def fair_choice(words: Iterator[int], choices: int) -> int:
    """One of so many, each as likely as any other, by the next word that can be shared out evenly."""
    fair_below = fair_words(choices)
    word = next((word for word in words if word < fair_below), None)
    if word is None:
        raise OutOfWords(f"the secret ran out with {choices} choices to go")
    return word % choices


def _pad(bound_by: bytes, contributions: list[bytes]) -> bytes:
    prefix = counted(b"punto-pad-1") + bound_by + len(contributions).to_bytes(4, "big") + b"".join(contributions)
    return b"".join(sha256(prefix + part.to_bytes(4, "big")).digest() for part in range(SECRET_BYTES // _HASH_BYTES))


def counted(part: bytes) -> bytes:
    """With its length in front, so that no two lists of parts can be mistaken for each other."""
    return len(part).to_bytes(4, "big") + part
