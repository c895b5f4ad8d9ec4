"""The storm of a coup, drawn from its shoe's secret: the commitment that binds the order of the cards binds it too.

Nobody can know it before the secret is used, and once the secret is revealed anybody can draw it again. Every coup has
words of its own, hashed from the secret, the contributions and the coup's number, so that what one storm shows tells
nothing about the next, or about the cards.
"""

from collections.abc import Collection, Iterator
from hashlib import sha256
from itertools import chain, count

from punto.rules.coup import Struck
from punto.rules.storm import Storm
from punto.table.fair_shoe import counted, fair_choice, listed, words_of


def storm_drawn(secret: bytes, bound_by: bytes, contributions: Collection[bytes], coup: int, storm: Storm) -> Struck:
    """What is struck before this coup of the shoe. `bound_by` is the commitment."""
    words = _words(secret, bound_by, listed(contributions), coup)
    return storm.drawn(lambda choices: fair_choice(words, choices))


def _words(secret: bytes, bound_by: bytes, contributions: list[bytes], coup: int) -> Iterator[int]:
    named = counted(b"punto-storm-1") + bound_by + len(contributions).to_bytes(4, "big") + b"".join(contributions)
    prefix = named + coup.to_bytes(8, "big") + counted(secret)
    hashes = (sha256(prefix + part.to_bytes(4, "big")).digest() for part in count())  # as many as are asked for
    return chain.from_iterable(map(words_of, hashes))
