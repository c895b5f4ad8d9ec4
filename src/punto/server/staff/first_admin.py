"""Creates the account `admin` at the first start, and logs it."""

from collections.abc import Callable

from punto.server.people.accounts import FIRST_ADMIN, Accounts
from punto.server.people.identity import Role
from punto.server.staff.staff_events import SYSTEM, On
from punto.server.staff.staff_log import StaffLog


async def make_first_admin(
    accounts: Accounts, staff_log: StaffLog, keep: Callable[[str], None] = lambda _: None
) -> str | None:
    """Its password, to be shown once; None: there is an administrator. `keep` receives it before the account exists."""
    password = await accounts.first_admin(keep)
    made = await accounts.find(FIRST_ADMIN) if password else None
    if made is not None:
        await staff_log.acts(SYSTEM, "create_staff", On(account=made.id), after=Role.ADMIN)
    return password
