"""Turns of patrons with limits of their own: one command after another, in the order of asking, whoever drops out."""

from collections.abc import Callable

from punto.server.streams.wallets.turns import Turns


class Said:
    """Which turns have begun, in order."""

    def __init__(self) -> None:
        self.turns = Turns()
        self.begun: list[str] = []
        self.asked: dict[str, Callable[[], None]] = {}

    def take(self, name: str, patron: str = "ann") -> None:
        self.asked[name] = lambda: self.begun.append(name)
        self.turns.take(patron, self.asked[name])

    def end(self, name: str, patron: str = "ann") -> None:
        self.turns.end(patron, self.asked[name])


def test_the_first_turn_begins_at_once_and_each_other_when_the_one_before_it_ends() -> None:
    said = Said()
    for name in ("first", "second", "third"):
        said.take(name)
    assert said.begun == ["first"]
    said.end("first")
    assert said.begun == ["first", "second"]
    said.end("second")
    assert said.begun == ["first", "second", "third"]
    said.end("third")
    said.take("fourth")
    assert said.begun[-1] == "fourth"


def test_patrons_do_not_wait_for_each_other() -> None:
    said = Said()
    said.take("ann's")
    said.take("bob's", "bob")
    assert said.begun == ["ann's", "bob's"]


def test_a_turn_that_ends_before_it_has_begun_is_never_taken() -> None:
    said = Said()
    for name in ("first", "second", "third"):
        said.take(name)
    said.end("second")
    assert said.begun == ["first"], "the first has its turn still"
    said.end("first")
    assert said.begun == ["first", "third"]


def test_the_ends_of_several_leave_the_turn_to_the_next() -> None:
    """As when a table is taken back: all that it has asked ends, in order."""
    said = Said()
    for name in ("first", "second", "elsewhere"):
        said.take(name)
    said.end("first")
    said.end("second")
    assert said.begun == ["first", "second", "elsewhere"]
    said.end("elsewhere")
    assert said.begun == ["first", "second", "elsewhere"]


def test_a_turn_may_end_in_the_very_step_in_which_it_begins() -> None:
    turns, begun = Turns(), list[str]()

    def brief() -> None:
        begun.append("brief")
        turns.end("ann", brief)

    def first() -> None:
        begun.append("first")

    def last() -> None:
        begun.append("last")

    turns.take("ann", first)
    turns.take("ann", brief)
    turns.take("ann", last)
    turns.end("ann", first)
    assert begun == ["first", "brief", "last"]
