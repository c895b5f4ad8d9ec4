"""Coups and shoes for property tests."""

from hypothesis import strategies as st

from punto.rules.cards import Card, Deck
from punto.rules.coup import Coup
from punto.rules.rulebook import RuleBook


def coups(book: RuleBook) -> st.SearchStrategy[Coup]:
    """Coups of the book. A third of them use one suit and few ranks, where pairs and straights are common."""
    return st.lists(_card(book.deck), min_size=6, max_size=6).map(book.dealing.deal)


def _card(deck: Deck) -> st.SearchStrategy[Card]:
    few = deck.faces[:5] + deck.faces[-2:]
    return st.one_of(st.sampled_from(deck.faces), st.sampled_from(deck.faces), st.sampled_from(few))


def few_cards(deck: Deck, size: int) -> st.SearchStrategy[list[Card]]:
    """So few cards that every order of them can be dealt; often of one suit."""
    suits = sorted({face.suit for face in deck.faces})
    of_one_suit = st.sampled_from(suits).flatmap(
        lambda suit: st.sampled_from([face for face in deck.faces if face.suit == suit])
    )
    from_one_suit = st.sampled_from(suits).map(lambda suit: [face for face in deck.faces if face.suit == suit])
    return st.one_of(
        st.lists(st.one_of(of_one_suit, st.sampled_from(deck.faces)), min_size=size, max_size=size),
        from_one_suit.flatmap(lambda faces: st.lists(st.sampled_from(faces[:7]), min_size=size, max_size=size)),
    )
