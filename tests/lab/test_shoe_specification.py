"""The specification of the shoe, and the vectors that come with it."""

from hashlib import sha256

from punto.analysis.report.html import report_html
from punto.books import MULTICOLOR, SA
from punto.lab.randomness.shoe_specification import specification_page, vectors

DECKS = [SA.deck, MULTICOLOR.deck]


def test_the_published_vector_comes_first() -> None:
    first = next(vectors(DECKS, seed=1))
    assert (first.table, first.shoe, first.deck, first.texts) == ("demo", 1, "52x8", ("alice", "bob"))
    assert first.commitment == "0b6234bb5889a06d834e7762f22d1fb9ef9421f3a77117b9dfecb1035f56a581"
    assert first.order_sha256 == "01b869513d1255a860d4134ae3d502ec7bee685395eb0c4e0b7a3f4427dc46a3"
    assert sha256(first.order.encode()).hexdigest() == first.order_sha256


def test_a_seed_gives_the_same_vectors_of_every_deck_and_another_seed_others() -> None:
    made = list(vectors(DECKS, seed=1))
    assert made == list(vectors(DECKS, seed=1))
    assert made[1:] != list(vectors(DECKS, seed=2))[1:]
    assert {each.deck for each in made} == {"52x8", "55x8"}
    assert made[2].contributions != made[3].contributions == made[4].contributions  # alice; both; both, one twice


def test_the_page_names_scaling_and_every_vector() -> None:
    made = list(vectors(DECKS, seed=1))
    page = report_html(specification_page(DECKS, made, seed=1))
    assert all(each.commitment[:16] in page for each in made)
    assert "<td>416</td><td class=figure>65,312</td><td class=figure>157</td><td class=figure>224</td>" in page
