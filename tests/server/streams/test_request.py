"""Every action of the protocol has its command, field by field."""

from typing import get_args

import msgspec
import pytest

from punto.server.protocol.client import Action, ClearAll, CloseTable
from punto.server.protocol.refusals import ServerRefusal
from punto.server.streams.request import Request, request_of
from punto.table import commands
from punto.table.commands import PatronCommand

EVERY_ACTION = [each for each in get_args(Action) if each is not CloseTable]
SAMPLES: dict[str, object] = {
    "bet": "tie",
    "stake": 100,
    "stakes": (("tie", 100), ("player", 25)),
    "to": "player",
    "chip": 5,
    "mode": "commission",
    "denomination": 20,
    "on": True,
    "side": "banker",
    "card": 2,
    "amount": 50,
    "digest": "ab" * 32,
}


@pytest.mark.parametrize("action", EVERY_ACTION, ids=lambda each: each.__name__)
def test_an_action_becomes_the_command_of_its_name(action: type[msgspec.Struct]) -> None:
    own = [name for name in action.__struct_fields__ if name not in ("id", "table", "round")]
    sent = action(**{name: SAMPLES[name] for name in own}, id="c1", table="jade")
    command = request_of(sent, "p1", "jade", at=0, refusal=None).command  # type: ignore[arg-type]
    assert type(command) is getattr(commands, action.__name__)
    assert msgspec.structs.asdict(command) == {"patron": "p1"} | {name: SAMPLES[name] for name in own}


def test_every_command_of_a_patron_can_be_sent() -> None:
    assert {command.__name__ for command in get_args(PatronCommand)} == {action.__name__ for action in EVERY_ACTION}


def test_a_request_has_its_senders_id_and_the_round_it_is_meant_for() -> None:
    sent = ClearAll(id="c1", table="jade", round=(3, 7))
    locked = ServerRefusal.SIGN_IN_AGAIN
    wanted = Request(commands.ClearAll("p1"), "c1:p1:jade~p1", at=5, round=(3, 7), refusal=locked)
    assert request_of(sent, "p1", "jade~p1", 5, locked) == wanted
