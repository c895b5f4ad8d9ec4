"""The questions that the lines of a bet ask of a coup, in a dealer's words."""

from collections import Counter
from functools import lru_cache

from punto.rules.cards import RANKS, Card
from punto.rules.count_atoms import CountAtom, Kind, dealt_atom
from punto.rules.coup import Result
from punto.rules.hand import BANKER, PLAYER, Side
from punto.rules.questions import (
    FaceQuestion,
    InvalidCondition,
    ResultAtom,
    first_two_atom,
    result_atom,
    three_card_atom,
)

NAMES = "aces twos threes fours fives sixes sevens eights nines tens jacks queens kings"
NAME_OF_RANK = dict(zip(RANKS, NAMES.split(), strict=True))
STRAIGHTS = {frozenset(RANKS[i : i + 3]) for i in range(len(RANKS) - 2)} | {frozenset("QKA")}
COLOURS = ("red", "black")

kept = lru_cache(maxsize=None, typed=True)  # one atom for each argument; typed, so that 8.0 is not answered with 8


def whole(number: int) -> int:
    """What a book file may have written as a text or a float, which would never be equal or would be worded oddly."""
    if type(number) is not int:
        raise InvalidCondition(f"{number!r} is not a whole number; write it without quotes and point, as in 8")
    return number


def name_of_rank(rank: str) -> str:
    if rank not in NAME_OF_RANK:
        raise InvalidCondition(f"{rank!r} is not a rank; ranks are texts, {' '.join(RANKS)} (T is a ten), as in '9'")
    return NAME_OF_RANK[rank]


# --- atoms of the result ----------------------------------------------------------------------------------------------


@result_atom("Player wins")
def player_wins(result: Result) -> bool:
    return result.winner is PLAYER


@result_atom("Banker wins")
def banker_wins(result: Result) -> bool:
    return result.winner is BANKER


@result_atom("the hands tie")
def hands_tie(result: Result) -> bool:
    return result.winner is None


@result_atom("Player took a third card")
def player_took_a_third_card(result: Result) -> bool:
    return result.player_size == 3


@result_atom("Banker took a third card")
def banker_took_a_third_card(result: Result) -> bool:
    return result.banker_size == 3


@result_atom("Player has two cards")
def player_has_two_cards(result: Result) -> bool:
    return result.player_size == 2


@result_atom("Banker has two cards")
def banker_has_two_cards(result: Result) -> bool:
    return result.banker_size == 2


@result_atom("Player has a natural 8 or 9")
def player_natural(result: Result) -> bool:
    return result.has_natural(PLAYER)


@result_atom("Banker has a natural 8 or 9")
def banker_natural(result: Result) -> bool:
    return result.has_natural(BANKER)


@result_atom("both sides have the same natural")
def naturals_tie(result: Result) -> bool:
    return result.winner is None and result.is_natural_stop


@kept
def player_total_is(total: int) -> ResultAtom:
    return ResultAtom(f"Player's total is {whole(total)}", lambda result: result.player_total == total)


@kept
def banker_total_is(total: int) -> ResultAtom:
    return ResultAtom(f"Banker's total is {whole(total)}", lambda result: result.banker_total == total)


@kept
def margin_is(margin: int) -> ResultAtom:
    return ResultAtom(f"the totals are {whole(margin)} apart", lambda result: result.margin == margin)


@kept
def cards_dealt_are(count: int) -> ResultAtom:
    return ResultAtom(f"{whole(count)} cards are dealt in all", lambda result: result.cards_dealt == count)


@kept
def totals_together_are(total: int) -> ResultAtom:
    return ResultAtom(
        f"both totals together are {whole(total)}", lambda result: result.player_total + result.banker_total == total
    )


def wins(side: Side) -> ResultAtom:
    return player_wins if side is PLAYER else banker_wins


def total_is(side: Side, total: int) -> ResultAtom:
    return player_total_is(total) if side is PLAYER else banker_total_is(total)


def has_two_cards(side: Side) -> ResultAtom:
    return player_has_two_cards if side is PLAYER else banker_has_two_cards


def took_a_third_card(side: Side) -> ResultAtom:
    return player_took_a_third_card if side is PLAYER else banker_took_a_third_card


def natural(side: Side) -> ResultAtom:
    return player_natural if side is PLAYER else banker_natural


@kept
def positive_win_with(cards: int) -> ResultAtom:
    return ResultAtom(
        f"the winning hand is positive and has {whole(cards)} cards",
        lambda result: (side := result.winner) is not None and result.total(side) > 0 and result.size(side) == cards,
    )


@kept
def negative_win_with(cards: int) -> ResultAtom:
    return ResultAtom(
        f"the winning hand is negative and has {whole(cards)} cards",
        lambda result: (side := result.winner) is not None and result.total(side) < 0 and result.size(side) == cards,
    )


# --- atoms of the faces -----------------------------------------------------------------------------------------------


@first_two_atom("{side}'s first two cards are a pair")
def pair(first: Card, second: Card) -> bool:
    return first.rank == second.rank


@first_two_atom("{side}'s first two cards are a pair of one suit")
def suited_pair(first: Card, second: Card) -> bool:
    return first.rank == second.rank and first.suit == second.suit


@kept
def pair_of(rank: str) -> FaceQuestion:
    return first_two_atom(f"{{side}}'s first two cards are a pair of {name_of_rank(rank)}")(
        lambda first, second: first.rank == second.rank == rank
    )


@first_two_atom("{side}'s first two cards are a pair of fours of one suit")
def suited_pair_of_fours(first: Card, second: Card) -> bool:
    return first.rank == second.rank == "4" and first.suit == second.suit


@three_card_atom("{side}'s three cards are a straight flush")
def straight_flush(first: Card, second: Card, third: Card) -> bool:
    """The ace stands below the two or above the king, never between them."""
    return first.suit == second.suit == third.suit and {first.rank, second.rank, third.rank} in STRAIGHTS


# --- atoms across both hands ------------------------------------------------------------------------------------------


def rank_of(card: Card) -> str:
    return card.rank


def suit_of(card: Card) -> str:
    return card.suit


def colour_of(card: Card) -> str:
    return "red" if card.suit in "hd" else "black"


@kept
def all_dealt_are(colour: str) -> CountAtom:
    if colour not in COLOURS:
        raise InvalidCondition(f"{colour!r} is not a colour of cards; write 'red' or 'black'")
    return dealt_atom(f"all cards dealt are {colour}", by=colour_of)(lambda dealt: set(dealt) == {colour})


@dealt_atom("all cards dealt are of one suit", by=suit_of)
def all_dealt_are_suited(dealt: Counter[Kind]) -> bool:
    return len(dealt) == 1


@kept
def dealt_of_rank_are(rank: str, count: int) -> CountAtom:
    return dealt_atom(f"{whole(count)} of the cards dealt are {name_of_rank(rank)}", by=rank_of)(
        lambda dealt: dealt[rank] == count
    )


pair_of_fours = pair_of("4")
player_wins_with_six = player_wins & player_total_is(6)
banker_wins_with_six = banker_wins & banker_total_is(6)
banker_wins_with_three_card_seven = banker_wins & banker_total_is(7) & banker_took_a_third_card
player_wins_with_seven = player_wins & player_total_is(7)
either_pair = pair.of(PLAYER) | pair.of(BANKER)
either_suited_pair = suited_pair.of(PLAYER) | suited_pair.of(BANKER)
