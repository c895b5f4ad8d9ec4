"""Settles every coup again: hands from the cards that were dealt, wagers from the stakes, money from the book."""

from collections import Counter, defaultdict
from typing import NamedTuple

from punto.rules.bet import Bet
from punto.rules.coup import Coup, written_coup
from punto.rules.invalid_input import InvalidInput
from punto.rules.money import Amount, FractionalPayout, Odds, returned
from punto.rules.rulebook import RuleBook
from punto.rules.settlement import fee_kept
from punto.server.keeping.inspection.findings import Findings
from punto.server.keeping.inspection.seen import SeenCoup
from punto.table.events import CoupCancelled, CoupCorrected, CoupSettled, CoupVoided
from punto.table.settled_wagers import SettledWager


class Place(NamedTuple):
    """Where a finding belongs: its stream and the version of its event."""

    stream: str
    version: int


def check_settled(findings: Findings, place: Place, book: RuleBook | None, coup: SeenCoup, event: CoupSettled) -> None:
    what = f"CoupSettled, {coup.name}"
    findings.expect(*place, f"{what}: Player's hand", says=event.player, should=coup.hand("player"))
    findings.expect(*place, f"{what}: Banker's hand", says=event.banker, should=coup.hand("banker"))
    findings.expect(*place, f"{what}: struck cards", says=event.struck, should=coup.struck)
    lying = Counter((patron, bet, stake) for patron, stakes in coup.stakes.items() for bet, stake in stakes)
    settled = Counter((each.patron, each.bet, each.stake) for each in event.wagers)
    if lying != settled:
        findings.add(*place, f"{what}: wagers", says=_listed(settled - lying), should=_listed(lying - settled))
    if book is not None:
        _check_wagers(findings, place, what, book, event)


def check_cancelled(findings: Findings, place: Place, coup: SeenCoup, event: CoupCancelled) -> None:
    what = f"CoupCancelled, {coup.name}"
    findings.expect(
        *place, f"{what}: returned", says=dict(sorted(event.returned)), should=dict(sorted(coup.staked.items()))
    )
    findings.expect(*place, f"{what}: used_cards", says=event.used_cards, should=bool(coup.seen or coup.struck))


def check_voided(findings: Findings, place: Place, coup: SeenCoup, event: CoupVoided) -> None:
    gained: dict[str, int] = defaultdict(int)
    fees: dict[str, int] = defaultdict(int)
    for wager in coup.wagers:
        gained[wager.patron] += wager.stake - wager.returned
        fees[wager.patron] -= wager.fee
    _check_adjustments(findings, place, f"CoupVoided, {coup.name}", event, gained, fees)


def check_corrected(
    findings: Findings, place: Place, book: RuleBook | None, coup: SeenCoup, event: CoupCorrected
) -> None:
    what = f"CoupCorrected, {coup.name}"
    settled, again = (Counter((each.patron, each.bet, each.stake) for each in w) for w in (coup.wagers, event.wagers))
    if settled != again:
        findings.add(*place, f"{what}: wagers", says=_listed(again - settled), should=_listed(settled - again))
    if book is not None:
        _check_wagers(findings, place, what, book, event)
    findings.expect(*place, f"{what}: struck cards", says=event.struck, should=coup.struck)
    gained: dict[str, int] = defaultdict(int)
    fees: dict[str, int] = defaultdict(int)
    for sign, wagers in ((-1, coup.wagers), (1, event.wagers)):
        for wager in wagers:
            gained[wager.patron] += sign * wager.returned
            fees[wager.patron] += sign * wager.fee
    _check_adjustments(findings, place, what, event, gained, fees)


def _check_adjustments(
    findings: Findings,
    place: Place,
    what: str,
    event: CoupVoided | CoupCorrected,
    gained: dict[str, int],
    fees: dict[str, int],
) -> None:
    """What could not be taken back is uncovered; both together are what the decision changes."""
    given = {each.patron: each.amount - each.uncovered for each in event.adjustments}
    findings.expect(
        *place, f"{what}: adjustments", says=dict(sorted(given.items())), should=dict(sorted(gained.items()))
    )
    given = {each.patron: each.fee for each in event.adjustments}
    findings.expect(*place, f"{what}: fees", says=dict(sorted(given.items())), should=dict(sorted(fees.items())))


def _check_wagers(
    findings: Findings, place: Place, what: str, book: RuleBook, event: CoupSettled | CoupCorrected
) -> None:
    hands = written_coup(event.player, event.banker, event.struck)
    try:
        coup = book.parse_coup(hands)
    except InvalidInput as error:
        findings.add(*place, f"{what}: hands", says=hands, should=f"a round that {book.id} deals ({error})")
        return
    odds: dict[str, Odds | None] = {}
    for wager in event.wagers:
        if wager.bet not in odds:
            odds[wager.bet] = _odds(book, wager.bet, coup)
        pays = odds[wager.bet]
        named = f"{what}: {wager.patron}'s stake of {wager.stake} on {wager.bet}"
        if pays is None:
            findings.add(*place, named, says=wager.bet, should=f"a bet of {book.id}")
            continue
        findings.expect(*place, f"{named}, odds", says=wager.odds, should=str(pays))
        findings.expect(*place, f"{named}, returned", says=wager.returned, should=_returned(wager.stake, pays))
        findings.expect(*place, f"{named}, fee", says=wager.fee, should=_fee(book, wager))


def _odds(book: RuleBook, bet: str, coup: Coup) -> Odds | None:
    known: Bet | None = next((each for each in book.bets if each.id == bet), None)
    return known.odds(coup) if known else None


def _returned(stake: int, odds: Odds) -> int | str:
    try:
        return returned(Amount(stake), odds)
    except (FractionalPayout, ValueError):
        return f"a whole amount at {odds} to 1"


def _fee(book: RuleBook, wager: SettledWager) -> int | str:
    try:
        return fee_kept(book, wager.bet, stake=Amount(wager.stake), returned=Amount(wager.returned))
    except FractionalPayout:
        return f"a whole amount of {book.fee_of(wager.bet)}"


def _listed(wagers: Counter[tuple[str, str, int]]) -> str:
    return ", ".join(f"{patron} {stake} on {bet}" for patron, bet, stake in sorted(wagers.elements()))
