"""How returns are watched on a running floor, with the figures that follow for each bet of the books."""

from collections.abc import Iterable
from math import ceil, sqrt

from punto.analysis.odds.bet_odds import BetOdds, BookOdds
from punto.analysis.odds.write_odds import percent_text
from punto.analysis.report.blocks import Document, Drawn, Paragraph, Section, Sheet
from punto.server.config.floor_config import Alarms
from punto.server.figures.return_watch import SKEWNESS_MAX, theory_of

ROUNDS = (10_000, 100_000, 1_000_000)


def monitoring_page(books: Iterable[BookOdds]) -> Document:
    alarms = Alarms()
    return Document(
        title="Monitoring of returns",
        subtitle="Method",
        facts=(
            ("Watched", "every bet at every table, round by round, from the events that settle it"),
            (
                "Alarm",
                f"beyond {alarms.return_deviations_max} standard deviations to either side (return_deviations_max)",
            ),
            ("Not before", f"as much play as {alarms.return_coups_min:,} rounds of equal stakes (return_coups_min)"),
            ("And not before", f"the skewness of the sum is below {SKEWNESS_MAX}"),
        ),
        summary=(Paragraph(WATCH_WORDS),),
        sections=(
            Section("The statistic", (Drawn(FORMULAS), Paragraph(STAKES_WORDS))),
            *(Section(f"{each.book.title} ({each.book.id})", (_sheet(each, alarms),)) for each in books),
            Section("Where it is seen", (Paragraph(SEEN_WORDS),)),
        ),
    )


WATCH_WORDS = (
    "Theory is the exact return and variance of the bet, counted over every order of the shoe by the same rule book "
    "that settles it. Bots are left out; a voided or corrected round is taken out and counted as it became."
)
FORMULAS = """\
staked     sum of stakes on the bet,  returned  sum of what came back, stake included
squared    sum over rounds of (all stakes on the bet in that round)²
deviations ( returned − RTP · staked ) / sqrt( variance · squared )
rounds     staked² / squared        as many rounds of equal stakes would say as much"""
STAKES_WORDS = (
    "All wagers on a bet in one round win or lose together, so a round counts once. One huge stake among small ones "
    "carries little information, and the number of rounds that count says so."
)
SEEN_WORDS = (
    "The log says return_alarm when a bet goes beyond, and return_alarm_over when it is back. Metrics have "
    "punto_return_theoretical, punto_return_deviations and punto_return_alarm for every table and bet. Supervisors see "
    "actual against theoretical return by table, bet, shoe and dealer with 95 % bands, and every gaming day is closed "
    "with its figures against theory. Both thresholds can be set in the floor's file."
)


def _sheet(odds: BookOdds, alarms: Alarms) -> Sheet:
    heading = (
        "bet",
        "RTP",
        "deviation",
        "skewness",
        "rounds before an alarm",
        *(f"alarm beyond, {rounds:,} rounds" for rounds in ROUNDS),
    )
    return Sheet("", heading, tuple(_row(each, alarms) for each in odds.bets), is_small=True)


def _row(each: BetOdds, alarms: Alarms) -> tuple[str, ...]:
    theory = theory_of(each)
    first = rounds_before_alarm(each, alarms)
    bounds = (
        f"± {alarms.return_deviations_max * sqrt(theory.variance / rounds) * 100:.2f} %" if rounds >= first else "–"
        for rounds in ROUNDS
    )
    return (
        each.bet.title,
        percent_text(each.rtp),
        f"{sqrt(theory.variance):.3f}",
        f"{theory.skewness:.2f}",
        f"{first:,}",
        *bounds,
    )


def rounds_before_alarm(each: BetOdds, alarms: Alarms) -> int:
    """Of equal stakes."""
    return max(alarms.return_coups_min, ceil((theory_of(each).skewness / SKEWNESS_MAX) ** 2))
