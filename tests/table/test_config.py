"""A table that could not be played, or could make a fraction of a unit, is refused when it is set up."""

from itertools import product
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from punto.books import EVERY_BOOK, MULTICOLOR, SA
from punto.rules.rulebook import RuleBook
from punto.table.config import BetLimit, faults_of, has_sum_of_chips, is_sum_of_chips
from tests.table.playing import config_for


@pytest.mark.parametrize("book", EVERY_BOOK, ids=lambda book: book.id)
def test_a_sensible_table_is_accepted(book: RuleBook) -> None:
    assert list(faults_of(config_for(book), book)) == []


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"chips": ()}, "chips and denominations are whole amounts of one or more"),
        ({"denominations": ()}, "chips and denominations are whole amounts of one or more"),
        ({"chips": (0, 5)}, "chips and denominations are whole amounts of one or more"),
        ({"cut_card": 11}, "the cut card lies 12 to 415 cards from the end, not 11"),
        ({"cut_card": 416}, "the cut card lies 12 to 415 cards from the end, not 416"),  # out before the first card
        ({"burn_for_zero": -1}, "burn_for_zero is a number of cards"),
        ({"video_delay_ms": -1}, "video_delay_ms is not below zero"),
        ({"picture_band_ms": (800, 200)}, "picture_band_ms goes from a shorter delay to a longer one"),
        ({"hls_band_ms": (9_000, 9_000)}, "hls_band_ms goes from a shorter delay to a longer one"),
        (
            {"has_squeeze": True, "hls_url": "/x", "hls_band_ms": (1_000, 30_000)},
            "a picture up to 30,000 ms late leaves less than half of a squeeze of 15,000 ms: lower hls_band_ms",
        ),
        (
            {"has_squeeze": True, "whep_url": "/x", "picture_band_ms": (200, 8_000)},
            "a picture up to 8,000 ms late leaves less than half of a squeeze of 15,000 ms: lower picture_band_ms",
        ),
        ({"limits": {"dragon": BetLimit(1, 2)}}, "book 'sa' has no bet 'dragon'"),
        ({"limits": {"player": BetLimit(0, 100)}}, "bet 'player' has no stake between its limits"),
        ({"limits": {"player": BetLimit(100, 99)}}, "bet 'player' has no stake between its limits"),
        ({"denominations": (20, 10)}, "bet 'banker' pays 19/20 to 1, which a chip of 1 credits of 10 cannot be paid"),
        ({"denominations": (1,), "chips": (20, 25)}, "which a chip of 25 credits of 1 cannot be paid in whole units"),
    ],
)
def test_what_could_not_be_played_is_refused(settings: dict[str, Any], says: str) -> None:
    faults = list(faults_of(config_for(SA, **settings), SA))
    assert faults[0].why.startswith("table 'jade': ")
    assert says in faults[0].why


def test_a_picture_in_time_may_be_squeezed_by_and_a_late_one_watched() -> None:
    in_time = config_for(SA, has_squeeze=True, whep_url="/x", hls_url="/y", hls_band_ms=(1_000, 7_000))
    late = config_for(SA, has_squeeze=False, hls_url="/y", hls_band_ms=(1_000, 30_000))
    assert [list(faults_of(config, SA)) for config in (in_time, late)] == [[], []]


def test_a_book_that_burns_nothing_is_not_told_how_many() -> None:
    (fault,) = faults_of(config_for(MULTICOLOR, burn_for_zero=3), MULTICOLOR)
    assert "of a book that burns cards" in fault.why
    assert fault.setting == ("burn_for_zero",)


def test_every_fault_of_a_table_is_named() -> None:
    config = config_for(SA, chips=(0,), cut_card=1, video_delay_ms=-1, limits={"player": BetLimit(2, 1)})
    settings = [fault.setting for fault in faults_of(config, SA)]
    assert settings == [("chips",), ("cut_card",), ("video_delay_ms",), ("limits", "player")]


def test_a_field_that_is_not_open_may_pay_what_it_likes() -> None:
    only_player = {"player": BetLimit(2, 100)}
    config = config_for(MULTICOLOR, limits=only_player, denominations=(2,), chips=(1,))
    assert list(faults_of(config, MULTICOLOR)) == []


@pytest.mark.parametrize("address", ["whep_url", "hls_url"])
def test_a_table_with_an_address_has_a_picture(address: str) -> None:
    assert config_for(SA, **{address: "/video"}).has_picture
    assert not config_for(SA).has_picture


def test_units_are_every_chip_in_every_denomination() -> None:
    assert config_for(SA, chips=(1, 5), denominations=(20, 100)).units == (20, 100, 100, 500)


@given(chips=st.sets(st.integers(1, 12), min_size=1, max_size=3), amount=st.integers(0, 160))
@example(chips={5, 12}, amount=43)  # the most that these two cannot make
def test_a_sum_of_chips_is_found_as_by_trying_all(chips: set[int], amount: int) -> None:
    ways = (
        sum(count * chip for count, chip in zip(counts, sorted(chips), strict=True))
        for counts in _counts(chips, amount)
    )
    assert is_sum_of_chips(tuple(sorted(chips)), amount) == any(way == amount for way in ways)


@given(chips=st.sets(st.integers(1, 12), min_size=1, max_size=3), low=st.integers(1, 60), more=st.integers(0, 8))
def test_a_sum_between_two_amounts_is_found_as_by_trying_each(chips: set[int], low: int, more: int) -> None:
    each = [is_sum_of_chips(tuple(chips), amount) for amount in range(low, low + more + 1)]
    assert has_sum_of_chips(tuple(chips), low, low + more) == any(each)


def _counts(chips: set[int], amount: int) -> "product[tuple[int, ...]]":
    return product(*(range(amount // chip + 1) for chip in sorted(chips)))
