"""Proves a shoe by dealing it again from public data alone: the commitment, the order, the burn and every round.

Nothing here asks a server. The first disagreement is reported in one line.
"""

import re
from collections.abc import Iterator

from punto.rules.cards import Card
from punto.rules.coup import NotEnoughCards, struck_text
from punto.rules.invalid_input import InvalidInput, shortened
from punto.rules.rulebook import RuleBook
from punto.rules.shoe import BurnRule, coups_behind_cut_card, cut_card_is_out
from punto.server.record.public_shoe import PublicRound, PublicShoe
from punto.table.fair_shoe import SECRET_BYTES, OutOfWords, commitment, listed, shoe_order
from punto.table.fair_storm import storm_drawn

DIGEST = re.compile("[0-9a-f]{64}")


class NotYetShown(InvalidInput):
    """The shoe is not over, so its secret is not revealed yet."""


class ShoeDoesNotAgree(Exception):
    """What was revealed does not lead to what was dealt."""


def proof(shoe: PublicShoe, book: RuleBook, fingerprint: str) -> Iterator[str]:
    """What was checked, line by line; raises ShoeDoesNotAgree at the first thing that does not agree."""
    secret = _secret(shoe)
    _agree("the book's rules", given=shoe.rules, found=fingerprint)
    _agree("the deck", given=shoe.deck, found=book.deck.id)
    yield f"rules       {book.id}, fingerprint {fingerprint[:16]}…"
    bound_by = commitment(secret, shoe.table, shoe.shoe, book.deck)
    _agree("the commitment", given=shoe.commitment, found=bound_by.hex())
    yield f"commitment  {shoe.commitment}"
    contributions = _contributions(shoe)
    yield f"contributed {len(contributions)}, sorted, each once"
    try:
        order = shoe_order(secret, bound_by, contributions, book.deck)
    except OutOfWords:
        yield from _without_order(shoe)
        return
    yield f"order       {' '.join(map(str, order[:8]))} … ({len(order)} cards)"
    used = _burned(shoe, book, order)
    yield f"burn        {shoe.burn_card or 'none'}" + (f", then {used - 1} face down" if used else "")
    left: list[int] = []  # after each round
    for each in shoe.rounds:
        if book.storm is not None:
            drawn = storm_drawn(secret, bound_by, contributions, each.round, book.storm)
            _agree(f"round {each.round}, its storm", given=each.struck, found=struck_text(drawn))
        used = _dealt(each, book, order, used)
        left.append(len(order) - used)
    if book.storm is not None:
        yield f"storms      {len(shoe.rounds)} drawn again"
    yield f"rounds      {len(shoe.rounds)} dealt again; {len(order) - used} of {len(order)} cards were left"
    yield f"end         {_end(shoe, left)}"


def _secret(shoe: PublicShoe) -> bytes:
    if shoe.secret is None:
        raise NotYetShown(f"shoe {shoe.shoe} of {shortened(shoe.table)} is not over: its secret has not been shown yet")
    try:
        secret = bytes.fromhex(shoe.secret)
    except ValueError:
        raise ShoeDoesNotAgree("the secret is not hexadecimal") from None
    if len(secret) != SECRET_BYTES:
        raise ShoeDoesNotAgree(f"the secret has {len(secret)} bytes, not {SECRET_BYTES}")
    return secret


def _contributions(shoe: PublicShoe) -> list[bytes]:
    for digest in shoe.contributions:
        if not DIGEST.fullmatch(digest):
            raise ShoeDoesNotAgree(f"{shortened(digest)} among the contributions is no SHA-256 digest")
    contributions = [bytes.fromhex(digest) for digest in shoe.contributions]
    if contributions != listed(contributions):
        raise ShoeDoesNotAgree("the contributions are not sorted, or one stands there twice")
    return contributions


