"""The fair shoe: the published test vector, and what must hold for every secret."""

from collections import Counter
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.books import MULTICOLOR, SA
from punto.rules.rulebook import RuleBook
from punto.table.fair_shoe import (
    OutOfWords,
    commitment,
    contribution_digest,
    fair_words,
    listed,
    mixed_secret,
    shoe_order,
)

SECRET = bytes(range(256)) * 4
BOUND = commitment(SECRET, "demo", 1, SA.deck)
ALICE, BOB = contribution_digest("alice"), contribution_digest("bob")


def test_the_published_vector() -> None:
    assert BOUND.hex() == "0b6234bb5889a06d834e7762f22d1fb9ef9421f3a77117b9dfecb1035f56a581"
    order = " ".join(map(str, shoe_order(SECRET, BOUND, [ALICE, BOB], SA.deck)))
    assert order.startswith("Kc 8c 2d Kd 4d 7d Jc Kd")
    assert sha256(order.encode()).hexdigest() == "01b869513d1255a860d4134ae3d502ec7bee685395eb0c4e0b7a3f4427dc46a3"


def test_contributions_count_once_and_in_any_order() -> None:
    assert listed([BOB, ALICE, BOB]) == sorted([ALICE, BOB])
    assert shoe_order(SECRET, BOUND, [BOB, ALICE, BOB], SA.deck) == shoe_order(SECRET, BOUND, [ALICE, BOB], SA.deck)


@pytest.mark.parametrize("contributions", [[], [ALICE], [ALICE, BOB, contribution_digest("carol")]])
def test_one_contribution_more_or_less_is_another_order(contributions: list[bytes]) -> None:
    assert shoe_order(SECRET, BOUND, contributions, SA.deck) != shoe_order(SECRET, BOUND, [ALICE, BOB], SA.deck)


@pytest.mark.parametrize(("table", "shoe"), [("demo", 2), ("demo2", 1), ("", 1)])
def test_a_commitment_fits_one_shoe_of_one_table(table: str, shoe: int) -> None:
    assert commitment(SECRET, table, shoe, SA.deck) != BOUND


@pytest.mark.parametrize("book", [SA, MULTICOLOR], ids=lambda book: book.id)
@given(secret=st.binary(min_size=1024, max_size=1024))
def test_every_order_is_the_whole_deck(book: RuleBook, secret: bytes) -> None:
    bound = commitment(secret, "jade", 7, book.deck)
    try:
        order = shoe_order(secret, bound, [ALICE], book.deck)
    except OutOfWords:  # as rare as it is allowed
        return
    assert Counter(order) == Counter(book.deck.cards)


def test_a_secret_whose_words_are_all_unfair_runs_out() -> None:
    """Make the mixed stream all ones: no word is below any bound but those of powers of two."""
    plain = bytes(1024)
    pad = _pad_of(bound := commitment(plain, "jade", 1, SA.deck))
    secret = bytes(byte ^ 0xFF for byte in pad)
    with pytest.raises(OutOfWords, match="with 416 choices to go"):
        shoe_order(secret, bound, [], SA.deck)


def _pad_of(bound: bytes) -> bytes:
    """Written once more from the published text: f(x) = u32be(len x) ‖ x, P = f("punto-pad-1") ‖ C ‖ u32be(0)."""
    prefix = b"\x00\x00\x00\x0bpunto-pad-1" + bound + bytes(4)
    return b"".join(sha256(prefix + part.to_bytes(4, "big")).digest() for part in range(32))


@pytest.mark.parametrize("choices", range(2, 441))
def test_no_choice_is_favoured(choices: int) -> None:
    """Exactly, at every step of the largest shoe: as many words lead to one choice as to any other."""
    words = Counter(word % choices for word in range(fair_words(choices)))
    assert set(words.values()) == {65_536 // choices}


def test_the_shuffle_reads_the_secret_through_a_pad_that_patrons_change() -> None:
    mixed = [mixed_secret(SECRET, BOUND, contributions) for contributions in ([], [ALICE], [ALICE, BOB])]
    assert len({SECRET, *mixed}) == 4
    assert {len(each) for each in mixed} == {len(SECRET)}
