"""A copy lacks what was written after it, and not what its own process had never written to."""

import pytest

from punto.server.store.heads_file import Head, Heads
from punto.trials.torture.store_copy import StoreCopy

HASH = bytes(32)


@pytest.mark.parametrize(
    ("log_id", "told", "lacks"),
    [
        ("one", {"table:jade": 2}, False),
        ("one", {"table:jade": 1}, False),  # heads may be behind
        ("one", {"table:jade": 2, "cashier": 5, "records": 0}, False),  # of a second server, which read them all
        ("one", {"table:jade": 3}, True),
        ("one", {"table:ruby": 1}, True),  # a stream that is younger than the copy
        ("other", {"table:jade": 2}, True),
    ],
)
def test_what_a_copy_lacks(log_id: str, told: dict[str, int], lacks: bool) -> None:  # noqa: FBT001 (a table)
    copy = StoreCopy(told={}, records={}, log_id="one", versions={"table:jade": 2, "cashier": 5})
    heads = Heads(log_id, {stream: Head(version, HASH) for stream, version in told.items()})
    assert copy.lacks(heads) is lacks
