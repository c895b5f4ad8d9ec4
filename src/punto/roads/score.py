"""What a scoreboard records of one coup, and its text form.

A score is a letter, B, P or T, followed by what gets a mark of its own: `b` and `p` for a Banker and a Player pair, 8
or 9 for a natural. `Bp9` is a Banker win with a natural 9 and a Player pair. `BBPT` is a shoe of four coups.
"""

import re
from collections.abc import Sequence
from itertools import permutations, product
from typing import Literal, NamedTuple

from punto.rules.cards import Deck
from punto.rules.conditions import pair
from punto.rules.coup import Coup
from punto.rules.hand import BANKER, PLAYER, Side
from punto.rules.invalid_input import InvalidInput, shortened

Letter = Literal["B", "P", "T"]
LETTERS: tuple[Letter, ...] = ("B", "P", "T")
LETTER_OF_WINNER: dict[Side | None, Letter] = {BANKER: "B", PLAYER: "P", None: "T"}
NATURALS = (0, 8, 9)

_SCORE = re.compile(r"[BPT][bp89]*")


class InvalidScore(InvalidInput):
    """A text with something in it that is not a score."""


class Score(NamedTuple):
    letter: Letter
    banker_pair: bool = False
    player_pair: bool = False
    natural: int = 0  # 8 or 9, the winner's or both sides'; 0 when there was none

    @property
    def text(self) -> str:
        pairs = "b" * self.banker_pair + "p" * self.player_pair
        return f"{self.letter}{pairs}{self.natural or ''}"


_SCORE_BY_TEXT = {  # whatever the order of the suffixes
    score.letter + "".join(order): score
    for score in (Score(*parts) for parts in product(LETTERS, (False, True), (False, True), NATURALS))
    for order in permutations(score.text[1:])
}


def parse_scores(text: str) -> list[Score]:
    """The scores of one shoe, such as `BBp9PTbB`."""
    words = _SCORE.findall(text)
    try:
        scores = [_SCORE_BY_TEXT[word] for word in words]
    except KeyError as wrong:
        raise InvalidScore(_what_is_wrong(text, wrong.args[0])) from None
    if sum(map(len, words)) != len(text):
        raise InvalidScore(_what_is_wrong(text))
    return scores


def _what_is_wrong(text: str, word: str = "") -> str:
    """The first thing in the text that is not a score, with its position."""
    position = 0
    while found := _SCORE.match(text, position):
        if found[0] == word:
            return f"{shortened(word)} at position {position + 1}: b, p and one of 8 or 9 may follow, each once"
        position = found.end()
    return f"{shortened(text[position])} at position {position + 1} is not B, P or T"


def scores_text(scores: Sequence[Score]) -> str:
    return "".join(score.text for score in scores)


def score_of(coup: Coup, deck: Deck) -> Score:
    """What the scoreboard records of a finished coup."""
    result = coup.result
    naturals = [result.total(side) for side in Side if result.has_natural(side)]
    return Score(
        LETTER_OF_WINNER[result.winner],
        banker_pair=deck.marks_pairs and pair.of(BANKER).sees(coup),
        player_pair=deck.marks_pairs and pair.of(PLAYER).sees(coup),
        natural=max(naturals, default=0),
    )
