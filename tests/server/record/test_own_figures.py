"""What a record adds up to, from plays written by hand, newest last."""

from fractions import Fraction

import msgspec
import pytest

from punto.books import INTERBLOCK
from punto.server.people.limits.play_sessions import BREAK_MS
from punto.server.record.own_figures import BestRound, BetsOfKind, HeldRun, Lifetime, MostPlayed, OwnFigures
from punto.server.record.plays_of_coup import PlayBody, PlayedBet
from punto.server.store.plays import Play, PlayStatus

MINUTE = 60_000
PLAYER_WINS = ("9h Th", "2d 5c")
BANKER_WINS = ("2d 5c", "9h Th")
TIED = ("9d Tc", "9h Th")
EDGES = {("interblock", bet): Fraction(1, 100) for bet in ("player", "banker", "tie", "player-pair")}


def play(
    at: int,
    *bets: tuple[str, int, int],
    cards: tuple[str, str] = PLAYER_WINS,
    where: tuple[str, int, int] = ("jade", 1, 0),
    status: PlayStatus = "settled",
    book: str = "interblock",
) -> Play:
    """`bets`: bet, stake, returned. `where`: table, shoe, coup; 0: by the minute."""
    table, shoe, coup = where
    played = tuple(PlayedBet(bet, stake, "1", returned) for bet, stake, returned in bets)
    body = msgspec.json.encode(PlayBody(*cards, "f", played, 0, 0))
    staked, returned = sum(bet[1] for bet in bets), sum(bet[2] for bet in bets)
    return Play("ann", at, table, at, at, book, shoe, coup or at // MINUTE, status, staked, returned, body)


def figures(*plays: Play, now: int = 1_000 * MINUTE) -> OwnFigures:
    made = OwnFigures({"interblock": INTERBLOCK}.get, now)
    made.add(reversed(plays))
    return made


def lifetime(*plays: Play) -> Lifetime:
    made = figures(*plays).lifetime(EDGES)
    assert made is not None
    return made


def test_without_a_round_there_are_no_figures() -> None:
    tip = play(1, status="tip")
    assert (figures(tip).session, figures(tip).lifetime({})) == (None, None)


def test_the_session_is_drawn_round_by_round() -> None:
    made = figures(
        play(10 * MINUTE, ("player", 100, 200)),
        play(50 * MINUTE, ("player", 100, 200)),  # half an hour later: another session
        play(51 * MINUTE, ("player", 300, 0), cards=BANKER_WINS),
        play(52 * MINUTE, ("player", 100, 100), status="voided"),
        play(53 * MINUTE, ("tie", 20, 180), ("player", 50, 50), cards=TIED),
        now=53 * MINUTE + BREAK_MS - 1,
    )
    session = made.session
    assert session is not None
    assert [(point.net, point.winner) for point in session.points] == [(100, "player"), (-200, "banker"), (-40, "tie")]
    assert (session.started_at, session.played_at, session.is_over) == (50 * MINUTE, 53 * MINUTE, False)
    assert (session.rounds, session.staked, session.returned) == (3, 470, 430)


def test_half_an_hour_after_its_last_round_a_session_is_over() -> None:
    session = figures(play(1, ("player", 100, 200)), now=1 + BREAK_MS).session
    assert session is not None
    assert session.is_over


def test_lifetime_figures_count_each_kind_of_bet() -> None:
    made = lifetime(
        play(1 * MINUTE, ("player", 100, 200), ("player-pair", 20, 0)),
        play(2 * MINUTE, ("banker", 100, 0)),
        play(90 * MINUTE, ("tie", 100, 900), where=("ruby", 2, 17)),
        play(91 * MINUTE, ("player", 100, 200), status="cancelled"),
    )
    assert (made.since, made.sessions, made.rounds) == (MINUTE, 2, 3)
    assert (made.staked, made.returned, made.house_keeps) == (320, 1_100, 3)
    assert made.bets == (
        BetsOfKind("player", 1, 1),
        BetsOfKind("banker", 1, 0),
        BetsOfKind("tie", 1, 1),
        BetsOfKind("side", 1, 0),
    )
    assert made.best == BestRound(800, "ruby", 2, 17)
    assert made.most_played == MostPlayed("jade", 2)


@pytest.mark.parametrize(
    ("rounds", "run"),
    [
        ("WWW", 3),
        ("WTW", 2),  # a tie neither counts nor ends it
        ("WLW", None),
        ("W.W", None),  # a round sat out
        ("WLWWLW", 2),
        ("LLL", None),
    ],
)
def test_the_longest_run_held(rounds: str, run: int | None) -> None:
    returned = {"W": 200, "L": 0, "T": 100}
    plays = [play(at * MINUTE, ("banker", 100, returned[each])) for at, each in enumerate(rounds, 1) if each != "."]
    assert lifetime(*plays).run == (HeldRun("banker", run, "jade", 1) if run else None)


def test_a_book_that_the_house_put_away_has_no_winner_and_no_odds() -> None:
    made = figures(play(1, ("dragon", 100, 0), book="old"))
    assert made.books == []
    whole = made.lifetime(EDGES)
    assert whole is not None
    assert (whole.house_keeps, whole.bets[3]) == (None, BetsOfKind("side", 1, 0))
    session = made.session
    assert session is not None
    assert session.points[0].winner is None
