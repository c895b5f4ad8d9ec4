"""The specification of storms, and the vectors that come with it."""

from dataclasses import replace

from punto.analysis.report.html import report_html
from punto.books import MULTICOLOR, SA, STORM
from punto.lab.randomness.shoe_specification import specification_page, vectors
from punto.lab.randomness.storm_specification import storm_sections, storm_vectors

SHOES = list(vectors([STORM.deck, MULTICOLOR.deck], seed=1))


def test_the_published_storms_come_first() -> None:
    made = storm_vectors([SA, STORM], SHOES)
    assert [each.struck for each in made[:3]] == [
        "Jdx2 Kdx3 5cx2 Qhx2 Acx2",
        "2dx3 Jsx5 7sx5 Jhx2 Qsx2",
        "9sx3 3hx3 3dx2 6sx3",
    ]
    assert {(each.book, each.table, each.shoe) for each in made[:3]} == {("storm", "demo", 1)}
    assert [each.round for each in made[:4]] == [1, 2, 3, 1]


def test_every_shoe_of_the_deck_has_storms_of_its_own() -> None:
    made = storm_vectors([STORM], SHOES)
    shoes = [shoe for shoe in SHOES if shoe.deck == STORM.deck.id]
    assert {each.commitment for each in made} == {shoe.commitment for shoe in shoes}
    assert len({each.struck for each in made}) == len(made) == 3 * len(shoes)
    assert all(STORM.parse_struck(each.struck) for each in made)


def test_the_page_has_the_drawing_its_weights_and_its_vectors_for_any_book_with_a_storm() -> None:
    own = replace(STORM, id="gale", title="Gale")
    made = storm_vectors([own], SHOES)
    page = report_html(specification_page([own.deck], SHOES, 1, storm_sections([own], made)))
    assert all(each.struck in page for each in made)
    assert "punto-storm-1" in page
    assert "<td>8</td><td class=figure>1</td><td class=figure>9</td><td class=figure>1 in 10</td>" in page
    assert "<td>5</td><td class=figure>2</td><td class=figure>1 to 2</td><td class=figure>2 in 4</td>" in page


def test_books_without_a_storm_have_nothing_to_specify() -> None:
    assert storm_vectors([SA, MULTICOLOR], SHOES) == []
    assert storm_sections([SA, MULTICOLOR], []) == ()
