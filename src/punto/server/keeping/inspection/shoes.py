"""Counts every shoe: dealt, burned, set aside and remaining cards are together the full shoe.

A committed shoe is dealt again from its secret and compared card by card. Of a shoe with real cards only the faces can
be counted: none came more often than the deck has it.
"""

from collections import Counter

from punto.rules.cards import Deck
from punto.rules.invalid_input import InvalidInput
from punto.rules.shoe import BurnRule
from punto.server.keeping.inspection.findings import Findings
from punto.server.keeping.inspection.seen import SeenCard, SeenShoe
from punto.server.keeping.inspection.settlements import Place
from punto.server.record.prove_shoe import NotYetShown, ShoeDoesNotAgree, proof
from punto.server.record.public_shoe import PublicRound, PublicShoe
from punto.table.events import ShoeCommitted, ShoeRevealed
from punto.table.fair_shoe import SECRET_BYTES, OutOfWords, commitment, shoe_order


def check_counts(findings: Findings, stream: str, shoe: SeenShoe) -> None:
    """When no more can change in it."""
    if shoe.book is None:
        return
    deck, named = shoe.book.deck, f"shoe {shoe.number}"
    cards = [*([shoe.burn] if shoe.burn else []), *shoe.aside, *(card for coup in shoe.coups for card in coup.seen)]
    counts: Counter[str] = Counter()
    known = {str(face) for face in deck.faces}
    for each in sorted(cards, key=lambda card: card.version):
        counts[each.card] += 1
        if each.card not in known:
            findings.add(stream, each.version, f"{named}: a card", says=each.card, should=f"a card of {deck.id}")
        elif counts[each.card] == deck.copies + 1:
            says = f"{each.card} for the {deck.copies + 1}th time"
            findings.add(stream, each.version, f"{named}: a card", says=says, should=f"at most {deck.copies} of it")
    out = len(cards) + shoe.burned_face_down
    if out > deck.size:
        says = f"{out} cards burned, dealt and set aside"
        findings.add(stream, shoe.version, named, says=says, should=f"at most {deck.size}")


def check_burn(findings: Findings, place: Place, shoe: SeenShoe) -> None:
    """How many a card without points burns is the table's own business."""
    if shoe.book is None or shoe.burn is None:
        return
    try:
        card = shoe.book.deck.card(shoe.burn.card)
    except InvalidInput:
        return  # found when the shoe is counted
    if card.points:
        should = BurnRule(for_zero=0).face_down(card)
        findings.expect(
            *place, f"CardsBurned, shoe {shoe.number}: face_down", says=shoe.burned_face_down, should=should
        )


def check_revealed(
    findings: Findings, place: Place, table: str, shoe: SeenShoe, event: ShoeRevealed, rules: str
) -> None:
    """Card by card first, so that the event is named; then all that anybody else could prove."""
    book, what = shoe.book, f"ShoeRevealed, shoe {shoe.number}"
    if book is None:
        return
    order = _order(shoe, event, book.deck)
    if order is not None and not _cards_agree(findings, place.stream, shoe, order):
        return
    public = PublicShoe(
        table=table,
        book=book.id,
        rules=shoe.opened.fingerprint,
        shoe=shoe.number,
        deck=shoe.deck or book.deck.id,
        commitment=shoe.opened.commitment,
        contributions=shoe.opened.contributions,
        secret=event.secret,
        is_abandoned=shoe.is_abandoned,
        burn_card=shoe.burn.card if shoe.burn else None,
        burned_face_down=shoe.burned_face_down,
        rounds=tuple(_public_rounds(shoe)),
        cut_card=shoe.opened.cut_card,
        plays_one_more=shoe.opened.plays_one_more,
    )
    try:
        for _ in proof(public, book, rules):
            pass
    except (ShoeDoesNotAgree, NotYetShown) as error:
        findings.add(*place, what, says=str(error), should="what the shoe was bound by and dealt")


def check_unopened(
    findings: Findings, place: Place, table: str, committed: ShoeCommitted, event: ShoeRevealed, deck: Deck
) -> None:
    """A shoe that was abandoned before a card left it: its secret is what was committed to."""
    what = f"ShoeRevealed, shoe {event.shoe}: the commitment of its secret"
    findings.expect(*place, what, says=_commitment(event, table, deck), should=committed.commitment)


def _commitment(event: ShoeRevealed, table: str, deck: Deck) -> str:
    try:
        secret = bytes.fromhex(event.secret)
    except ValueError:
        return "a secret that is not hexadecimal"
    if len(secret) != SECRET_BYTES:
        return f"a secret of {len(secret)} bytes"
    return commitment(secret, table, event.shoe, deck).hex()


def _order(shoe: SeenShoe, event: ShoeRevealed, deck: Deck) -> list[str] | None:
    """None: the secret gives none, and the proof says why."""
    try:
        secret, bound_by = bytes.fromhex(event.secret), bytes.fromhex(shoe.opened.commitment)
        contributions = [bytes.fromhex(each) for each in shoe.opened.contributions]
        if len(secret) != SECRET_BYTES:
            return None
        return [str(card) for card in shoe_order(secret, bound_by, contributions, deck)]
    except (ValueError, OutOfWords):
        return None


def _cards_agree(findings: Findings, stream: str, shoe: SeenShoe, order: list[str]) -> bool:
    """The first that differs is named: if one is missing, all after it differ."""
    burned = [shoe.burn, *[None] * shoe.burned_face_down] if shoe.burn else []
    left: list[SeenCard | None] = [*burned, *shoe.left]
    if len(left) > len(order):
        return True  # found when the shoe is counted
    for place, (seen, should) in enumerate(zip(left, order, strict=False), start=1):
        if seen is not None and seen.card != should:
            what = f"shoe {shoe.number}: card {place}"
            findings.add(stream, seen.version, what, says=seen.card, should=f"{should}, by the shoe's secret")
            return False
    return True


def _public_rounds(shoe: SeenShoe) -> list[PublicRound]:
    rounds = []
    for coup in shoe.coups:
        cards = [each.card for each in sorted(coup.seen, key=lambda card: card.version)]
        rounds.append(PublicRound(coup.coup, coup.status, tuple(cards), coup.player, coup.banker, coup.struck))
    return rounds
