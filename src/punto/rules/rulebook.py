"""The rule book: a deck, a scoring, a drawing rule and bets, as one value that checks itself.

Everything that differs between two games of baccarat stands in such a value and nowhere else.
"""

from dataclasses import dataclass, replace
from functools import cached_property

from punto.rules.bet import Bet, Place
from punto.rules.book_problems import problems_of
from punto.rules.cards import Deck
from punto.rules.coup import Coup, Dealing, ImpossibleCoup, Struck
from punto.rules.drawing import DrawingRule
from punto.rules.invalid_input import InvalidInput, shortened
from punto.rules.mode import Mode
from punto.rules.money import PUSH, Odds
from punto.rules.scoring import Scoring
from punto.rules.shoe import BURN_TEN_FOR_A_TEN, BurnRule
from punto.rules.storm import Storm, StruckAtom

ADDED = "+"  # in the id of a book with added bets: `sa+dragon-7`
NO_FEE = Odds(0)


class InvalidRuleBook(InvalidInput):
    """A book that contradicts itself, and where that may have been written, the best place first."""

    def __init__(self, text: str, *places: Place | None) -> None:
        super().__init__(text)
        self.places = [place for place in places if place]


class UnknownBet(InvalidInput):
    """A bet that the book does not have."""


@dataclass(frozen=True)
class RuleBook:
    id: str
    title: str
    source: str
    deck: Deck
    scoring: Scoring
    drawing: DrawingRule
    bets: tuple[Bet, ...]
    burn: BurnRule = BURN_TEN_FOR_A_TEN
    modes: tuple[Mode, ...] = ()
    is_squeezed: bool = False  # its document has patrons open the cards; a table may say otherwise
    storm: Storm | None = None  # strikes cards before each coup

    def __post_init__(self) -> None:
        for problem in problems_of(self):
            raise InvalidRuleBook(f"book {self.id!r}: {problem.text}", *problem.places)

    def bet(self, bet_id: str) -> Bet:
        try:
            return self._bet_by_id[bet_id]
        except KeyError:
            known = ", ".join(self._bet_by_id)
            raise UnknownBet(f"book {self.id!r} has no bet {shortened(bet_id)}; it has {known}") from None

    def bets_in(self, mode: Mode) -> tuple[Bet, ...]:
        return tuple(bet for bet in self.bets if bet.id not in mode.leaves_out)

    def came_out(self, coup: Coup) -> tuple[str, ...]:
        """Every bet that wins, whether anybody has backed it or not."""
        return tuple(bet.id for bet in self.bets if bet.odds(coup) > PUSH)

    def fee_of(self, bet_id: str) -> Odds:
        """The part of a stake that pays for the storm: of bets that it multiplies, nothing of others."""
        return self._fees.get(bet_id, NO_FEE)

    @cached_property
    def _fees(self) -> dict[str, Odds]:
        if self.storm is None:
            return {}
        return {bet.id: self.storm.fee for bet in self.bets if any(isinstance(atom, StruckAtom) for atom in bet.atoms)}

    @cached_property
    def dealing(self) -> Dealing:
        return Dealing(self.scoring, self.drawing)

    def parse_struck(self, text: str) -> Struck:
        """What a storm has struck: `4hx3 Kdx8`."""
        if self.storm is None:
            raise ImpossibleCoup(f"book {self.id!r} has no storm, and {shortened(text.strip())} would be struck cards")
        return self.storm.parse(text)

    def parse_coup(self, text: str) -> Coup:
        """A finished coup, `player / banker`, cards in the order dealt: `4h 2d / 4c Td 3s`. Where the book has a storm,
        struck cards follow: `… ! 4hx3 Kdx8`."""
        text, mark, struck = text.partition("!")
        player, slash, banker = text.partition("/")
        if not slash or "/" in banker:
            raise ImpossibleCoup(f"{shortened(text.strip())} is not a round: player's cards / banker's cards")
        hands = self.deck.parse(player), self.deck.parse(banker)
        self.deck.without(hands[0] + hands[1])  # refuses more of a face than the deck holds
        coup = self.dealing.coup_of(*hands)
        return replace(coup, struck=self.parse_struck(struck)) if mark else coup

    @cached_property
    def _bet_by_id(self) -> dict[str, Bet]:
        return {bet.id: bet for bet in self.bets}
