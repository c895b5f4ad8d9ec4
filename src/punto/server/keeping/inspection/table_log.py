"""Follows a table's log event by event, without its configuration, and checks each against those before it.

Settled coups are held until nobody can void or correct them any more; then the play record is compared with them, and
a shoe is counted when all its coups are done with.
"""

from collections.abc import Callable

from punto.rules.invalid_input import InvalidInput
from punto.rules.rulebook import RuleBook
from punto.server.keeping.inspection.findings import Findings
from punto.server.keeping.inspection.scope import KnownBooks, Scope
from punto.server.keeping.inspection.seen import SeenCard, SeenCoup, SeenShoe, hands_of
from punto.server.keeping.inspection.settlements import (
    Place,
    check_cancelled,
    check_corrected,
    check_settled,
    check_voided,
)
from punto.server.keeping.inspection.shoes import check_burn, check_counts, check_revealed, check_unopened
from punto.table import events
from punto.table.events import Event, total_of

CoupObserver = Callable[[SeenCoup, Event, int], None]


class TableLog:
    """`observe` hears of every coup that ends or changes; `done` of each that can no longer change."""

    def __init__(
        self,
        table: str,
        stream: str,
        findings: Findings,
        books: KnownBooks,
        scope: Scope,
        *,
        book_of: Callable[[int], str],
        observe: CoupObserver,
        done: Callable[[SeenCoup], None],
    ) -> None:
        self._table, self._stream = table, stream
        self._findings, self._books, self._scope = findings, books, scope
        self._book_of = book_of  # the id of a shoe's book, by the play record
        self._observe, self._done = observe, done
        self._committed: dict[int, events.ShoeCommitted] = {}
        self._shoes: dict[int, SeenShoe] = {}  # that are in play, not yet revealed, or may still change
        self._shoe: SeenShoe | None = None
        self._coup: SeenCoup | None = None
        self._held: list[SeenCoup] = []  # settled, and may be voided or corrected
        self._disputed: set[tuple[int, int]] = set()
        self.shoes = self.coups = 0

    @property
    def shoe(self) -> SeenShoe | None:
        """In play."""
        return self._shoe

    @property
    def running(self) -> SeenCoup | None:
        return self._coup

    def feed(self, event: Event, version: int) -> None:
        match event:
            case events.ShoeCommitted() | events.ShoeOpened() | events.CardsBurned() | events.CardSetAside():
                self._shoe_prepared(event, version)
            case events.ShoeEnded() | events.ShoeAbandoned() | events.ShoeRevealed():
                self._shoe_over(event, version)
            case events.BettingOpened() | events.WagersChanged() | events.BettingClosed():
                self._betting(event, version)
            case events.CardsStruck():
                self._struck(event, version)
            case events.CardDealt() | events.CoupRebuilt():
                self._dealt(event, version)
            case events.CoupSettled() | events.CoupCancelled():
                self._ended(event, version)
            case events.CoupVoided() | events.CoupCorrected():
                self._taken_back(event, version)
            case events.DisputeRaised(shoe=shoe, coup=coup) if coup:
                self._disputed.add((shoe, coup))
            case events.DisputeDismissed(shoe=shoe, coup=coup):
                self._disputed.discard((shoe, coup))

    def finish(self) -> None:
        """The log is at its end."""
        for coup in self._held:
            self._done(coup)
        for shoe in self._shoes.values():
            self._count(shoe)

    # --- shoes --------------------------------------------------------------------------------------------------------

    def _shoe_prepared(
        self, event: events.ShoeCommitted | events.ShoeOpened | events.CardsBurned | events.CardSetAside, version: int
    ) -> None:
        match event:
            case events.ShoeCommitted():
                self._committed[event.shoe] = event
            case events.ShoeOpened():
                self._opened(event, version)
            case events.CardsBurned() if self._shoe is not None:
                self._shoe.burn = SeenCard(event.card, version)
                self._shoe.burned_face_down = event.face_down
                check_burn(self._findings, self._at(version), self._shoe)
            case events.CardSetAside() if self._shoe is not None:
                self._shoe.aside.append(SeenCard(event.card, version))
                self._shoe.begins_free_hand = event.begins_free_hand
            case _:
                self._does_not_fit(event, version, "a shoe that is open")

    def _opened(self, event: events.ShoeOpened, version: int) -> None:
        committed = self._committed.pop(event.shoe, None)
        what = f"ShoeOpened, shoe {event.shoe}"
        if committed is not None:
            self._expect(version, f"{what}: commitment", says=event.commitment, should=committed.commitment)
        if self._shoe is not None:
            self._does_not_fit(event, version, f"the end of shoe {self._shoe.number} first")
        self._shoe = SeenShoe(event, version, self._book(event, version), committed.deck if committed else "")
        self._shoes[event.shoe] = self._shoe
        self.shoes += 1

    def _book(self, event: events.ShoeOpened, version: int) -> RuleBook | None:
        """By which the shoe is settled again: the recorded one, if it still is what was in force."""
        named = self._book_of(event.shoe)
        book = self._books.find(named)
        if book is None:
            why = f"rounds of book {named!r}, which is not known here: give its floor's file with --config"
            self._findings.leave_out(f"{self._stream}: {why}")
            return None
        found = self._books.fingerprint(book)
        if self._expect(
            version, f"ShoeOpened, shoe {event.shoe}: rules of {named}", says=event.fingerprint, should=found
        ):
            return book
        return None

    def _shoe_over(self, event: events.ShoeEnded | events.ShoeAbandoned | events.ShoeRevealed, version: int) -> None:
        if isinstance(event, events.ShoeRevealed):
            self._revealed(event, version)
            return
        shoe = self._shoe
        if isinstance(event, events.ShoeAbandoned) and (shoe is None or shoe.number != event.shoe):
            return  # before it was opened
        if shoe is None:
            self._does_not_fit(event, version, "a shoe that is open")
            return
        shoe.is_over, shoe.is_abandoned = True, isinstance(event, events.ShoeAbandoned)
        self._shoe = None

    def _revealed(self, event: events.ShoeRevealed, version: int) -> None:
        shoe, committed = self._shoes.get(event.shoe), self._committed.pop(event.shoe, None)
        if shoe is None:
            book = self._books.find(self._book_of(event.shoe))
            if committed is not None and book is not None:
                check_unopened(self._findings, self._at(version), self._table, committed, event, book.deck)
            return
        if shoe.book is not None and self._scope.covers(self._table, event.at):
            rules = self._books.fingerprint(shoe.book)
            check_revealed(self._findings, self._at(version), self._table, shoe, event, rules)

    def _count(self, shoe: SeenShoe) -> None:
        if self._scope.covers(self._table, shoe.opened.at):
            check_counts(self._findings, self._stream, shoe)

    # --- coups --------------------------------------------------------------------------------------------------------

    def _betting(self, event: events.BettingOpened | events.WagersChanged | events.BettingClosed, version: int) -> None:
        coup = self._coup
        if isinstance(event, events.BettingOpened):
            if coup is not None:
                self._does_not_fit(event, version, f"the end of {coup.name} first")
            if self._shoe is None:
                self._does_not_fit(event, version, "a shoe that is open")
            self._coup = SeenCoup(self._shoe.number if self._shoe else 0, event.coup, version)
        elif coup is None:
            self._does_not_fit(event, version, "a round that runs")
        elif isinstance(event, events.BettingClosed):
            coup.is_closed = True
        else:
            before = total_of(coup.stakes.get(event.patron, ()))
            what = f"WagersChanged, {coup.name}: what {event.patron} adds"
            self._expect(version, what, says=event.added, should=total_of(event.stakes) - before)
            if coup.is_closed and event.action != "too_late":
                self._does_not_fit(event, version, "bets only until betting closes")
            coup.stakes[event.patron] = event.stakes

    def _struck(self, event: events.CardsStruck, version: int) -> None:
        """That it is what the shoe's secret draws is proved when that is revealed."""
        coup = self._coup
        if coup is None or not coup.is_closed or coup.seen or coup.struck:
            self._does_not_fit(event, version, "one storm, between the end of betting and the first card")
        else:
            coup.struck = event.struck

    def _dealt(self, event: events.CardDealt | events.CoupRebuilt, version: int) -> None:
        coup, shoe = self._coup, self._shoe
        if coup is None or shoe is None:
            self._does_not_fit(event, version, "a round that runs")
            return
        if isinstance(event, events.CoupRebuilt):
            coup.cards = hands_of(event.player, event.banker, version)
            return
        if shoe.begins_free_hand:  # it was set aside until now
            aside = shoe.aside.pop()
            self._expect(version, f"CardDealt, {coup.name}: the card set aside", says=event.card, should=aside.card)
            shoe.begins_free_hand = False
        if shoe.book is not None and shoe.book.storm is not None and not coup.struck:
            self._does_not_fit(event, version, "a storm before the first card")
        if shoe.book is not None:
            self._check_side(shoe.book, coup, event, version)
        coup.cards[event.side].append(SeenCard(event.card, version))
        shoe.left.append(SeenCard(event.card, version))

    def _check_side(self, book: RuleBook, coup: SeenCoup, event: events.CardDealt, version: int) -> None:
        try:
            hands = [book.scoring.hand(book.deck.parse(coup.hand(side))) for side in ("player", "banker")]
            side = book.dealing.next_side(*hands)
        except (InvalidInput, AssertionError):
            return  # a card that is not of the deck is found when the shoe is counted
        should = side.value if side else "no further card"
        self._expect(version, f"CardDealt, {coup.name}: side", says=event.side, should=should)

    def _ended(self, event: events.CoupSettled | events.CoupCancelled, version: int) -> None:
        coup, shoe = self._coup, self._shoe
        if coup is None:
            self._does_not_fit(event, version, "a round that runs")
            return
        self._coup = None
        self.coups += 1
        coup.at, coup.ended = event.at, version
        is_wanted = self._scope.covers(self._table, event.at)
        if shoe is not None and (coup.seen or coup.struck):
            shoe.coups.append(coup)
        if isinstance(event, events.CoupCancelled):
            coup.status, coup.player, coup.banker = "cancelled", coup.hand("player"), coup.hand("banker")
            if is_wanted:
                check_cancelled(self._findings, self._at(version), coup, event)
            self._observe(coup, event, version)
            self._done(coup)
            return
        coup.player, coup.banker, coup.wagers = event.player, event.banker, event.wagers
        if is_wanted:
            check_settled(self._findings, self._at(version), shoe.book if shoe else None, coup, event)
        self._observe(coup, event, version)
        self._let_go()
        self._held.append(coup)

    def _let_go(self) -> None:
        """Another coup is settled: those before it can be changed only while they are in dispute."""
        held = [coup for coup in self._held if (coup.shoe, coup.coup) in self._disputed]
        for coup in self._held:
            if all(coup is not each for each in held):
                self._done(coup)
        self._held = held
        wanted = {coup.shoe for coup in held} | ({self._shoe.number} if self._shoe else set())
        for number, shoe in list(self._shoes.items()):
            if number not in wanted and shoe.is_over:
                self._count(shoe)
                del self._shoes[number]

    def _taken_back(self, event: events.TakenBack, version: int) -> None:
        """Without a number it is the last one."""
        wanted = (event.shoe, event.coup)
        coup = next((each for each in reversed(self._held) if (each.shoe, each.coup) == wanted or not event.coup), None)
        if coup is None:
            self._does_not_fit(event, version, "a settled round that is the last one or in dispute")
            return
        shoe, place = self._shoes.get(coup.shoe), self._at(version)
        book = shoe.book if shoe else None
        if isinstance(event, events.CoupVoided):
            check_voided(self._findings, place, coup, event)
            coup.status = "voided"
            self._observe(coup, event, version)
            self._held.remove(coup)
            self._done(coup)
        else:
            check_corrected(self._findings, place, book, coup, event)
            coup.status, coup.player, coup.banker = "corrected", event.player, event.banker
            coup.wagers = event.wagers
            if shoe is not None and not shoe.opened.commitment:
                coup.cards = hands_of(event.player, event.banker, version)
            self._observe(coup, event, version)
        self._disputed.discard((coup.shoe, coup.coup))

    # --- findings -----------------------------------------------------------------------------------------------------

    def _at(self, version: int) -> Place:
        return Place(self._stream, version)

    def _expect(self, version: int, what: str, *, says: object, should: object) -> bool:
        return self._findings.expect(self._stream, version, what, says=says, should=should)

    def _does_not_fit(self, event: Event, version: int, should: str) -> None:
        self._findings.add(self._stream, version, "the log", says=type(event).__name__, should=should)
