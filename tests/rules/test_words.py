"""The words of `punto.rules` are loaded one by one, and there are no others."""

import pytest

import punto.rules


@pytest.mark.parametrize("word", punto.rules.__all__)
def test_every_word_is_found(word: str) -> None:
    assert getattr(punto.rules, word) is not None


def test_no_other_word_is_found() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'roulette'"):
        getattr(punto.rules, "roulette")  # noqa: B009
