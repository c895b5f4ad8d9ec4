"""How a shoe gets its order, for somebody who writes it anew, and vectors to hold that work against.

Everything but the text is computed by the code that floors use. Seeded secrets serve here, where chance is not the
subject: the same seed gives the same vectors.
"""

import random
from collections.abc import Iterable, Iterator
from hashlib import sha256

from msgspec import Struct

from punto.analysis.report.blocks import Document, Drawn, Paragraph, Section, Sheet
from punto.rules.cards import EIGHT_DECKS, Deck
from punto.table.fair_shoe import (
    SECRET_BYTES,
    OutOfWords,
    commitment,
    contribution_digest,
    fair_words,
    listed,
    mixed_secret,
    shoe_order,
)

TEXTS: tuple[tuple[str, ...], ...] = ((), ("alice",), ("alice", "bob"), ("bob", "alice", "bob"))
SHOWN = 8  # cards of an order
FORMULAS = """\
f(x)          the length of x as four bytes, big-endian, then x;  ‖ joins bytes
secret        S = 1024 bytes from the operating system's generator
commitment    C = SHA-256( f("punto-shoe-1") ‖ f(table) ‖ shoe as 8 bytes ‖ f(deck) ‖ f(S) )
contribution  c = SHA-256( f("punto-contribution-1") ‖ f(text) ), at most one for each patron
list          distinct contributions, sorted as bytes: c1 … cn; n may be 0
pad           P = f("punto-pad-1") ‖ C ‖ n as 4 bytes ‖ c1 … cn
              SHA-256( P ‖ k as 4 bytes ) for k = 0 … 31, joined
words         S xor pad, read as 512 words of 16 bits, big-endian
cards         the deck's faces in order, as often as the shoe has decks
shuffle       for i from the last card down to 1:  m = i + 1
              take words w until w < 65536 − 65536 mod m;  swap cards i and w mod m
order         the card at 0 leaves the shoe first
out of words  the shoe is revealed and never dealt; the next one is prepared"""
WHERE = (
    ("drawing S, sealing it, its commitment", "src/punto/server/tables/house/shoe_secrets.py"),
    ("pad, words, shuffle", "src/punto/table/fair_shoe.py"),
    ("verification of a revealed shoe", "src/punto/server/record/prove_shoe.py"),
    ("verification in the browser", "web/src/fairness/check-shoe.ts"),
)


class Vector(Struct, frozen=True):
    table: str
    shoe: int
    deck: str
    texts: tuple[str, ...]
    contributions: tuple[str, ...]  # hexadecimal, as they are listed
    secret: str
    commitment: str
    words_sha256: str
    order: str  # cards joined by single blanks; empty: out of words
    order_sha256: str


def vectors(decks: Iterable[Deck], seed: int) -> Iterator[Vector]:
    """The published one first."""
    yield make_vector(bytes(range(256)) * 4, "demo", 1, EIGHT_DECKS, ("alice", "bob"))
    chance = random.Random(seed)
    for deck in decks:
        for shoe, texts in enumerate(TEXTS, start=1):
            yield make_vector(chance.randbytes(SECRET_BYTES), "vector", shoe, deck, texts)


def make_vector(secret: bytes, table: str, shoe: int, deck: Deck, texts: tuple[str, ...]) -> Vector:
    bound = commitment(secret, table, shoe, deck)
    contributions = listed(map(contribution_digest, texts))
    try:
        order = " ".join(map(str, shoe_order(secret, bound, contributions, deck)))
    except OutOfWords:
        order = ""
    return Vector(
        table=table,
        shoe=shoe,
        deck=deck.id,
        texts=texts,
        contributions=tuple(each.hex() for each in contributions),
        secret=secret.hex(),
        commitment=bound.hex(),
        words_sha256=sha256(mixed_secret(secret, bound, contributions)).hexdigest(),
        order=order,
        order_sha256=sha256(order.encode()).hexdigest(),
    )


def specification_page(
    decks: Iterable[Deck], made: Iterable[Vector], seed: int, more: tuple[Section, ...] = ()
) -> Document:
    """`more`: what else comes from the same secret."""
    rows = tuple(
        (
            f"{each.table} {each.shoe}",
            each.deck,
            ", ".join(each.texts) or "none",
            f"{each.commitment[:16]}…",
            " ".join(each.order.split()[:SHOWN]) + " …" if each.order else "out of words",
            f"{each.order_sha256[:16]}…",
        )
        for each in made
    )
    return Document(
        title="The fair shoe",
        subtitle="Specification of the generator",
        facts=(
            ("Source", "the operating system's generator (getrandom), 1,024 bytes for each shoe; no seed, no clock"),
            ("Scaling", "16-bit words with rejection: every choice of every step has exactly as many words"),
            ("Reach", "8,192 random bits for each shoe; 416 cards have 3,025 bits of orders, so every order can come"),
            ("Streams", "none is shared: a shoe has bytes of its own, bound to its table, number and deck"),
        ),
        summary=(Paragraph(PROOF_WORDS),),
        sections=(
            Section("Procedure", (Drawn(FORMULAS),)),
            Section("Cards", tuple(_faces(deck) for deck in decks)),
            Section("Scaling, exactly", (Paragraph(SCALING_WORDS), _scaling())),
            Section("Vectors", (Paragraph(VECTOR_WORDS.format(seed=seed)), text_sheet(VECTOR_HEADING, rows))),
            Section("In the code", (text_sheet(("what", "file"), WHERE),)),
            *more,
        ),
    )


PROOF_WORDS = (
    "The commitment is shown before patrons contribute, the list of contributions before the first bet, the secret "
    "when the shoe is over, also when it was abandoned. Anybody can then repeat the shuffle: in the browser, with "
    "punto verify, or from this page."
)
SCALING_WORDS = (
    "Of 65,536 words those that would favour the first choices are passed over. A step among m cards takes on average "
    "65,536 divided by the words that count."
)
VECTOR_WORDS = (
    "vectors.json has them in full: secret, contributions, commitment, SHA-256 of the words, order and its SHA-256. "
    "The first is the published one; the others have secrets from Python's random.Random({seed}), which never serves "
    "play."
)
VECTOR_HEADING = ("table, shoe", "deck", "texts", "commitment", "order", "SHA-256 of the order")
STEPS = (2, 3, 52, 55, 208, 312, 415, 416, 440)


def _faces(deck: Deck) -> Drawn:
    suits = list(dict.fromkeys(face.suit for face in deck.faces))
    rows = [" ".join(str(face) for face in deck.faces if face.suit == suit) for suit in suits]
    return Drawn("\n".join([f"{deck.id}: {deck.copies} times", *(f"  {row}" for row in rows)]))


def _scaling() -> Sheet:
    rows = tuple(
        (str(step), f"{fair_words(step):,}", f"{fair_words(step) // step:,}", f"{65_536 - fair_words(step):,}")
        for step in STEPS
    )
    return Sheet("", ("choices", "words that count", "words for each choice", "passed over"), rows)


def text_sheet(heading: tuple[str, ...], rows: tuple[tuple[str, ...], ...]) -> Sheet:
    return Sheet("", heading, rows, first_figure=len(heading))
