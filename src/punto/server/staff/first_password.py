"""The first administrator's password where there is no terminal: in a file that only its owner can read.

A service's output ends up in a journal that many may read and nobody empties. The file is written before the account,
so that a kill leaves no account that nobody can use; it is deleted once the password is used or replaced.
"""

import contextlib
import os
from collections.abc import Mapping
from pathlib import Path

from punto.rules.invalid_input import InvalidInput
from punto.server.people.account import Account
from punto.server.people.accounts import FIRST_ADMIN, Accounts

OWNER_ONLY = 0o600
SUFFIX = ".admin-password"
AS_MADE = 1  # the generation of an unchanged account


class CannotKeepPassword(InvalidInput):
    """The text names the file and the problem."""


def password_file(heads_file: Path | None, environment: Mapping[str, str] = os.environ) -> Path:
    """Next to the heads, where the floor can write: a key may be in a folder that is read-only, or in the environment.
    Without heads, in the user's data folder."""
    if heads_file is not None:
        return heads_file.with_name(heads_file.name.removesuffix(".heads").removesuffix(".key") + SUFFIX)
    data = Path(environment.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return data / "punto" / f"floor{SUFFIX}"


def keep_password(file: Path, password: str) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.unlink(missing_ok=True)  # defeats an open handle or a planted link
        with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY), "w") as new:
            new.write(f"{password}\n")
            new.flush()
            os.fsync(new.fileno())
    except OSError as error:
        raise CannotKeepPassword(f"the first password: {file}: {error.strerror}") from None


async def forget_password_once_used(file: Path, accounts: Accounts) -> None:
    """Also one left by an earlier start."""
    admin = await accounts.find(FIRST_ADMIN)
    if admin is None or admin.generation != AS_MADE:
        _forget(file)
        return

    async def used(account: Account) -> None:
        if account.id == admin.id:
            _forget(file)

    accounts.on_change.append(used)
    accounts.on_admission.append(used)


def _forget(file: Path) -> None:
    with contextlib.suppress(OSError):  # a read-only folder must not prevent signing in
        file.unlink(missing_ok=True)
