"""`punto stake`: shows what becomes of a bankroll under a staking strategy."""

from __future__ import annotations

import secrets
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table
from rich.text import Text

from punto.analysis.estimate import Estimate, Proportion
from punto.analysis.simulation.limits import check_seed
from punto.analysis.tabular import Row
from punto.books.find_book import BUILT_IN
from punto.cli.input.choose_book import BOOK, JSON, choose_book
from punto.cli.input.choose_strategy import blame_strategy, choose_strategy
from punto.cli.input.fresh_odds import fresh_odds
from punto.cli.input.refuse import input_from
from punto.cli.input.shoe_file import SHOES_FILE, real_shoes
from punto.cli.mathematics.simulate import tables_of
from punto.cli.output.export import CSV, PARQUET, Export
from punto.cli.output.numbered import numbered
from punto.cli.output.terminal import console, error_console, print_json
from punto.cli.output.write_file import check_writable, write_file
from punto.rules.rulebook import RuleBook
from punto.rules.shoe import CUT_CARD_DEFAULT

if TYPE_CHECKING:  # sessions load NumPy and Numba
    from punto.analysis.simulation.tables import SimulationTables
    from punto.analysis.staking.bankrolls import Bankrolls
    from punto.analysis.staking.real_dealer import RealDealer
    from punto.analysis.staking.sessions import Session, Sessions

INTERRUPTED = 130
BET_DEFAULT = "banker"
SMALLEST_RISK = 1e-12  # below it nobody cares
FEW_CASES = 10  # with so few an error would mislead


def stake(
    book: BOOK,
    strategy: Annotated[
        str,
        typer.Argument(
            metavar="STRATEGY",
            help="flat, martingale, paroli, 1-3-2-6, kelly, follow-the-road, or a .py file.",
        ),
    ],
    bet: Annotated[str | None, typer.Option(help="The bet to play.", show_default=BET_DEFAULT)] = None,
    bankroll: Annotated[int, typer.Option(help="In units.")] = 200,
    coups: Annotated[int, typer.Option(help="Rounds per session.")] = 500,
    sessions: Annotated[int, typer.Option(help="How many sessions to play.")] = 2_000,
    stake_max: Annotated[int, typer.Option(help="The table's maximum, in units.")] = 500,
    seed: Annotated[
        int | None, typer.Option(help="The same seed gives the same sessions within a release.", show_default="any")
    ] = None,
    cut_card: Annotated[int, typer.Option(help="How many cards lie behind the cut card.")] = CUT_CARD_DEFAULT,
    shoes_file: SHOES_FILE = None,
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the bankrolls as SVG.")] = None,
    as_json: JSON = False,
    as_csv: CSV = False,
    parquet: PARQUET = None,
) -> None:
    """Play many sessions of a staking strategy: final bankrolls, risk of ruin, drawdowns, losing runs.

    A strategy changes the ride, not the edge, unless it counts cards. A session ends after its rounds or when less than
    one unit is left. Ctrl-C stops early and shows the result so far. With --shoes-file, one session plays real rounds.
    """
    from punto.analysis.staking.sessions import COUPS_MAX, UNITS_MAX, Sessions, Terms, check_amount, check_sessions

    export = Export.asked(as_json=as_json, as_csv=as_csv, parquet=parquet)
    seed = secrets.randbits(63) if seed is None else seed
    with input_from("--seed"):
        check_seed(seed)
    with input_from("--sessions"):
        check_sessions(sessions)
    for option, amount, most in (
        ("--bankroll", bankroll, UNITS_MAX),
        ("--coups", coups, COUPS_MAX),
        ("--stake-max", stake_max, UNITS_MAX),
    ):
        with input_from(option):
            check_amount(amount, most)
    chosen, way = choose_book(book), choose_strategy(strategy)
    tables = tables_of(chosen, cut_card)
    dealer = _real_dealer(chosen, tables, shoes_file)
    if dealer is not None:
        sessions, coups = 1, dealer.coups
    with input_from("--shoes-file"):  # the only rounds not checked yet are those of a file
        terms = Terms(bet or _usual_bet(chosen), bankroll, coups, stake_max)
    if svg:
        check_writable(svg)
    kept = fresh_odds(chosen) if chosen in BUILT_IN else None
    with input_from("--bet"):
        playing = Sessions(chosen, tables, way, terms, seed, dealer, odds=kept)
    with blame_strategy(strategy):
        played, is_interrupted = _play(playing, sessions)
    if played:
        _tell(playing, played, svg, export, as_json=as_json)
    if is_interrupted:
        raise typer.Exit(INTERRUPTED)


def _real_dealer(book: RuleBook, tables: SimulationTables, path: Path | None) -> RealDealer | None:
    """The rounds of a file, played once and in their order."""
    if path is None:
        return None
    from punto.analysis.staking.real_dealer import RealDealer

    return RealDealer(book, tables, real_shoes(book, path))


def _usual_bet(book: RuleBook) -> str:
    return BET_DEFAULT if any(bet.id == BET_DEFAULT for bet in book.bets) else book.bets[0].id


def _play(playing: Sessions, sessions: int) -> tuple[list[Session], bool]:
    """The sessions played, and whether the user interrupted."""
    from rich.progress import track

    played: list[Session] = []
    quiet = not sys.stderr.isatty()
    try:
        for number in track(range(sessions), "Sessions", console=error_console(), transient=True, disable=quiet):
            session = playing.play(number)
            played.append(session)  # whole sessions only
    except KeyboardInterrupt:
        return played, True
    return played, False


