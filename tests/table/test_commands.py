"""A patron's command says whose it is; staff and the shell act for nobody."""

import pytest

from punto.table.commands import CancelCoup, Command, PatronWent, Pause, PlaceWager, Tick, patron_of


@pytest.mark.parametrize(
    ("command", "patron"),
    [
        (PlaceWager("ann", "tie", 100), "ann"),
        (PatronWent("bob"), "bob"),
        (Pause(by="amy", reason="a card fell"), ""),
        (CancelCoup(by="amy", reason="a card fell"), ""),
        (Tick(), ""),
    ],
)
def test_whose_a_command_is(command: Command, patron: str) -> None:
    assert patron_of(command) == patron
