"""What the codes of a card reader mean: a TOML file from codes to cards, named by a table as `card_codes`.

Readers send whatever their cards carry. Either a code stands for a face and eight cards share it, or every card of the
shoe has a serial of its own (`is_unique`), which a reader may then read only once in a shoe. Without a file a code is
the card itself, as text (`9h`).
"""

import re
from collections import Counter
from pathlib import Path

from msgspec import Struct

from punto.rules.cards import Deck, InvalidCard
from punto.server.config.file_faults import InvalidFile
from punto.server.config.toml_file import TomlFile

CODE = re.compile(r"[!-:<-~]{1,64}")  # printable, without a blank and without the semicolon before a running number
CODE_IN_WORDS = "1 to 64 printable signs, no blank, no semicolon, not beginning with #"


class CardCodes(Struct, frozen=True):
    codes: dict[str, str] = {}  # to cards as text; empty: codes are cards
    divider: tuple[str, ...] = ()  # codes of the card that ends the shoe
    is_unique: bool = False  # each code is one single card

    def card_of(self, code: str, deck: Deck) -> str | None:
        """The card as text; None: no card of this deck has the code."""
        text = self.codes.get(code) if self.codes else code
        try:
            return None if text is None else str(deck.card(text))
        except InvalidCard:
            return None


CARDS_AS_TEXT = CardCodes()


class CardCodesEntry(Struct, frozen=True, forbid_unknown_fields=True):
    codes: dict[str, str]
    divider: str | tuple[str, ...] = ()
    is_unique: bool = False


def read_card_codes(path: Path, deck: Deck) -> CardCodes:
    """Raises InvalidFile with every fault."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise InvalidFile(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise InvalidFile(f"{path}:{line}: not UTF-8 text") from None
    file = TomlFile(str(path), text)
    entry = file.take(file.values, CardCodesEntry, (), codes={})
    divider = (entry.divider,) if isinstance(entry.divider, str) else entry.divider
    _check_codes(file, entry, divider)
    if file.is_sound(("codes",)):
        _check_cards(file, entry, deck)
    file.complain()
    return CardCodes(entry.codes, divider, entry.is_unique)


def _check_codes(file: TomlFile, entry: CardCodesEntry, divider: tuple[str, ...]) -> None:
    for place, code in enumerate(divider):
        path = ("divider", place) if isinstance(entry.divider, tuple) else ("divider",)
        if not _is_code(code):
            file.wrong(path, f"{code!r} is no code: {CODE_IN_WORDS}")
        elif code in entry.codes:
            file.wrong(path, f"{code!r} is the code of {entry.codes[code]}")
    for code in entry.codes:
        if not _is_code(code):
            file.wrong(("codes", code), f"{code!r} is no code: {CODE_IN_WORDS}")


def _is_code(text: str) -> bool:
    return CODE.fullmatch(text) is not None and not text.startswith("#")


def _check_cards(file: TomlFile, entry: CardCodesEntry, deck: Deck) -> None:
    """Every card of the deck can be read, and a shoe of single serials has each card as often as the deck."""
    known: Counter[str] = Counter()
    for code, card in entry.codes.items():
        try:
            known[str(deck.card(card))] += 1
        except InvalidCard as error:
            file.wrong(("codes", code), str(error))
    if not file.is_sound(("codes",)):
        return
    wanted = deck.copies if entry.is_unique else 1
    missing = [str(face) for face in deck.faces if known[str(face)] < wanted]
    if missing and entry.is_unique:
        file.wrong(("codes",), f"fewer than {wanted} serials for {' '.join(missing)}")
    elif missing:
        file.wrong(("codes",), f"no code for {' '.join(missing)}")