def _tell(playing: Sessions, played: list[Session], svg: Path | None, export: Export, *, as_json: bool) -> None:
    from punto.analysis.staking.bankrolls import bankrolls

    told = bankrolls(playing.terms, played)
    if svg:
        from punto.analysis.staking.picture import staking_picture

        title = f"{playing.strategy.name} on {playing.terms.bet} of {playing.book.id}, seed {playing.seed}"
        write_file(svg, staking_picture(title, told).encode())
    if export:
        named: Row = {"book": playing.book.id, "strategy": playing.strategy.name, "seed": playing.seed}
        named |= {"cut_card": playing.tables.cut_card}
        export.write([named | row for row in told.records()])
    elif as_json:
        print_json(_as_json(playing, told))
    else:
        console().print(_table(playing, told))


def _table(playing: Sessions, told: Bankrolls) -> Table:
    terms, way = playing.terms, playing.strategy
    table = Table(
        title=Text(
            f"{way.name} on {terms.bet} of {playing.book.id}: {way.explanation}\n"
            f"{numbered(told.sessions, 'session')} of {numbered(terms.coups, 'round')}, "
            f"{numbered(terms.bankroll, 'unit')} each, "
            f"table maximum {terms.stake_max:,}, seed {playing.seed}"
        ),
        title_justify="left",
    )
    table.add_column("figure", overflow="fold")
    table.add_column("value", justify="right")
    for row in _rows(playing, told):
        table.add_row(*row)
    return table


def _rows(playing: Sessions, told: Bankrolls) -> list[tuple[str, str]]:
    rows = [
        ("bankroll at the end, mean", str(told.mean)),
        ("  5, 25, 50, 75, 95 % of sessions end with", _spread(told.quantiles)),
    ]
    if told.won_by_the_count is not None:
        rows += [
            ("won, mean", str(Estimate(told.mean.value - playing.terms.bankroll, told.mean.error))),
            ("  by the count, luck left out", str(told.won_by_the_count)),
        ]
    rows += [
        ("sessions that end ahead", _share(told.ahead)),
        ("risk of ruin", _share(told.ruined)),
    ]
    if playing.strategy.name == "flat" and (exact := _exact_risk(playing)) is not None:
        rows.append(("  calculated, for independent rounds", _calculated(exact)))
    kept = "–" if told.loss_of_staked is None else f"{told.loss_of_staked.times(100)} %"
    return [
        *rows,
        ("  rounds until ruin, 5 to 95 %", _spread(told.rounds_to_ruin) if told.rounds_to_ruin else "–"),
        ("deepest drawdown, 5 to 95 %", _spread(told.drawdown)),
        ("longest losing run, mean and worst", f"{told.losing_run_mean:.1f}   {told.losing_run_max}"),
        ("rounds with a wager, mean", f"{told.wagers_mean:,.1f}"),
        ("units staked, mean", f"{told.staked_mean:,.1f}"),
        ("kept by the house, of everything staked", kept),
        (f"  exact house edge of {playing.terms.bet}", f"{float(playing.odds.house_edge) * 100:.3f} %"),
    ]


def _share(found: Proportion) -> str:
    """With its error, or, of few cases, with the bounds that hold for 95 %."""
    low, high = (100 * bound for bound in found.bounds())
    if not found.cases:
        return f"0 of {found.trials:,}, so below {high:.2g} %"
    if found.cases < FEW_CASES:
        return f"{found.cases} of {found.trials:,}: {low:.2g} to {high:.2g} %"
    return f"{found.estimate.times(100)} %"


def _calculated(risk: float) -> str:
    return f"{risk * 100:.4g} %" if risk == 0 or risk > SMALLEST_RISK else f"below {SMALLEST_RISK * 100:.0e} %"


def _exact_risk(playing: Sessions) -> float | None:
    from punto.analysis.staking.ruin import CannotFollow, ruin_within

    try:
        return ruin_within(playing.odds, playing.terms.bankroll, playing.terms.coups)
    except CannotFollow:
        return None


def _spread(quantiles: dict[int, float]) -> str:
    return "   ".join(f"{value:,.1f}" for value in quantiles.values())


def _as_json(playing: Sessions, told: Bankrolls) -> dict[str, object]:
    terms = playing.terms
    return {
        "book": playing.book.id,
        "strategy": playing.strategy.name,
        "bet": terms.bet,
        "bankroll": terms.bankroll,
        "coups": terms.coups,
        "stake_max": terms.stake_max,
        "seed": playing.seed,
        "cut_card": playing.tables.cut_card,
        "sessions": told.sessions,
        "ending": {"mean": told.mean.value, "standard_error": told.mean.error, "percentiles": told.quantiles},
        "won_by_the_count": told.won_by_the_count and asdict(told.won_by_the_count),
        "ahead": told.ahead.estimate.value,
        "risk_of_ruin": told.ruined.estimate.value,
        "risk_of_ruin_error": told.ruined.estimate.error,
        "risk_of_ruin_bounds": list(told.ruined.bounds()),
        "rounds_to_ruin": told.rounds_to_ruin,
        "drawdown": told.drawdown,
        "longest_losing_run": {"mean": told.losing_run_mean, "worst": told.losing_run_max},
        "wagers": told.wagers_mean,
        "staked": told.staked_mean,
        "kept_of_staked": told.loss_of_staked and told.loss_of_staked.value,
        "house_edge": float(playing.odds.house_edge),
        "survival": told.survival.tolist(),
    }
