"""What a client missed, or nothing when that is too long ago."""

from punto.server.telling.messages.recent_messages import KEPT, RecentMessages


def messages(count: int, *, first: int = 0) -> RecentMessages:
    recent = RecentMessages(first)
    for number in range(first + 1, first + count + 1):
        recent.add(b"%d" % number)
    return recent


def test_what_was_missed_comes_in_order() -> None:
    assert messages(5).since(3) == [b"4", b"5"]


def test_a_client_that_missed_nothing_gets_nothing() -> None:
    assert messages(5).since(5) == []


def test_what_is_too_long_ago_is_not_known() -> None:
    recent = messages(KEPT + 10)
    assert recent.since(10) is not None
    assert recent.since(9) is None


def test_a_version_that_has_never_been_is_not_known() -> None:
    assert messages(5).since(6) is None


def test_after_a_restart_the_counting_goes_on() -> None:
    recent = messages(2, first=100)
    assert recent.version == 102
    assert recent.since(101) == [b"102"]
    assert recent.since(99) is None