def _without_order(shoe: PublicShoe) -> Iterator[str]:
    if shoe.rounds or shoe.burn_card or not shoe.is_abandoned:
        raise ShoeDoesNotAgree("the secret runs out of words, and cards were dealt all the same")
    yield "order       none: the secret runs out of words, and the shoe was abandoned"


def _burned(shoe: PublicShoe, book: RuleBook, order: list[Card]) -> int:
    """How many cards were burned. A table may decide for itself how many a card without points burns."""
    if shoe.burn_card is None:
        if book.burn.for_zero is not None and shoe.rounds:
            raise ShoeDoesNotAgree("no card was burned, and the book burns one")
        return 0
    _agree("the burn card", given=shoe.burn_card, found=str(order[0]))
    burns = BurnRule(for_zero=shoe.burned_face_down).face_down(order[0])
    if burns != shoe.burned_face_down:
        raise ShoeDoesNotAgree(f"{order[0]} burns {burns} cards, not {shoe.burned_face_down}")
    return 1 + shoe.burned_face_down


def _dealt(each: PublicRound, book: RuleBook, order: list[Card], used: int) -> int:
    """The cards of a round are the next of the shoe, and give the hands that were settled, or settled again: a
    correction may only restore what the shoe held. A cancelled round may have ended anywhere."""
    if each.status == "corrected":
        return _corrected(each, book, order, used)
    cards = order[used : used + len(each.cards)]
    _agree(f"round {each.round}", given=" ".join(each.cards), found=" ".join(map(str, cards)))
    if each.status == "cancelled":
        return used + len(cards)
    try:
        coup = book.dealing.deal(cards)
    except NotEnoughCards as error:
        raise ShoeDoesNotAgree(f"round {each.round}: {error}") from None
    if coup.player.size + coup.banker.size != len(cards):
        raise ShoeDoesNotAgree(f"round {each.round}: by the rules it ended after {coup}")
    _agree(f"round {each.round}", given=f"{each.player} / {each.banker}", found=str(coup))
    return used + len(cards)


def _corrected(each: PublicRound, book: RuleBook, order: list[Card], used: int) -> int:
    """Its first settlement was wrong: whatever was taken for its cards, the shoe held these, and gave as many."""
    try:
        coup = book.dealing.deal(order[used:])
    except NotEnoughCards as error:
        raise ShoeDoesNotAgree(f"round {each.round}: {error}") from None
    _agree(f"round {each.round}, corrected", given=f"{each.player} / {each.banker}", found=str(coup))
    return used + len(each.cards)


def _end(shoe: PublicShoe, left: list[int]) -> str:
    """The last round is the one in which the cut card came out, or the one after it. If it is not, rounds are missing
    or too many."""
    if shoe.is_abandoned:
        return f"abandoned: {shoe.abandoned_because.replace('_', ' ') or 'nobody says why'}"
    if shoe.cut_card is None:
        return "not checked: this floor did not keep where the cut card lay"
    after_it = [cards for cards in left if cut_card_is_out(cards, shoe.cut_card)]
    wanted = coups_behind_cut_card(plays_one_more=shoe.plays_one_more)
    lay = f"the cut card lay {shoe.cut_card} cards from the end"
    if not after_it:
        raise ShoeDoesNotAgree(f"{lay}, and the last round that is shown left {left[-1] if left else 'all'}")
    if len(after_it) < wanted:
        raise ShoeDoesNotAgree(f"{lay}, and the round after it is not shown")
    if len(after_it) > wanted:
        raise ShoeDoesNotAgree(f"{lay}, and {len(after_it) - wanted} rounds too many were dealt after it")
    return f"played until the cut card came out, {shoe.cut_card} cards from the end" + (
        ", and one round more" if shoe.plays_one_more else ""
    )


def _agree(what: str, *, given: str, found: str) -> None:
    if given != found:
        raise ShoeDoesNotAgree(f"{what}: shown was {shortened(given)}, and the secret gives {shortened(found)}")
