"""What a name may be, and when two names are the same: letters of any script, compared without case and look-alikes."""

import unicodedata
from itertools import pairwise

NAME_MIN, NAME_MAX = 3, 24
BETWEEN = " ._-'"  # allowed inside a name, never at its ends or twice in a row


def tidy_name(name: str) -> str | None:
    """The name as it is shown, or None when it is not allowed."""
    tidy = unicodedata.normalize("NFKC", name).strip()
    if not NAME_MIN <= len(tidy) <= NAME_MAX or not (tidy[0].isalnum() and tidy[-1].isalnum()):
        return None
    if any(first in BETWEEN and second in BETWEEN for first, second in pairwise(tidy)):
        return None
    return tidy if all(each.isalnum() or each in BETWEEN or unicodedata.combining(each) for each in tidy) else None


def folded(name: str) -> str:
    """Two names that fold alike are one name."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).strip().casefold())
