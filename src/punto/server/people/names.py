"""What names are allowed, and when two are the same: letters of any script, compared without case or variants.

Others see names, so they must be readable and must not imitate another: no mixed look-alike alphabets, no stacked
marks.
"""

import unicodedata
from itertools import groupby, pairwise

from punto.server.people.look_alikes import skeleton

NAME_MIN, NAME_MAX = 3, 24
BETWEEN = " ._-'"  # allowed inside a name, never at its ends or twice in a row
MARKS_IN_A_ROW = 3  # enough for the scripts of India
HOUSE = frozenset(  # how no patron is called: others would take what they say for the house's word
    {
        "admin",
        "administrator",
        "attendant",
        "cashier",
        "croupier",
        "dealer",
        "house",
        "staff",
        "supervisor",
        "the house",
    }
)
_HOUSE_SKELETONS = frozenset(map(skeleton, HOUSE))
LOOK_ALIKE = {"LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU"}  # one of them in a name


def tidy_name(name: str) -> str | None:
    """The name as shown, or None if it is not allowed."""
    tidy = unicodedata.normalize("NFKC", name).strip()
    if not NAME_MIN <= len(tidy) <= NAME_MAX or not tidy[0].isalnum() or tidy[-1] in BETWEEN:
        return None
    if any(first in BETWEEN and (second in BETWEEN or _is_mark(second)) for first, second in pairwise(tidy)):
        return None
    if not all(each.isalnum() or each in BETWEEN or _is_mark(each) for each in tidy):
        return None
    if any(is_mark and len(list(run)) > MARKS_IN_A_ROW for is_mark, run in groupby(tidy, _is_mark)):
        return None
    return tidy if len(_scripts(tidy) & LOOK_ALIKE) <= 1 else None


def folded(name: str) -> str:
    """Names that fold to the same text are the same name."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).strip().casefold())


def is_of_the_house(name: str) -> bool:
    """Also when it only looks so: `Dea1er`."""
    return skeleton(name).removeprefix("the") in _HOUSE_SKELETONS


def _is_mark(character: str) -> bool:
    """An accent or a vowel sign on the letter before it."""
    return unicodedata.category(character).startswith("M")


def _scripts(name: str) -> set[str]:
    """From Unicode names such as `CYRILLIC SMALL LETTER A`."""
    return {unicodedata.name(each, "").partition(" ")[0] for each in name if each.isalpha()}
