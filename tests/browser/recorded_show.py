"""What a page has shown and told, frame by frame, and the one question about it: did anything tell before a card?

`recorded_show.js` looks; here is judged. A round is a run of frames with cards on the table. What it tells at its end
may stand in no frame in which one of its cards could not be seen yet.
"""

import re
from itertools import groupby
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

Frame = dict[str, Any]
Round = list[Frame]

_LOOK = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
_RESULT = re.compile(r"\bwins?\b|Tie at|Returned|natural", re.IGNORECASE)
_DRAWS = re.compile(r"\bdraws\b")


def record_show(page: Page, root: str | None = None) -> None:
    """From now on, of the whole page or of one of several tables."""
    page.evaluate(f"({_LOOK})({f'{root!r}' if root else 'null'})")


def recorded_rounds(page: Page) -> list[Round]:
    """The last may not be over."""
    frames: list[Frame] = page.evaluate("window.recordedShow")
    runs = groupby(frames, key=lambda frame: bool(_cards(frame)))
    return [list(run) for has_cards, run in runs if has_cards]


def is_shown(told_round: Round) -> bool:
    """All its cards can be seen, and its result stands there."""
    last = told_round[-1]
    return all(card["isUp"] for card in _cards(last).values()) and last["told"] != told_round[0]["told"]


def when_all_was_seen(told_round: Round) -> int:
    """The instant, in milliseconds, at which the last card of the round could be seen."""
    cards = _cards(told_round[-1]).keys()
    at: int = next(
        frame["at"]
        for frame in told_round
        if _cards(frame).keys() == cards and all(card["isUp"] for card in _cards(frame).values())
    )
    return at


def assert_cards_tell_first(told_round: Round) -> None:
    first, last = told_round[0], told_round[-1]
    cards = _cards(last)
    assert is_shown(told_round), f"the round was not seen to its end: {last}"
    previous = first
    for frame in told_round:
        seen = {card for card, look in _cards(frame).items() if look["isUp"]}
        hidden = sorted(set(cards) - seen)
        if hidden:
            early = {name: now for name, now in frame["told"].items() if now and now != first["told"][name]}
            assert not early, f"told while {hidden} could not be seen: {early}"
            for words in (frame["words"], frame["heard"]):
                assert not _RESULT.search(_new(words, first)), f"said while {hidden} could not be seen: {words}"
        _assert_third_cards_tell_nothing(frame, cards, seen, first)
        _assert_totals_count_what_is_seen(frame, previous)
        _assert_squeeze_counts_what_is_open(frame)
        previous = frame


def _cards(frame: Frame) -> dict[tuple[str, int], dict[str, Any]]:
    return {(side, card["index"]): card for side in ("player", "banker") for card in frame[side]["cards"]}


def _new(words: str, first: Frame) -> str:
    """Without what was said before the round was dealt: a refusal, the last round."""
    known = {*first["words"].split(" / "), *first["heard"].split(" / ")}
    return " / ".join(each for each in words.split(" / ") if each not in known)


def _assert_third_cards_tell_nothing(
    frame: Frame, cards: dict[tuple[str, int], dict[str, Any]], seen: set[tuple[str, int]], first: Frame
) -> None:
    """A third card says that there is no natural, and Banker's says something about Player's."""
    thirds = [card for card in _cards(frame) if card[1] == 2]
    if thirds or _DRAWS.search(_new(frame["words"] + " / " + frame["heard"], first)):
        hidden = {card for card in cards if card[1] < 2} - seen
        assert not hidden, f"a third card came while {sorted(hidden)} could not be seen"
    if ("banker", 2) in thirds and ("player", 2) in cards:
        assert ("player", 2) in seen, "Banker's third card came before Player's could be seen"


def _assert_totals_count_what_is_seen(frame: Frame, previous: Frame) -> None:
    for side in ("player", "banker"):
        if frame[side]["total"] != previous[side]["total"]:
            closed = [card["index"] for card in frame[side]["cards"] if not card["isUp"]]
            assert not closed, f"{side}'s total became {frame[side]['total']} while {closed} could not be seen"


def _assert_squeeze_counts_what_is_open(frame: Frame) -> None:
    if frame["squeeze"]:
        closed, sums = frame["squeeze"]["closed"], frame["squeeze"]["sums"]
        assert sums.count("?") >= closed, f"the squeeze says {sums!r} with {closed} cards closed"
