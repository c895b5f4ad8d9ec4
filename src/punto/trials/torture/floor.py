"""The floor under torture: two tables, four patrons and a bot, and what they and the staff press at random."""

import random
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256

from punto.books import INTERBLOCK, SQUEEZE
from punto.rules.cards import Deck
from punto.rules.coup import struck_text
from punto.rules.rulebook import RuleBook
from punto.server.streams.request import Request
from punto.table.commands import (
    AbandonShoe,
    BurnCards,
    CancelCoup,
    CardDrawn,
    ClearAll,
    ClearLast,
    Command,
    CommitShoe,
    Contribute,
    DoubleStakes,
    GiveTip,
    MoveStake,
    OpenCard,
    OpenShoe,
    PatronCame,
    PatronWent,
    Pause,
    PlaceSet,
    PlaceWager,
    RaiseStakes,
    RepeatStakes,
    Resume,
    RevealShoe,
    StrikeCards,
    Tick,
    VoidCoup,
)
from punto.table.config import CLASSIC, SQUEEZE_PACE, BetLimit, TableConfig, TableKind
from punto.table.fair_shoe import SECRET_BYTES, commitment, shoe_order
from punto.table.fair_storm import storm_drawn
from punto.table.squeeze import due_in_squeeze
from punto.table.state import (
    Betting,
    Dealing,
    Instant,
    NeedsBurn,
    NeedsShoe,
    ShowingResult,
    Squeezing,
    Table,
)

CURRENCY = "EUR"
PATRONS = ("p1", "p2", "p3", "p4", "bot:ada")
CREDIT = 2_000


def _config(table: str, book: RuleBook, *, has_squeeze: bool) -> TableConfig:
    return TableConfig(
        id=table,
        title=table,
        book=book.id,
        currency=CURRENCY,
        kind=TableKind.TIMED,
        chips=(1, 5, 25),
        denominations=(20,),
        limits={bet.id: BetLimit(20, 1_000) for bet in book.bets},
        pace=SQUEEZE_PACE if has_squeeze else CLASSIC,
        has_squeeze=has_squeeze,
        cut_card=380,  # short shoes, so that there are many
    )


TABLES = [
    (_config("jade", INTERBLOCK, has_squeeze=False), INTERBLOCK),
    (_config("ruby", SQUEEZE, has_squeeze=True), SQUEEZE),
]


@dataclass
class Shoes:
    """Secrets derived from the seed instead of drawn and sealed by the shell. A shoe keeps its secret through a crash
    and gets a new one when the store is rolled back."""

    seed: int
    history: int = 0  # how often the store was rolled back
    log_id: str = ""

    def prepare(self, table: str, shoe: int, deck: Deck) -> str:
        return commitment(_secret(self.seed, self.history, table, shoe), table, shoe, deck).hex()

    def secret(self, table: str, shoe: int, bound_by: str, deck: Deck) -> bytes:
        secrets = (_secret(self.seed, history, table, shoe) for history in range(self.history + 1))
        return next(each for each in secrets if commitment(each, table, shoe, deck).hex() == bound_by)

    def order(self, table: Table, shoe: int, bound_by: str) -> list[str]:
        deck = table.book.deck
        return _order(self.secret(table.config.id, shoe, bound_by, deck), bound_by, table.contributed, deck)

    def storm(self, table: Table) -> str:
        assert table.commitment is not None
        assert table.book.storm is not None
        secret = self.secret(table.config.id, table.shoe, table.commitment, table.book.deck)
        contributions = tuple(map(bytes.fromhex, table.contributed))
        drawn = storm_drawn(secret, bytes.fromhex(table.commitment), contributions, table.coup, table.book.storm)
        return struck_text(drawn)

    def next_card(self, table: Table) -> str:
        assert table.commitment is not None
        return self.order(table, table.shoe, table.commitment)[table.cards_used]


def _secret(seed: int, history: int, table: str, shoe: int) -> bytes:
    return random.Random(f"{seed}/{history}/{table}/{shoe}").randbytes(SECRET_BYTES)


@lru_cache(maxsize=64)
def _order(secret: bytes, bound_by: str, contributed: tuple[str, ...], deck: Deck) -> list[str]:
    contributions = tuple(map(bytes.fromhex, contributed))
    return [str(card) for card in shoe_order(secret, bytes.fromhex(bound_by), contributions, deck)]


def house_request(table: Table, shoes: Shoes, now: Instant) -> Request:
    """The command the shell sends next. It depends on the state alone, so a restart continues where it was."""
    name, deck = table.config.id, table.book.deck
    match table.phase:
        case NeedsShoe() if table.unrevealed_shoes:
            shoe, bound_by = table.unrevealed_shoes[0]
            return Request(RevealShoe(shoe, shoes.secret(name, shoe, bound_by, deck).hex()))
        case NeedsShoe() if table.commitment is None:
            return Request(CommitShoe(shoes.prepare(name, table.shoe + 1, deck), shoes.log_id))
        case NeedsShoe(ready_at=ready_at) if now >= ready_at and table.commitment is not None:
            return Request(OpenShoe(table.commitment, "fingerprint", shoes.log_id))
        case NeedsBurn():
            return Request(BurnCards(shoes.next_card(table)))
        case Dealing(next_at=next_at) if now >= next_at and table.awaits_storm:
            return Request(StrikeCards(shoes.storm(table)))
        case Dealing(next_at=next_at) if now >= next_at:
            return Request(CardDrawn(shoes.next_card(table)))
    return Request(Tick())


def due_at(table: Table) -> Instant | None:
    """When the shell has something to do next."""
    match table.phase:
        case NeedsShoe(ready_at=at) | Dealing(next_at=at) | ShowingResult(ends_at=at):
            return at
        case Betting(closes_at=at):
            return at
        case Squeezing() as phase:
            due = due_in_squeeze(table, phase)
            return due.at if due else None
    return None


def patron_command(table: Table, patron: str, chance: random.Random) -> Command:
    bets = list(table.config.limits)
    commands: list[Command] = [
        PlaceWager(patron, chance.choice(bets), chance.choice((20, 40, 100, 500))),
        PlaceWager(patron, chance.choice(("player", "banker")), 100),
        PlaceWager(patron, chance.choice(("player", "banker", "tie")), 20),
        PlaceWager(patron, chance.choice(("player", "banker", "tie")), 40),
        PlaceWager(patron, chance.choice(("player", "banker", "tie")), 60),
        PlaceWager(patron, chance.choice(bets), 40),
        MoveStake(patron, chance.choice(bets), chance.choice((*bets, None))),
        ClearLast(patron),
        ClearAll(patron),
        DoubleStakes(patron),
        RaiseStakes(patron, 5),
        RepeatStakes(patron),
        PlaceSet(patron, (("banker", 40), (chance.choice(bets), 20))),
        OpenCard(patron, chance.choice(("player", "banker")), chance.randrange(3)),
        GiveTip(patron, 20),
        Contribute(patron, sha256(patron.encode()).hexdigest()),
        PatronWent(patron),
        PatronCame(patron),
    ]
    return chance.choice(commands)


def staff_command(chance: random.Random) -> Command:
    by = "supervisor"
    commands: list[Command] = [
        Pause(by, "look"),
        Resume(by),
        Resume(by),
        CancelCoup(by, "fault"),
        VoidCoup(by, "fault"),
        AbandonShoe(by, "fault"),
    ]
    return chance.choice(commands)
