"""A floor's file is read whole or refused with a line for each fault that names file, line and key."""

from pathlib import Path

import pytest

from punto.books import EVERY_BOOK
from punto.server.config.demo_floor import DEMO_FILE, demo_floor
from punto.server.config.file_faults import FAULTS_SHOWN_MAX, InvalidFile
from punto.server.config.floor_config import STRICT, HouseRules
from punto.server.config.floor_file import parse_floor, read_floor
from punto.table.config import QUICK, BetLimit, Pace, TableKind, is_sum_of_chips

FLOOR = """\
name = "Test"
currency = "EUR"
currency_digits = 2
hand_pay_above = 1_000

[[tables]]
id = "one"
title = "One"
book = "interblock"
chips = [1, 5]
min = 1
max = 100
"""

UNREACHABLE = FLOOR.replace("[1, 5]", "[3, 7]").replace("min = 1", "min = 4").replace("max = 100", "max = 5")


def floor_with(line: int, text: str) -> str:
    """The small floor with one line replaced."""
    lines = FLOOR.splitlines()
    lines[line - 1] = text
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        # the whole
        ("", "floor.toml:1: name is missing"),
        ("name = \n", "floor.toml:1: invalid value"),
        (FLOOR + "[bad", "floor.toml:13: expected ']' at the end of a table declaration"),
        (floor_with(1, 'nam = "Test"'), "floor.toml:1: nam: no such key; is name meant?"),
        (floor_with(2, 'currency = "euro"'), "floor.toml:2: currency: expected 3 to 8 capital letters"),
        (floor_with(3, 'currency_digits = "2"'), "floor.toml:3: currency_digits: expected a whole number, got a text"),
        (floor_with(4, "hand_pay_above = 0.001"), "floor.toml:4: hand_pay_above: 0.001 is not a whole number of"),
        (floor_with(4, "hand_pay_above = -5"), "floor.toml:4: hand_pay_above: -5 is no amount above zero"),
        (floor_with(4, "hand_pay_above = nan"), "floor.toml:4: hand_pay_above: NaN is no amount above zero"),
        (FLOOR.split("[[")[0] + "tables = []", "floor.toml:6: tables: a floor has 1 to 500 tables"),
        (floor_with(5, 'day_starts_at = "24:00"'), "floor.toml:5: day_starts_at: expected hours and minutes, as in"),
        # a table
        (floor_with(7, 'id = "One!"'), "floor.toml:7: tables[1].id: expected small letters and digits"),
        (floor_with(9, 'book = "nope"'), "floor.toml:9: tables[1].book: 'nope' is not a book; use squeeze"),
        (floor_with(9, 'book = "nope.py"'), "floor.toml:9: tables[1].book: nope.py: No such file"),
        (floor_with(10, 'chips = [1, "5"]'), "floor.toml:10: tables[1].chips[2]: expected a whole number, got a text"),
        (floor_with(10, "chips = [\n  1,\n  0,\n]"), "floor.toml:10: tables[1].chips[2]: expected a whole number >= 1"),
        (floor_with(11, "mim = 1"), "floor.toml:11: tables[1].mim: no such key; is min meant?"),
        (floor_with(11, ""), "floor.toml:6: tables[1]: min is missing"),
        (floor_with(11, 'min = "5"'), "floor.toml:11: tables[1].min: expected a number, got a text"),
        (floor_with(11, "min = true"), "floor.toml:11: tables[1].min: expected a number, got true or false"),
        (floor_with(12, 'max = "1e3"'), "floor.toml:12: tables[1].max: expected a number, got a text"),
        (
            FLOOR + 'denominations = [1, "2"]\n',
            "floor.toml:13: tables[1].denominations[2]: expected a number, got a text",
        ),
        (
            FLOOR + 'limits.tie.max = "5"\n',
            "floor.toml:13: tables[1].limits.tie.max: expected a number or nothing, got a text",
        ),
        (floor_with(10, "chips = [1, 1]"), "floor.toml:10: tables[1].chips[2]: 1 is not above the chip before it"),
        (floor_with(10, "chips = [\n  5,\n  1,\n]"), "floor.toml:10: tables[1].chips[2]: 1 is not above the chip"),
        (floor_with(10, "chips = []"), "floor.toml:10: tables[1].chips: expected a list of length >= 1"),
        (floor_with(10, "chips = [-1]"), "floor.toml:10: tables[1].chips[1]: expected a whole number >= 1"),
        (FLOOR + "denominations = [1, 2, 1.0]\n", "floor.toml:13: tables[1].denominations[3]: 1.0 is there already"),
        # limits: the key that set the one in the way
        (
            floor_with(12, "max = 0.5"),
            "floor.toml:12: tables[1].max: bet 'player': the maximum is below the minimum of",
        ),
        (
            floor_with(11, "min = 200"),
            "floor.toml:12: tables[1].max: bet 'player': the maximum is below the minimum of",
        ),
        (FLOOR + "side_min = 200\n", "floor.toml:12: tables[1].max: bet 'tie': the maximum is below the minimum of"),
        (FLOOR + "side_max = 0.5\n", "floor.toml:13: tables[1].side_max: bet 'tie': the maximum is below the minimum"),
        (FLOOR + "limits.tie.max = 0.5\n", "13: tables[1].limits.tie.max: bet 'tie': the maximum is below the minimum"),
        (
            FLOOR + "limits.tie = { min = 5, max = 3 }\n",
            "limits.tie.max: bet 'tie': the maximum is below the minimum of",
        ),
        (
            floor_with(10, "chips = [300]"),
            "floor.toml:12: tables[1].max: bet 'player': no sum of the table's chips lies",
        ),
        (
            UNREACHABLE,
            "floor.toml:12: tables[1].max: bet 'player': no sum of the table's chips lies between the minimum",
        ),
        (
            FLOOR + "difference_max = 0.5\n",
            "floor.toml:13: tables[1].difference_max: bet 'player': no sum of the table",
        ),
        (FLOOR + "exposure_max = 7\n", "floor.toml:13: tables[1].exposure_max: bet 'tie': even the minimum could cost"),
        (FLOOR + "return_max = 5\n", "floor.toml:13: tables[1].return_max: bet 'tie': even the minimum could return"),
        (FLOOR + 'bets = ["tie", "tie"]\n', "floor.toml:13: tables[1].bets[2]: 'tie' is there already"),
        (FLOOR + 'bets = ["tie"]\nlimits.player.max = 5\n', "14: tables[1].limits.player: bets does not open it"),
        (floor_with(12, "max = 1e99999999999999999999"), "floor.toml:12: tables[1].max: NaN is no amount above zero"),
        (
            floor_with(12, "max = 90071992547410"),
            "floor.toml:12: tables[1].max: 90071992547410 is no amount above zero",
        ),
        (floor_with(12, f"max = {'9' * 5_000}"), "floor.toml: a number has too many digits"),
        (FLOOR + "denominations = [0.01]\n", "bet 'banker' pays 19/20 to 1, which a chip of 1 credits of 1 cannot"),
        (FLOOR + 'pace = "slow"\n', "floor.toml:13: tables[1].pace: 'slow' is not one of quick, classic, squeeze"),
        (FLOOR + "pace = { betting_ms = 1 }\n", "floor.toml:13: tables[1].pace.betting_ms: expected a whole number >="),
        (FLOOR + 'bets = ["player", "big"]\n', "floor.toml:13: tables[1].bets[2]: book 'interblock' has no bet 'big'"),
        (FLOOR + "bets = []\n", "floor.toml:13: tables[1].bets: no bet is open"),
        (FLOOR + "\n\n[tables.limits]\nbig = { max = 5 }\n", "floor.toml:16: tables[1].limits.big: book 'interblock'"),
        (FLOOR + "[tables.limits.tie]\nmaxx = 5\n", "floor.toml:14: tables[1].limits.tie.maxx: no such key; is max"),
        (FLOOR + "limits.tie.return_max = 5\n", "bet 'tie': even the minimum could return more than return_max"),
        (
            FLOOR + "cut_card = 3\n",
            "floor.toml:13: tables[1].cut_card: table 'one': the cut card lies 12 to 415 cards from",
        ),
        (FLOOR + "burn_for_zero = 60\n", "floor.toml:13: tables[1].burn_for_zero: expected a whole number <= 52"),
        (
            FLOOR + 'kind = "live"\n',
            'floor.toml:13: tables[1].kind: a live table has a dealer: say dealer = "person" or "simulated"',
        ),
        (
            FLOOR + 'kind = "live"\ndealer = "simulated"\nmisdeal = "cancel"\n',
            'floor.toml:15: tables[1].misdeal: only a table with dealer = "person" has this',
        ),
        (FLOOR + 'dealer = "robot"\n', "floor.toml:13: tables[1].dealer: 'robot' is not one of person, simulated"),
        (FLOOR + 'kind = "slow"\n', "floor.toml:13: tables[1].kind: 'slow' is not one of timed, on_demand, live"),
        (FLOOR + 'stream_url = "/x"\n', "floor.toml:13: tables[1].stream_url: only a live table has a picture"),
        (floor_with(8, 'title = "a\\nb"'), "floor.toml:8: tables[1].title: expected one line of text that is not"),
        (floor_with(1, 'name = " "'), "floor.toml:1: name: expected one line of text that is not blank"),
        (FLOOR + 'dealer = "simulated"\n', "floor.toml:13: tables[1].dealer: only a live table has a dealer"),
        (FLOOR + "video_delay_ms = 5\n", "floor.toml:13: tables[1].video_delay_ms: only a live table has a picture"),
        (FLOOR + 'whep_url = "/x"\n', "floor.toml:13: tables[1].whep_url: only a live table has a picture"),
        (
            FLOOR + 'kind = "live"\ndealer = "simulated"\nwhep_url = "/x"\nhls_band_ms = [1, 2]\n',
            "floor.toml:16: tables[1].hls_band_ms: there is no picture by HLS: say hls_url",
        ),
        (FLOOR + 'stream_url = "javascript:x"\n', "floor.toml:13: tables[1].stream_url: expected an address that"),
        (FLOOR + FLOOR[FLOOR.index("[[") :], "floor.toml:14: tables[2].id: 'one' is the id of an earlier table"),
        # house rules and bounds
        (FLOOR + '[house]\npreset = "lax"\n', "floor.toml:14: house.preset: 'lax' is not one of open, strict"),
        (
            FLOOR + "[house]\n\ntables_at_once = 5\n",
            "floor.toml:15: house.tables_at_once: expected a whole number <= 4",
        ),
        (FLOOR + "[safety]\nidle_minuets = 5\n", "floor.toml:14: safety.idle_minuets: no such key; is idle_minutes"),
        (
            FLOOR + "[cage.attendant]\nbuy_in_max = 0.001\n",
            "floor.toml:14: cage.attendant.buy_in_max: 0.001 is not a whole number of",
        ),
        (
            FLOOR + "[cage.dealer]\npay_max = 5\n",
            "floor.toml:13: cage.dealer: 'dealer' is not one of attendant, superv",
        ),
        (FLOOR + "[cage.admin]\npay_mx = 5\n", "floor.toml:14: cage.admin.pay_mx: no such key; is pay_max meant?"),
        (FLOOR + '[people]\nregistration = "nobody"\n', "floor.toml:14: people.registration: "),
        (FLOOR + "[people]\nguests = true\n", "floor.toml:14: people.guests: guests play with play_credits, and this"),
        (FLOOR + "[retention]\nstaff_names_days = 0\n", "floor.toml:14: retention.staff_names_days: expected a whole"),
        (FLOOR + "[retention]\ntalk_kept_days = 0\n", "floor.toml:14: retention.talk_kept_days: expected a whole"),
        (
            FLOOR + "[alarms]\nreturn_deviations_max = 1\n",
            "floor.toml:14: alarms.return_deviations_max: expected a whole",
        ),
        (floor_with(5, "safety = []"), "floor.toml:5: safety: expected a group of keys, got a list"),
        (
            FLOOR + '[safety]\nhosts = ["casino.example", "a b"]\n',
            "floor.toml:14: safety.hosts[2]: expected the name of a host, without a port",
        ),
        (floor_with(5, "bots = true"), "floor.toml:5: bots: only a demo floor has this: say is_demo = true"),
        (floor_with(5, "play_credits = 5"), "floor.toml:5: play_credits: only a demo floor has this: say is_demo"),
        # others
        (floor_with(6, "[tables.one]"), "floor.toml:6: tables: expected a list, got a group of keys"),
        (floor_with(6, "[[table]]"), "floor.toml:6: table: no such key; is tables meant?"),
        (
            floor_with(5, 'public_url = "https://a b/"'),
            "floor.toml:5: public_url: 'https://a b/' is no address such as",
        ),
        (floor_with(5, 'public_url = "casino.example"'), "floor.toml:5: public_url: 'casino.example' is no address"),
        (floor_with(5, 'public_url = "https://a:b@c/"'), "floor.toml:5: public_url: 'https://a:b@c/' has more than"),
        (floor_with(5, 'time_zone = "Mars/Base"'), "floor.toml:5: time_zone: 'Mars/Base' is no time zone"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(text: str, says: str) -> None:
    with pytest.raises(InvalidFile) as refused:
        parse_floor("floor.toml", text, folder=Path())
    assert says in refused.value.faults[0]
    assert not any("\n" in fault for fault in refused.value.faults)


MANY_FAULTS = """\
name = 5
currency = "EUR"
currency_digits = 2
hand_pay_above = 0.001
bots = "yes"
[safety]
idle_minuets = 5
lock_minutes = 0

[[tables]]
id = "One"
title = "One"
book = "interblock"
chips = [5, "x", 0, 1]
min = 1
max = 100
cut_card = 3
pace = { betting_ms = 1, hurry_ms = 9, card_ms = 1, result_ms = "long" }
difference_max = 0.5

[[tables]]
id = "two"
title = "Two"
book = "interblok"
chips = [1, 1]
max = 100
dealer = "simulated"

[[tables]]
id = "two"
title = "Three"
book = "interblock"
bets = ["player", "big", "player", "tie"]
chips = [1]
min = 200
max = 100
limits.tie = { max = -5, most = 7 }
limits.banker = { max = 7 }
exposure_max = 7

[alarms]
return_coups_min = "few"
"""


def test_every_fault_of_a_file_is_named_in_the_order_of_its_lines() -> None:
    with pytest.raises(InvalidFile) as refused:
        parse_floor("floor.toml", MANY_FAULTS, folder=Path())
    assert [fault.removeprefix("floor.toml:")[:60] for fault in refused.value.faults] == [
        "1: name: expected a text, got a whole number",
        "4: hand_pay_above: 0.001 is not a whole number of the curren",
        "5: bots: expected true or false, got a text",
        "7: safety.idle_minuets: no such key; is idle_minutes meant?",
        "8: safety.lock_minutes: expected a whole number >= 1",
        "11: tables[1].id: expected small letters and digits, with - ",
        "14: tables[1].chips[2]: expected a whole number, got a text",
        "14: tables[1].chips[3]: expected a whole number >= 1",
        "17: tables[1].cut_card: table '?': the cut card lies 12 to 4",
        "18: tables[1].pace.betting_ms: expected a whole number >= 10",
        "18: tables[1].pace.result_ms: expected a whole number, got a",
        "21: tables[2]: min is missing",
        "24: tables[2].book: 'interblok' is not a book; use squeeze, ",
        "25: tables[2].chips[2]: 1 is not above the chip before it",
        "27: tables[2].dealer: only a live table has a dealer",
        "30: tables[3].id: 'two' is the id of an earlier table",
        "33: tables[3].bets[2]: book 'interblock' has no bet 'big', a",
        "33: tables[3].bets[3]: 'player' is there already",
        "36: tables[3].max: bet 'player': the maximum is below the mi",
        "37: tables[3].limits.tie.most: no such key",
        "37: tables[3].limits.tie.max: -5 is no amount above zero tha",
        "42: alarms.return_coups_min: expected a whole number, got a ",
    ]


def test_what_is_no_toml_at_all_is_the_only_fault() -> None:
    with pytest.raises(InvalidFile) as refused:
        parse_floor("floor.toml", MANY_FAULTS + "name = \n", folder=Path())
    assert refused.value.faults == ("floor.toml:43: invalid value",)


def test_a_file_of_nothing_but_faults_is_not_told_for_ever() -> None:
    text = FLOOR + "".join(f"key{number} = 1\n" for number in range(250))
    with pytest.raises(InvalidFile) as refused:
        parse_floor("floor.toml", text, folder=Path())
    assert len(refused.value.faults) == FAULTS_SHOWN_MAX + 1
    assert refused.value.faults[-1] == "and 150 more"


def test_a_text_may_begin_with_the_mark_of_an_editor(tmp_path: Path) -> None:
    (tmp_path / "floor.toml").write_text(FLOOR, encoding="utf-8-sig")
    assert read_floor(tmp_path / "floor.toml").name == "Test"


def test_a_limit_that_only_chips_together_can_reach_is_fine() -> None:
    text = UNREACHABLE.replace("min = 4", "min = 10").replace("max = 5", "max = 11")
    assert parse_floor("floor.toml", text, folder=Path()).tables[0].limits["tie"] == BetLimit(1_000, 1_100)


def test_the_small_floor_is_read_in_smallest_units() -> None:
    floor = parse_floor("floor.toml", FLOOR, folder=Path())
    table = floor.tables[0]
    assert (floor.currency, floor.hand_pay_above, floor.play_credits) == ("EUR", 100_000, None)
    assert (table.denominations, table.chips) == ((100,), (1, 5))
    assert table.limits["tie"] == BetLimit(100, 10_000)
    assert (floor.house, floor.bots, floor.is_demo, floor.base_path, floor.is_secure) == (
        HouseRules(),
        False,
        False,
        "",
        False,
    )


def test_limits_come_from_the_bet_then_the_side_bets_then_the_table() -> None:
    text = FLOOR + "side_max = 20\nreturn_max = 500\nlimits.tie = { min = 5, return_max = 90 }\n"
    limits = parse_floor("floor.toml", text, folder=Path()).tables[0].limits
    assert limits["player"] == BetLimit(100, 10_000, 50_000)
    assert limits["player-pair"] == BetLimit(100, 2_000, 50_000)
    assert limits["tie"] == BetLimit(500, 2_000, 9_000)


def test_a_preset_holds_but_for_what_the_floor_says_itself() -> None:
    text = FLOOR + '[house]\npreset = "strict"\nreality_check_minutes = 20\n'
    house = parse_floor("floor.toml", text, folder=Path()).house
    assert house.reality_check_minutes == 20
    assert (house.auto_repeat, house.tables_at_once, house.shortest_round_ms) == (False, 1, STRICT.shortest_round_ms)


def test_a_strict_house_keeps_no_bets_on_whatever_a_table_says() -> None:
    text = FLOOR + 'keep_bets_on = true\n[house]\npreset = "strict"\n'
    assert not parse_floor("floor.toml", text, folder=Path()).tables[0].allows_keep_bets_on


def test_the_uk_house_keeps_the_session_in_sight_and_plays_one_game_at_a_time_by_hand() -> None:
    house = parse_floor("floor.toml", FLOOR + '[house]\npreset = "uk"\n', folder=Path()).house
    assert house.session_in_sight
    assert (house.auto_repeat, house.quick_reveal, house.keep_bets_on, house.tables_at_once) == (False, False, False, 1)


def test_no_table_is_faster_than_the_house_allows() -> None:
    pace = "pace = { betting_ms = 3000, hurry_ms = 1000, card_ms = 300, result_ms = 1000 }\n"
    with pytest.raises(InvalidFile, match=r"pace: a round may not be shorter than 5000 ms in this house"):
        parse_floor("floor.toml", FLOOR + pace + '[house]\npreset = "uk"\n', folder=Path())


def test_a_pace_is_a_name_or_numbers() -> None:
    numbers = "pace = { betting_ms = 8000, hurry_ms = 2000, card_ms = 300, result_ms = 1000 }\n"
    assert parse_floor("floor.toml", FLOOR + numbers, folder=Path()).tables[0].pace == Pace(8000, 2000, 300, 1000)
    assert parse_floor("floor.toml", FLOOR + 'pace = "quick"\n', folder=Path()).tables[0].pace == QUICK


def test_a_book_may_be_a_file_beside_the_floor(tmp_path: Path) -> None:
    (tmp_path / "house.py").write_text(
        "from dataclasses import replace\nfrom punto.books.interblock import INTERBLOCK\n"
        'BOOK = replace(INTERBLOCK, id="house-book")\n'
    )
    (tmp_path / "floor.toml").write_text(FLOOR.replace('"interblock"', '"house.py"'))
    floor = read_floor(tmp_path / "floor.toml")
    assert floor.tables[0].book == "house-book"
    assert floor.book_of(floor.tables[0]).id == "house-book"


def test_a_book_with_a_storm_is_dealt_from_shuffled_shoes_alone(tmp_path: Path) -> None:
    floor = FLOOR.replace('"interblock"', '"storm"')
    assert parse_floor("floor.toml", floor, folder=tmp_path).tables[0].book == "storm"
    live = floor.replace('book = "storm"', 'book = "storm"\nkind = "live"\ndealer = "simulated"')
    with pytest.raises(InvalidFile, match=r"book 'storm' has a storm, drawn from the secret of a shoe, and real cards"):
        parse_floor("floor.toml", live, folder=tmp_path)


def test_a_file_may_not_take_the_id_of_a_book_of_ours(tmp_path: Path) -> None:
    (tmp_path / "house.py").write_text(
        "from dataclasses import replace\nfrom punto.books.interblock import INTERBLOCK\n"
        'BOOK = replace(INTERBLOCK, title="Another")\n'
    )
    with pytest.raises(InvalidFile, match=r"house.py calls its book 'interblock', and so does another"):
        parse_floor("floor.toml", FLOOR.replace('"interblock"', '"house.py"'), folder=tmp_path)


@pytest.mark.parametrize(
    ("url", "path", "is_secure"),
    [("https://casino.example/punto/", "/punto", True), ("http://10.0.0.5:8000", "", False)],
)
def test_a_public_url_gives_base_path_and_safety_of_cookies(url: str, path: str, *, is_secure: bool) -> None:
    floor = parse_floor("floor.toml", floor_with(5, f'public_url = "{url}"'), folder=Path())
    assert (floor.base_path, floor.is_secure) == (path, is_secure)


def test_a_missing_or_unreadable_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidFile, match=r"none.toml: No such file or directory"):
        read_floor(tmp_path / "none.toml")
    (tmp_path / "bad.toml").write_bytes(b'name = "x"\nx = "\xff"\n')
    with pytest.raises(InvalidFile, match=r"bad.toml:2: not UTF-8 text"):
        read_floor(tmp_path / "bad.toml")


