"""A table that a person deals with real cards, played by its commands."""

from typing import Any

from punto.table.commands import EnterCard
from punto.table.config import TableKind
from punto.table.events import Event
from punto.table.hand_commands import ConfirmResult, ConfirmShoe, OpenBetting, TapIn
from punto.table.state import NeedsBurn, NeedsShoe, ReadyToOpen, ShowingResult
from tests.table.playing import Game

DEALER, SUE, SAM = "dan", "sue", "sam"
A_HAND_MS = 900  # from one card to the next


class HandGame(Game):
    def __init__(self, book: str = "sa", **settings: Any) -> None:
        super().__init__(book, kind=TableKind.LIVE, is_dealt_by_hand=True, **settings)

    def read(self, cards: str) -> tuple[Event, ...]:
        """As a reader sends them, each after a moment."""
        events: tuple[Event, ...] = ()
        for card in cards.split():
            self.now += A_HAND_MS
            events += self.accept(EnterCard(card))
        return events

    def confirm_shoe(self, burn: str = "7h") -> None:
        if not self.table.dealer:
            self.accept(TapIn(DEALER, DEALER))
        if isinstance(self.table.phase, NeedsShoe):
            self.accept(ConfirmShoe(DEALER, "f1ngerpr1nt"))
        if isinstance(self.table.phase, NeedsBurn):
            self.read(burn)
        assert isinstance(self.table.phase, ReadyToOpen | ShowingResult)

    def open_betting(self, burn: str = "7h") -> None:
        self.confirm_shoe(burn)
        if isinstance(self.table.phase, ShowingResult):
            self.now = max(self.now, self.table.phase.ends_at)
        self.accept(OpenBetting(DEALER))

    def deal(self, cards: str) -> tuple[Event, ...]:
        self.open_betting()
        self.close_betting()
        return self.read(cards)

    def play(self, cards: str) -> None:
        self.deal(cards)
        self.accept(ConfirmResult(DEALER))
        assert isinstance(self.table.phase, ShowingResult)
