"""A client's action as a command of the table: the same fields, with the patron who sent it."""

from collections.abc import Callable
from operator import attrgetter

from punto.server.protocol import client
from punto.server.protocol.client import Action
from punto.table import commands
from punto.table.commands import PatronCommand


def command_of(action: Action, patron: str) -> PatronCommand:
    """Every action but closing a table, which no table hears of."""
    return _COMMANDS[type(action)](action, patron)


def _with(command: type[PatronCommand]) -> Callable[[Action, str], PatronCommand]:
    """Fields carry the same names on both sides, which a test holds them to."""
    names = command.__struct_fields__[1:]
    if len(names) < 2:  # of one name alone, `attrgetter` makes no tuple
        return lambda action, patron: command(patron, *[getattr(action, name) for name in names])
    fields = attrgetter(*names)
    return lambda action, patron: command(patron, *fields(action))


_COMMANDS = {
    getattr(client, command.__name__): _with(command)
    for command in (
        commands.PlaceWager,
        commands.MoveStake,
        commands.ClearLast,
        commands.ClearAll,
        commands.DoubleStakes,
        commands.RaiseStakes,
        commands.RepeatStakes,
        commands.ChooseMode,
        commands.ChooseDenomination,
        commands.KeepBetsOn,
        commands.AutoRepeat,
        commands.ChooseSqueeze,
        commands.Deal,
        commands.OpenCard,
        commands.GiveTip,
        commands.RaiseDispute,
        commands.Contribute,
    )
}
