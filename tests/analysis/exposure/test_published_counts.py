"""Published counting studies come out within three standard errors; `bench.counting_studies` has smaller ones."""

import pytest

from bench.counting_studies import ERRORS, compared, studied
from tests.golden.published_counts import PUBLISHED_COUNTS, PublishedCount

SHOES = 400


@pytest.mark.parametrize(
    "published", PUBLISHED_COUNTS, ids=lambda each: f"{each.bet}-{each.more_rounds}-{each.source[:8]}"
)
def test_a_published_study_comes_out(published: PublishedCount) -> None:
    for name, (theirs, ours) in compared(published, studied(published, SHOES)).items():
        assert ours.is_within(ERRORS, theirs), f"{name}: {theirs} published, {ours} here"
        assert 0 < ours.error < ours.value, "an error that says something"


def test_a_wrong_trigger_would_be_noticed() -> None:
    """What the test above could miss is no more than one step of a trigger."""
    published = next(each for each in PUBLISHED_COUNTS if each.bet == "dragon-7")
    theirs, ours = compared(published, studied(published._replace(trigger=2.0), SHOES))["share"]
    assert not ours.is_within(ERRORS, theirs)
