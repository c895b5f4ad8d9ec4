"""The catalogue of events is that of the types, and the method of monitoring that of the watch."""

from pathlib import Path

import msgspec
import pytest

from punto.analysis.odds.house_edge import book_odds
from punto.analysis.report.html import report_html
from punto.books import EVERY_BOOK, SA, STORM
from punto.lab.events_page import catalogue, events_page
from punto.lab.monitoring_page import monitoring_page, rounds_before_alarm
from punto.lab.sample_floor import SampleFloor, StoredLine, floor_file, kind_of, play_sample
from punto.rules.rulebook import RuleBook
from punto.server.config.floor_config import Alarms
from punto.server.config.floor_file import parse_floor
from punto.table.events import BettingClosed, CardDealt
from punto.table.stored.event_codec import encode_event

LINE = StoredLine("table:jade", 3, "00", "CardDealt", msgspec.Raw(encode_event(CardDealt("player", "9h", 5))))


def test_every_kind_of_event_is_catalogued_once_with_its_fields() -> None:
    events = catalogue([LINE, LINE])
    kinds = [each.kind for each in events]
    assert len(kinds) == len(set(kinds))
    assert {"CardDealt", "CoupVoided", "TicketPaid", "DrawerOpened", "StaffActed"} <= set(kinds)
    dealt = next(each for each in events if each.kind == "CardDealt")
    assert list(dealt.fields) == ["side", "card", "at", "serial"]
    assert (dealt.in_sample, dealt.stream) == (2, "table:…")
    void = next(each for each in events if each.kind == "CoupVoided")
    assert void.words.startswith("A settlement is reversed")


def test_the_page_shows_one_of_each_as_it_is_stored() -> None:
    sample = SampleFloor("", (LINE,), "Nothing is wrong.\n", "{}", is_sound=True, accepted=1)
    page = report_html(events_page(catalogue(sample.log), sample))
    assert "table:jade 3" in page
    assert "&quot;card&quot;:&quot;9h&quot;" in page
    assert "Nothing is wrong." in page


def test_kinds_are_read_from_wrapped_and_plain_events() -> None:
    assert kind_of(encode_event(BettingClosed(1))) == "BettingClosed"
    assert kind_of(b'{"type":"StaffActed","by":"x"}') == "StaffActed"


def test_the_sample_floor_is_one_that_a_server_takes() -> None:
    floor = parse_floor("floor.toml", floor_file({"sa": SA}), Path())
    assert [(table.id, table.book) for table in floor.tables] == [("table-1", "sa")]


@pytest.mark.parametrize("book", EVERY_BOOK, ids=lambda book: book.id)
def test_cards_are_squeezed_where_the_book_says_so_and_for_a_moment_only(book: RuleBook) -> None:
    """At a table of their own: a squeeze takes so long that no shoe would end."""
    written = floor_file({book.id: book})
    tables = parse_floor("floor.toml", written, Path()).tables
    assert [table.has_squeeze for table in tables] == ([False, True] if book.is_squeezed else [False])
    assert [table.pace.squeeze_ms == 400 for table in tables] == [table.has_squeeze for table in tables]


@pytest.mark.parametrize("book", EVERY_BOOK, ids=lambda book: book.id)
def test_a_storm_is_shown_for_a_moment_only(book: RuleBook) -> None:
    written = floor_file({book.id: book})
    for table in parse_floor("floor.toml", written, Path()).tables:
        assert (table.pace.storm_ms == 100) is (book.storm is not None)


def test_a_book_with_a_storm_is_played_and_its_storms_are_in_the_log(tmp_path: Path) -> None:
    sample = play_sample({STORM.id: STORM}, tmp_path, seconds=2)
    assert sample.is_sound, sample.audit
    struck = [line for line in sample.log if line.kind == "CardsStruck"]
    assert struck
    assert all(STORM.parse_struck(msgspec.json.decode(line.event)["event"]["struck"]) for line in struck)


def test_an_alarm_waits_until_the_normal_distribution_holds() -> None:
    odds = {each.bet.id: each for each in book_odds(SA).bets}
    alarms = Alarms()
    assert rounds_before_alarm(odds["player"], alarms) == alarms.return_coups_min
    tie = odds["tie"]
    chance = float(tie.win_probability)
    skewness = (1 - 2 * chance) / (chance * (1 - chance)) ** 0.5  # of a bet that wins or loses
    assert abs(rounds_before_alarm(tie, alarms) - max(1_000, (skewness / 0.1) ** 2)) <= 1


def test_the_method_has_a_row_for_every_bet() -> None:
    odds = book_odds(SA)
    page = report_html(monitoring_page([odds]))
    assert all(each.bet.title in page for each in odds.bets)
    assert "beyond 4 standard deviations" in page
