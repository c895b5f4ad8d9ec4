"""The file that makes cards of a reader's codes: what it takes, and every fault with its line."""

from pathlib import Path

import pytest

from punto.rules.cards import EIGHT_DECKS
from punto.server.config.card_codes import CARDS_AS_TEXT, CODE_IN_WORDS, read_card_codes
from punto.server.config.file_faults import InvalidFile

FACES = [str(face) for face in EIGHT_DECKS.faces]
BY_FACE = "\n".join(f'"C{place:02}" = "{face}"' for place, face in enumerate(FACES))
SERIALS = "\n".join(f'"{place:05}" = "{face}"' for place, face in enumerate(FACES * 8))


def faults(folder: Path, text: str) -> list[str]:
    file = folder / "codes.toml"
    file.write_text(text)
    try:
        read_card_codes(file, EIGHT_DECKS)
    except InvalidFile as wrong:
        return [fault.removeprefix(f"{folder}/") for fault in wrong.faults]
    return []


def test_a_code_may_stand_for_a_face_or_for_one_single_card(tmp_path: Path) -> None:
    file = tmp_path / "codes.toml"
    file.write_text(f'divider = "CUT"\n[codes]\n{BY_FACE}')
    by_face = read_card_codes(file, EIGHT_DECKS)
    assert by_face.card_of("C00", EIGHT_DECKS) == "As"
    assert by_face.card_of("As", EIGHT_DECKS) is None
    assert by_face.divider == ("CUT",)
    file.write_text(f'is_unique = true\ndivider = ["CUT", "CUT2"]\n[codes]\n{SERIALS}')
    single = read_card_codes(file, EIGHT_DECKS)
    assert single.is_unique
    assert single.card_of("00052", EIGHT_DECKS) == "As"
    assert len(single.codes) == 416


@pytest.mark.parametrize(("code", "card"), [("9h", "9h"), ("Td", "Td"), ("9H", None), ("10d", None), ("", None)])
def test_without_a_file_a_code_is_the_card(code: str, card: str | None) -> None:
    assert CARDS_AS_TEXT.card_of(code, EIGHT_DECKS) == card


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ["codes.toml:1: codes is missing"]),
        ("[codes]\n", [f"codes.toml:1: codes: no code for {' '.join(FACES)}"]),
        (
            f'[codes]\n{BY_FACE}\nX = "1z"',
            ["codes.toml:54: codes.X: '1z' is not a card: rank then suit, from As to Kc"],
        ),
        (f'[codes]\n{BY_FACE}\n"a b" = "As"\n"#1" = "As"', [
            f"codes.toml:54: codes.a b: 'a b' is no code: {CODE_IN_WORDS}",
            f"codes.toml:55: codes.#1: '#1' is no code: {CODE_IN_WORDS}",
        ]),
        (f'divider = "C00"\n[codes]\n{BY_FACE}', ["codes.toml:1: divider: 'C00' is the code of As"]),
        (f"[codes]\n{BY_FACE.replace('C51', 'C50b').replace('Kc', 'Qc')}", ["codes.toml:1: codes: no code for Kc"]),
        (f"is_unique = true\n[codes]\n{BY_FACE}", [f"codes.toml:2: codes: fewer than 8 serials for {' '.join(FACES)}"]),
        (f"is_unique = 1\n[codes]\n{BY_FACE}", ["codes.toml:1: is_unique: expected true or false, got a whole number"]),
        (f"unique = true\n[codes]\n{BY_FACE}", ["codes.toml:1: unique: no such key; is is_unique meant?"]),
    ],
)  # fmt: skip
def test_every_fault_is_one_line(tmp_path: Path, text: str, expected: list[str]) -> None:
    assert faults(tmp_path, text) == expected


def test_a_file_that_is_not_there_or_no_text_is_said(tmp_path: Path) -> None:
    with pytest.raises(InvalidFile, match="No such file"):
        read_card_codes(tmp_path / "none.toml", EIGHT_DECKS)
    (tmp_path / "bytes.toml").write_bytes(b"a = 1\n\xff")
    with pytest.raises(InvalidFile, match=r"bytes.toml:2: not UTF-8 text"):
        read_card_codes(tmp_path / "bytes.toml", EIGHT_DECKS)
