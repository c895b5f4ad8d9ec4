"""Settled coups that are disputed, voided or corrected: who may dispute, and the table's state afterwards.

Misread cards are replaced by those that really left the shoe, so that dealt, burned and remaining cards still add up to
a full shoe. In a committed shoe the cards stay: only the settlement was wrong.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from itertools import zip_longest

from immutables import Map
from msgspec import structs

from punto.roads.score import score_of
from punto.rules.cards import Card
from punto.rules.coup import Coup, written_coup
from punto.rules.hand import Hand
from punto.table.config import TableKind
from punto.table.events import CoupCorrected, CoupVoided, DisputeRaised, TakenBack
from punto.table.refusals import Refusal
from punto.table.seat import SettledRound
from punto.table.settled_wagers import OwnWagers, SettledWager, by_patron
from punto.table.state import Betting, Dispute, SettledCoup, ShowingResult, Table, changed

DISPUTES_MAX = 50  # open at one table


def coup_voided(table: Table, event: CoupVoided) -> Table:
    settled = taken_back(table, event)
    table = _settled_again(table, settled, ())
    if table.last and table.last.id == settled.id:
        table = replace(table, last=None)
    if _is_of_shoe_in_play(table, settled):
        scores = tuple(each for each in table.scores if each[0] != settled.coup)
        came_out = tuple(each for each in table.came_out if each[0] != settled.coup)
        table = replace(table, scores=scores, came_out=came_out)
    return undisputed(table, settled)


def coup_corrected(table: Table, event: CoupCorrected) -> Table:
    settled = taken_back(table, event)
    result = table.book.parse_coup(written_coup(event.player, event.banker, event.struck))
    table = _settled_again(table, settled, event.wagers)
    if table.last and table.last.id == settled.id:
        uncovered = _uncovered(settled, event)
        table = replace(table, last=replace(settled, result=result, wagers=event.wagers, uncovered=uncovered))
    if _is_of_shoe_in_play(table, settled):
        score, won = score_of(result, table.book.deck).text, table.book.came_out(result)
        scores = tuple((coup, score if coup == settled.coup else each) for coup, each in table.scores)
        came_out = tuple((coup, won if coup == settled.coup else each) for coup, each in table.came_out)
        table = replace(table, scores=scores, came_out=came_out)
    if event.coup and not settled.is_committed:  # what a committed shoe has given stays given
        table = _with_other_cards(table, settled, result)
    return undisputed(table, settled)


def _uncovered(settled: SettledCoup, event: CoupCorrected) -> tuple[tuple[str, int], ...]:
    sums = Counter(dict(settled.uncovered))
    for each in event.adjustments:
        sums[each.patron] += each.uncovered
    return tuple((patron, amount) for patron, amount in sorted(sums.items()) if amount)


def taken_back(table: Table, event: TakenBack) -> SettledCoup:
    """The coup that such an event changes, as it stood before."""
    settled = table.settled_coup(event.shoe, event.coup)
    assert settled, "what is taken back was settled"
    return settled


def _is_of_shoe_in_play(table: Table, settled: SettledCoup) -> bool:
    dispute = table.dispute_of(*settled.id)
    return dispute is None or dispute.shoe_cards is None


def _with_other_cards(table: Table, settled: SettledCoup, result: Coup) -> Table:
    """The cards that really left the shoe, in the place of those that were taken for them; the cut card follows."""
    if not _is_of_shoe_in_play(table, settled):
        cards = replaced_cards(cards_of_shoe(table, settled), settled.result, result)
        disputes = (
            replace(each, shoe_cards=cards) if each.settled.shoe == settled.shoe else each for each in table.disputes
        )
        return replace(table, disputes=tuple(disputes))
    table = replace(table, cards_out=replaced_cards(table.cards_out, settled.result, result))
    if not table.cut_card_is_out:
        return replace(table, cut_card_came_in=None)
    return after_cards(table) if isinstance(table.phase_under_way, ShowingResult) else table


def _settled_again(table: Table, settled: SettledCoup, wagers: tuple[SettledWager, ...]) -> Table:
    """What seats remember of the coup, if it was their last; of one that was voided, nothing."""
    own = settled_rounds(settled.shoe, settled.coup, by_patron(wagers))
    seats = {
        patron: structs.replace(seat, last_settled=own.get(patron))
        if seat.last_settled and (seat.last_settled.shoe, seat.last_settled.coup) == settled.id
        else seat
        for patron, seat in table.seats.items()
    }
    return replace(table, seats=Map(seats))


def settled_rounds(shoe: int, coup: int, patrons: Mapping[str, OwnWagers]) -> dict[str, SettledRound]:
    return {patron: SettledRound(shoe, coup, own.wagers) for patron, own in patrons.items()}


def why_no_dispute(table: Table, patron: str) -> Refusal | None:
    """At a live table, patrons with a wager in the last coup may dispute it until the next betting closes."""
    if table.config.kind is not TableKind.LIVE:
        return Refusal.DISPUTE_IS_NOT_OFFERED
    phase = table.phase_under_way
    if table.last is None or table.last.is_past_dispute or not isinstance(phase, ShowingResult | Betting):
        return Refusal.DISPUTE_IS_TOO_LATE
    if patron not in table.last.patrons:
        return Refusal.NO_WAGER_IN_THAT_COUP
    dispute = table.dispute_of(*table.last.id)
    if dispute is not None and patron in dispute.patrons:
        return Refusal.DISPUTE_IS_OPEN
    if dispute is None and len(table.disputes) >= DISPUTES_MAX:
        return Refusal.TOO_MANY_DISPUTES
    return None


def disputed(table: Table, event: DisputeRaised) -> Table:
    settled = table.settled_coup(event.shoe, event.coup)
    assert settled, "what is disputed was settled"
    dispute = table.dispute_of(*settled.id)
    if dispute is None:
        new = Dispute(settled, (event.patron,), event.at, ends_with_betting=not event.coup)
        return replace(table, disputes=(*table.disputes, new))
    joined = replace(dispute, patrons=(*dispute.patrons, event.patron), ends_with_betting=False)
    return replace(table, disputes=tuple(joined if each is dispute else each for each in table.disputes))


def undisputed(table: Table, settled: SettledCoup | None) -> Table:
    return replace(table, disputes=tuple(each for each in table.disputes if settled and each.settled.id != settled.id))


def without_expired_disputes(table: Table) -> Table:
    if not any(each.ends_with_betting for each in table.disputes):
        return table
    return replace(table, disputes=tuple(each for each in table.disputes if not each.ends_with_betting))


def with_cards_of_shoe(table: Table) -> tuple[Dispute, ...]:
    """A shoe goes: what is in dispute of it keeps its cards."""
    return tuple(replace(each, shoe_cards=_seen(table)) if each.shoe_cards is None else each for each in table.disputes)


def cards_of_shoe(table: Table, settled: SettledCoup) -> tuple[Card, ...]:
    """All that were seen of the shoe from which a coup was dealt."""
    dispute = table.dispute_of(*settled.id)
    return _seen(table) if dispute is None or dispute.shoe_cards is None else dispute.shoe_cards


def _seen(table: Table) -> tuple[Card, ...]:
    """Hands lie in the order in which they were dealt; what is in no hand comes last."""
    return table.cards_out + table.set_aside


def replaced_cards(seen: tuple[Card, ...], taken_for: Coup, really: Coup) -> tuple[Card, ...]:
    """The cards of a shoe with one coup in the place of another. Where that stood twice, it does not matter which."""
    wrong, right = in_order(taken_for), in_order(really)
    place = next(place for place in range(len(seen)) if seen[place : place + len(wrong)] == wrong)
    return seen[:place] + right + seen[place + len(wrong) :]


def in_order(coup: Coup) -> tuple[Card, ...]:
    return cards_in_order(coup.player, coup.banker)


def cards_in_order(player: Hand, banker: Hand) -> tuple[Card, ...]:
    """As they left the shoe: two to each side in turn, then the third ones. Hands may be incomplete."""
    in_turn = zip_longest(player.cards[:2], banker.cards[:2])
    first = [card for pair in in_turn for card in pair if card is not None]
    return (*first, *player.cards[2:], *banker.cards[2:])


def after_cards(table: Table) -> Table:
    """A coup has used cards: has the cut card come out?"""
    if table.cut_card_came_in is None and table.cut_card_is_out:
        return changed(table, cut_card_came_in=table.coup)
    return table
