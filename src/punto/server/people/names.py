"""What a name may be, and when two names are the same: letters of any script, compared without case and variants.

Others may see it, so it must be readable and must not pass for another: no alphabets mixed that look alike, and no
towers of marks.
"""

import unicodedata
from itertools import groupby, pairwise

NAME_MIN, NAME_MAX = 3, 24
BETWEEN = " ._-'"  # allowed inside a name, never at its ends or twice in a row
MARKS_IN_A_ROW = 3  # as many as the scripts of India need; more only hide a name
LOOK_ALIKE = {"LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU"}  # one of them in a name


def tidy_name(name: str) -> str | None:
    """The name as it is shown, or None when it is not allowed."""
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
    """Two names that fold alike are one name."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).strip().casefold())


def _is_mark(character: str) -> bool:
    """An accent or a vowel that stands on the letter before it."""
    return unicodedata.category(character).startswith("M")


def _scripts(name: str) -> set[str]:
    """`CYRILLIC SMALL LETTER A` says which."""
    return {unicodedata.name(each, "").partition(" ")[0] for each in name if each.isalpha()}
