"""What an operator's terminal has left in the store for the floor: new passwords, and new patrons."""

from typing import NamedTuple

from punto.server.config.floor_config import FloorConfig
from punto.server.people.accounts import Accounts
from punto.server.people.sign_in.sessions import Sessions
from punto.server.staff.new_passwords import take_up_new_passwords
from punto.server.staff.new_patrons import take_up_new_patrons
from punto.server.staff.staff_log import StaffLog
from punto.server.store.interface import Store


class TerminalDesk(NamedTuple):
    store: Store
    accounts: Accounts
    sessions: Sessions
    staff_log: StaffLog
    config: FloorConfig

    async def apply(self, config: FloorConfig) -> None:
        """By the configuration as it now stands."""
        desks = self._replace(config=config)
        await take_up_new_passwords(desks)
        await take_up_new_patrons(desks)
