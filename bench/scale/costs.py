"""What one thing costs, and how we know: measured by which command, derived from measured figures, or assumed.

Processor time is of the 2-core machine of docs/benchmarks.md. A bet is counted as alone in its batch, because a floor
of many tables hardly ever has two bets for one table in one step; `SHARED_BATCHES` has the other end.
"""

from dataclasses import dataclass, field, fields, replace

CORES = "`python -m bench.cores`"
EDGES = "`python -m bench.edges`"
LOAD = "`punto load`"
STORES = "`make bench`, stores"
MEASURE = "`python -m bench.scale.measure`"
ROUNDS = "`python -m bench.scale.measure_rounds`"


def cost(value: float, what: str, source: str, *, is_assumed: bool = False) -> float:
    measured: float = field(default=value, metadata={"what": what, "source": source, "is_assumed": is_assumed})
    return measured


@dataclass(frozen=True)
class Costs:
    floor_bet_us: float = cost(
        156,
        "a bet in the floor's process, alone in its batch",
        f"{CORES}: 47.4 in shared batches; {MEASURE}: 108.5 more alone",
    )
    floor_event_us: float = cost(
        623,
        "an event of the house there: a card, betting opened or closed, settlement",
        f"{ROUNDS}: 4,981 for 8.00",
    )
    floor_follower_us: float = cost(
        3,
        "a follower there, in a round",
        f"{EDGES}: 1.9 times 400 followers times 8 messages, less a round's own",
    )
    floor_settled_us: float = cost(23, "a patron settled and told there", MEASURE)
    floor_totals_us: float = cost(12, "a frame of totals there", MEASURE)
    floor_post_us: float = cost(3, "a frame posted to one edge", MEASURE)
    edge_bet_us: float = cost(22, "a bet in an edge, there and back", CORES)
    edge_message_us: float = cost(4.5, "a message written to a socket", f"{EDGES}; {CORES}: 3.5")
    store_bet_us: float = cost(58, "a bet in PostgreSQL, in full transactions", f"{STORES}: 17,200/s, the slower end")
    store_event_us: float = cost(
        58, "an event of the house there", "as a bet, though it moves no money", is_assumed=True
    )
    store_wager_us: float = cost(12, "a wager settled there", f"{STORES}: 123 ms for 10,000 less 16 ms for 1,000")
    store_commit_us: float = cost(
        2_000, "what a transaction takes, however small", f"{LOAD}: p50 of SQLite's store", is_assumed=True
    )
    commit_changes_max: float = cost(1_000, "changes in a transaction, at most", "`GroupCommit`")
    bet_bytes: float = cost(
        450,
        "bytes of a bet and its answer between edge and floor",
        f"{MEASURE}: 213 for its own message; the rest by counting",
    )
    message_bytes: float = cost(
        180, "bytes of a frame posted to an edge", f"{MEASURE}: 216 public, 114 totals, 40 of heads"
    )
    settlement_bytes: float = cost(375, "bytes of a patron's settlement", f"{MEASURE}: 335, 40 of heads")
    bus_bytes_a_second: float = cost(
        1e8, "bytes a second between floor and edges", "a network of 1 Gbit/s at 80 %", is_assumed=True
    )
    floor_connection_bytes: float = cost(25_000, "memory of a connection in the floor", f"{LOAD}: with its socket")
    edge_connection_bytes: float = cost(
        25_000, "memory of a socket in an edge", f"{LOAD}: with its connection", is_assumed=True
    )
    table_bytes: float = cost(
        1_000_000, "memory of a table", "messages kept to resume by, roads, the state", is_assumed=True
    )
    bet_rows: float = cost(4, "rows of a bet: event, two lines, answer", "read off `PostgresBatch`")
    event_rows: float = cost(1, "rows of an event of the house", "read off `PostgresBatch`")
    settled_rows: float = cost(2, "rows of a patron settled: line and play", "read off `PostgresBatch`")
    event_stored_bytes: float = cost(
        590, "bytes of an event kept, with its lines and plays", "`python -m bench.archive 365`: 5,551 MB"
    )

    def slowed(self, factor: float) -> "Costs":
        """A machine this many times slower, on which few patrons do what a crowd does on ours. A transaction takes as
        long as ours, with so many times fewer changes."""
        kept = {"store_commit_us"}
        slower = {
            each.name: getattr(self, each.name) * factor
            for each in fields(self)
            if each.name.endswith("_us") and each.name not in kept
        }
        return replace(
            self,
            **slower,
            bus_bytes_a_second=self.bus_bytes_a_second / factor,
            commit_changes_max=self.commit_changes_max / factor,
        )


SHARED_BATCHES = Costs(floor_bet_us=47)  # many bets at few tables: a batch decides, commits and tells them together
