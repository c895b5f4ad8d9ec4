"""The floor that is tortured: two tables, four patrons, a bot, and what they and the staff press by chance."""

import random
from functools import lru_cache
from hashlib import sha256

from punto.books import INTERBLOCK, SQUEEZE
from punto.rules.cards import Deck
from punto.rules.rulebook import RuleBook
from punto.server.requests import Request
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
    PlaceWager,
    RaiseStakes,
    RepeatStakes,
    Resume,
    RevealShoe,
    Tick,
    VoidCoup,
)
from punto.table.config import CLASSIC, SQUEEZE_PACE, BetLimit, TableConfig, TableKind
from punto.table.fair_shoe import SECRET_BYTES, commitment, shoe_order
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
        cut_card=380,  # short shoes, so that many are changed
    )


TABLES = [
    (_config("jade", INTERBLOCK, has_squeeze=False), INTERBLOCK),
    (_config("ruby", SQUEEZE, has_squeeze=True), SQUEEZE),
]


def secret_of(seed: int, table: str, shoe: int) -> bytes:
    """The same shoe has the same secret after any crash: in the real shell it is sealed beside the database."""
    return random.Random(f"{seed}/{table}/{shoe}").randbytes(SECRET_BYTES)


@lru_cache(maxsize=64)
def order_of(seed: int, table: str, shoe: int, deck: Deck, contributed: tuple[str, ...]) -> list[str]:
    secret = secret_of(seed, table, shoe)
    bound_by = commitment(secret, table, shoe, deck)
    return [str(card) for card in shoe_order(secret, bound_by, tuple(map(bytes.fromhex, contributed)), deck)]


def house_request(table: Table, seed: int, now: Instant) -> Request:
    """What the shell itself sends next, read off the state alone, so that a restart goes on where it was."""
    name, deck = table.config.id, table.book.deck
    match table.phase:
        case NeedsShoe() if table.unrevealed is not None:
            return Request(RevealShoe(table.unrevealed, secret_of(seed, name, table.unrevealed).hex()))
        case NeedsShoe() if table.commitment is None:
            shoe = table.shoe + 1
            return Request(CommitShoe(commitment(secret_of(seed, name, shoe), name, shoe, deck).hex()))
        case NeedsShoe(ready_at=ready_at) if now >= ready_at and table.commitment is not None:
            return Request(OpenShoe(table.commitment, "fingerprint"))
        case NeedsBurn():
            return Request(BurnCards(order_of(seed, name, table.shoe, deck, table.contributed)[0]))
        case Dealing(next_at=next_at) if now >= next_at:
            order = order_of(seed, name, table.shoe, deck, table.contributed)
            return Request(CardDrawn(order[table.cards_used]))
    return Request(Tick())


def due_at(table: Table) -> Instant | None:
    """When the shell has something to do next."""
    match table.phase:
        case NeedsShoe(ready_at=at) | Dealing(next_at=at) | Squeezing(closes_at=at) | ShowingResult(ends_at=at):
            return at
        case Betting(closes_at=at):
            return at
    return None


def patron_command(table: Table, patron: str, chance: random.Random) -> Command:
    bets = list(table.config.limits)
    return chance.choice(
        [
            PlaceWager(patron, chance.choice(bets), chance.choice((20, 40, 100, 500))),
            PlaceWager(patron, chance.choice(("player", "banker")), 100),
            PlaceWager(patron, chance.choice(("player", "banker", "tie")), 20),
            PlaceWager(patron, chance.choice(("player", "banker", "tie")), 40),
            MoveStake(patron, chance.choice(bets), chance.choice((*bets, None))),
            ClearLast(patron),
            ClearAll(patron),
            DoubleStakes(patron),
            RaiseStakes(patron, 5),
            RepeatStakes(patron),
            OpenCard(patron, chance.choice(("player", "banker")), chance.randrange(3)),
            GiveTip(patron, 20),
            Contribute(patron, sha256(patron.encode()).hexdigest()),
            PatronWent(patron),
            PatronCame(patron),
        ]
    )


def staff_command(chance: random.Random) -> Command:
    by = "supervisor"
    return chance.choice(
        [
            Pause(by, "look"),
            Resume(by),
            Resume(by),
            CancelCoup(by, "fault"),
            VoidCoup(by, "fault"),
            AbandonShoe(by, "fault"),
        ]
    )
