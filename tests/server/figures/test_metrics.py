"""What the metrics page says after what happened at a table; no patron stands in it."""

import asyncio
from dataclasses import replace

import pytest
import structlog.testing
from msgspec import structs

from punto.server.config.demo_floor import demo_floor
from punto.server.figures.book_odds import KnownOdds
from punto.server.figures.metrics import Metrics
from punto.server.streams.happened import Happened
from punto.table.events import CoupSettled, CoupVoided, Event, WagersChanged
from punto.table.evolve import evolve
from punto.table.settled_wagers import SettledWager
from punto.table.state import Table

FLOOR = demo_floor()
PATRON = "p2345abcdefghijkl"


@pytest.fixture
def metrics() -> Metrics:
    return Metrics(FLOOR, KnownOdds())


def table(table_id: str = "jade") -> Table:
    config = FLOOR.tables[0]
    return Table(structs.replace(config, id=table_id), FLOOR.book_of(config))


def happened(event: Event, before: Table) -> Happened:
    return Happened(before, event, before, 1, {})


def settled(patron: str, *, bet: str = "player", stake: int = 500, returned: int = 0) -> CoupSettled:
    return CoupSettled("4h 2d", "4c 3d", (SettledWager(patron, bet, stake, "-1", returned),), at=1)


def lines(metrics: Metrics, start: str) -> list[str]:
    return [line for line in metrics.page().decode().splitlines() if line.startswith(start)]


def test_bets_of_patrons_and_bots_are_counted_apart(metrics: Metrics) -> None:
    for patron in (PATRON, PATRON, "bot:ada"):
        metrics.happened(happened(WagersChanged(patron, "place", (("player", 500),), 500), table()))
    assert lines(metrics, "punto_bets_total") == ['punto_bets_total{table="jade"} 2.0']
    assert lines(metrics, "punto_bot_bets_total") == ['punto_bot_bets_total{table="jade"} 1.0']


def test_a_private_table_counts_for_the_one_it_was_made_from_and_names_no_patron(metrics: Metrics) -> None:
    metrics.happened(happened(settled(PATRON), table(f"jade-solo~{PATRON}")))
    metrics.watch_queues(lambda: {f"jade-solo~{PATRON}": 3, "jade-solo~p0": 7})
    assert lines(metrics, "punto_rounds_total") == ['punto_rounds_total{table="jade-solo"} 1.0']
    assert lines(metrics, "punto_table_queue") == ['punto_table_queue{table="jade-solo"} 7.0']
    assert PATRON not in metrics.page().decode()


def test_commands_are_counted_by_table_and_refusals_by_name(metrics: Metrics) -> None:
    metrics.batch_answered("jade", 3, milliseconds=4)
    metrics.batch_answered(f"jade~{PATRON}", 2, milliseconds=4)
    metrics.refused("credit_is_short")
    assert lines(metrics, "punto_refusals_total") == ['punto_refusals_total{refusal="credit_is_short"} 1.0']
    assert lines(metrics, "punto_commands_total") == ['punto_commands_total{table="jade"} 5.0']
    assert 'punto_answer_seconds_bucket{le="0.005"} 2.0' in lines(metrics, "punto_answer_seconds_bucket")


def test_speed_and_sockets(metrics: Metrics) -> None:
    metrics.committed(12, 0.003)
    metrics.rang("betting", 0.0007)
    metrics.socket_came("patron")
    metrics.socket_came("patron")
    metrics.socket_went("patron")
    metrics.slow_reader_dropped()
    metrics.watch_traffic(lambda: (40, 2, 1))
    assert 'punto_commit_seconds_bucket{le="0.005"} 1.0' in lines(metrics, "punto_commit_seconds_bucket")
    assert 'punto_commit_changes_bucket{le="10.0"} 0.0' in lines(metrics, "punto_commit_changes_bucket")
    assert 'punto_phase_late_seconds_bucket{le="0.001",phase="betting"} 1.0' in lines(metrics, "punto_phase_late")
    assert lines(metrics, "punto_messages_sent_total") == ["punto_messages_sent_total 40.0"]
    assert lines(metrics, "punto_sockets{") == ['punto_sockets{role="patron"} 1.0']
    assert lines(metrics, "punto_sockets_dropped_total") == ['punto_sockets_dropped_total{reason="slow_reader"} 1.0']


def test_returns_stand_beside_their_theory_and_an_alarm_is_logged_once(metrics: Metrics) -> None:
    asyncio.run(metrics.learn_theory(pause_seconds=0))
    jade = table()
    with structlog.testing.capture_logs() as logged:
        for _ in range(FLOOR.alarms.return_coups_min + 5):
            metrics.happened(happened(settled(PATRON), jade))
    assert lines(metrics, "punto_return_alarm{") == ['punto_return_alarm{bet="player",table="jade"} 1.0']
    assert float(lines(metrics, "punto_return_theoretical{")[0].split()[-1]) == pytest.approx(0.987649, abs=1e-6)
    assert [(line["event"], line["table"], line["bet"]) for line in logged] == [("return_alarm", "jade", "player")]


def test_a_voided_coup_is_taken_out_of_the_returns(metrics: Metrics) -> None:
    event = settled(PATRON, returned=1_000)
    metrics.happened(happened(event, table()))
    before = replace(table(), last=evolve(_dealt(), event).last)
    metrics.happened(happened(CoupVoided("s1", "misdeal", (), at=2), before))
    assert lines(metrics, "punto_staked_units{") == ['punto_staked_units{bet="player",table="jade"} 0.0']
    assert lines(metrics, "punto_returned_units{") == ['punto_returned_units{bet="player",table="jade"} 0.0']


def _dealt() -> Table:
    """A table whose coup is about to be settled."""
    book = FLOOR.book_of(FLOOR.tables[0])
    coup = book.parse_coup("4h 2d / 4c 3d")
    return replace(table(), coup=1, player=coup.player, banker=coup.banker)