def test_the_demo_floor_has_every_book_timed_and_on_demand_and_a_live_table() -> None:
    floor = demo_floor()
    books = {book.id for book in EVERY_BOOK}
    assert {table.book for table in floor.tables if table.kind is TableKind.TIMED} == books
    assert {table.book for table in floor.tables if table.kind is TableKind.ON_DEMAND} == books
    assert {table.id for table in floor.tables if table.kind is TableKind.LIVE} == floor.simulated_dealers
    assert floor.is_demo
    assert floor.play_credits == 1_000_000


def test_every_field_of_the_demo_floor_can_be_played_with_the_chips_at_hand() -> None:
    for table in demo_floor().tables:
        for bet, limit in table.limits.items():
            smallest = limit.stake_min // table.denominations[0]
            assert is_sum_of_chips(table.chips, smallest), f"{table.id}, {bet}: {smallest} is no sum of chips"
            assert set(table.limits) <= {bet.id for bet in demo_floor().book_of(table).bets}


def test_the_example_is_the_demo_floor_itself() -> None:
    assert DEMO_FILE.read_text(encoding="utf-8").startswith("# The demo floor")


def test_cage_limits_are_read_by_role_in_the_currency_and_the_rest_follows_from_the_hand_pay_limit() -> None:
    text = FLOOR + "[cage.attendant]\nbuy_in_max = 2_500\nsecond_person_above = 750.50\n"
    floor = parse_floor("floor.toml", text, folder=Path())
    attendant = floor.cage_of("attendant")
    assert (attendant.buy_in_max, attendant.second_person_above) == (250_000, 75_050)
    assert (attendant.pay_max, attendant.day_max) == (1_000_000, 10_000_000)
    assert floor.cage_of("admin").buy_in_max == 10_000_000
