"""When two names look the same on a screen, though they are written with other letters: `Mei` and `Меі`, `Dealer` and
`Dea1er`.

A name's skeleton has every letter replaced by the Latin one it looks like, in the manner of UTS 39. The table is small:
letters of the alphabets that a name may be written in whole (`names.LOOK_ALIKE`), and digits. Accents do not count.
"""

import unicodedata

_TWINS = str.maketrans(
    # Greek capitals, Greek small letters; Cyrillic capitals, Cyrillic small letters; Armenian; Cherokee; digits
    "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹαγεηικνορτυχϲϳАВЕКМНОРСТУХІЈЅҮԚԜӀавегкмнопрстухіјѕүһԁԛԝӏօոսցհᎪᏴᏟᎠᎬᎻᎫᏦᏞᎷᏢᏒᏚᎢᏙᎳᏃ01358",
    "ABEZHIKMNOPTYXCayenikvoptuxcjABEKMHOPCTYXIJSYQWIaberkmhonpctyxijsyhdqwlonughABCDEHJKLMPRSTVWZolesb",
)
_PAIRS = (("rn", "m"), ("vv", "w"))  # two letters that run into one


def skeleton(name: str) -> str:
    """Names with the same skeleton are mistaken for each other. Capital i, small L and 1 are one letter."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).strip().translate(_TWINS))
    letters = "".join(each for each in plain.casefold() if each.isalnum()).replace("i", "l")
    for pair, one in _PAIRS:
        letters = letters.replace(pair, one)
    return letters
