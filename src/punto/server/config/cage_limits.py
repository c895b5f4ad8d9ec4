"""What each role may move at the cage: alone, with a second person, and in a day; in the currency's smallest unit.

Set in `[cage.attendant]`, `[cage.supervisor]` and `[cage.admin]`. Defaults follow from the floor's hand-pay limit,
which is in its own currency: a fixed number would be a fortune in one currency and nothing in another.
"""

from msgspec import Struct

from punto.server.config.toml_file import Number, TomlFile

ROLES = ("attendant", "supervisor", "admin")
SECOND_PERSON_TIMES = 5  # the hand-pay limit, for everybody
ATTENDANT_TIMES, ATTENDANT_DAY_TIMES, ADMIN_TIMES = 10, 100, 100


class CageLimits(Struct, frozen=True, kw_only=True):
    buy_in_max: int  # one buy-in
    pay_max: int | None  # one ticket paid in cash, or one reversal; None: any
    day_max: int | None  # taken in and paid out in a gaming day, together; None: any
    second_person_above: int


class CageEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """As written in the file."""

    buy_in_max: Number | None = None
    pay_max: Number | None = None
    day_max: Number | None = None
    second_person_above: Number | None = None


class DrawerEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """As written in `[cage]`, beside the roles."""

    drawers: bool | None = None
    drawer_difference_alone: Number | None = None


def usual_limits(role: str, hand_pay_above: int) -> CageLimits:
    if role == "attendant":
        return CageLimits(
            buy_in_max=ATTENDANT_TIMES * hand_pay_above,
            pay_max=ATTENDANT_TIMES * hand_pay_above,
            day_max=ATTENDANT_DAY_TIMES * hand_pay_above,
            second_person_above=SECOND_PERSON_TIMES * hand_pay_above,
        )
    return CageLimits(  # somebody must be able to pay any win, though not alone
        buy_in_max=ADMIN_TIMES * hand_pay_above,
        pay_max=None,
        day_max=None,
        second_person_above=SECOND_PERSON_TIMES * hand_pay_above,
    )


class DrawerRules(Struct, frozen=True):
    are_needed: bool
    difference_alone: int  # by which a count may be off without a second person


def read_drawers(file: TomlFile, written: dict[str, object], digits: int, *, is_real_money: bool) -> DrawerRules:
    """`drawers` and `drawer_difference_alone` of `[cage]`. With real money, cash is counted unless the file says no."""
    own = {key: written[key] for key in DrawerEntry.__struct_fields__ if key in written}
    entry = file.take(own, DrawerEntry, ("cage",))
    alone = file.units_or_none(entry.drawer_difference_alone, digits, ("cage", "drawer_difference_alone"))
    return DrawerRules(is_real_money if entry.drawers is None else entry.drawers, alone or 0)


def read_cage(file: TomlFile, written: dict[str, object], hand_pay_above: int, digits: int) -> dict[str, CageLimits]:
    for role in written:
        if role not in (*ROLES, *DrawerEntry.__struct_fields__):
            file.wrong(("cage", role), f"{role!r} is not one of {', '.join(ROLES)}")
    return {role: _limits(file, written.get(role, {}), role, hand_pay_above, digits) for role in ROLES}


def _limits(file: TomlFile, written: object, role: str, hand_pay_above: int, digits: int) -> CageLimits:
    path, usual = ("cage", role), usual_limits(role, hand_pay_above)
    entry = file.take(written, CageEntry, path)

    def own(key: str) -> int | None:
        return file.units_or_none(getattr(entry, key), digits, (*path, key))

    return CageLimits(
        buy_in_max=own("buy_in_max") or usual.buy_in_max,
        pay_max=own("pay_max") or usual.pay_max,
        day_max=own("day_max") or usual.day_max,
        second_person_above=own("second_person_above") or usual.second_person_above,
    )
