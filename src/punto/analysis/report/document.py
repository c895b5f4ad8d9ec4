"""The report of a book, section by section, independent of the output format."""

from collections.abc import Iterator, Sequence

from punto.analysis.exposure.counting_tags import faces_alike
from punto.analysis.exposure.exposure import Exposure
from punto.analysis.odds.bet_odds import BetOdds
from punto.analysis.odds.spread import BAND_COUPS, BAND_SHARES, correlation, rtp_bands
from punto.analysis.odds.write_odds import odds_text, percent_text
from punto.analysis.report.blocks import Block, Document, Drawn, Paragraph, Picture, Section, Sheet
from punto.analysis.report.figures import ReportFigures
from punto.analysis.report.plots import band_picture, edge_picture, exposure_picture

VOLATILITY_FACTOR = 1.96  # deviations that hold 95 % of results
CUT_CARD_WORDS = "The cut card lies near the end; the round in which it comes out is the last of the shoe."


def report_document(figures: ReportFigures) -> Document:
    return Document(
        title=figures.book.title,
        subtitle="Game mathematics report",
        facts=figures.facts,
        summary=(_summary(figures), Paragraph(SUMMARY_WORDS)),
        sections=(
            Section("Rules, as implemented", tuple(_rules(figures))),
            Section("Every bet and its lines", tuple(_returns(figures))),
            Section("Variance and volatility", tuple(_spread(figures))),
            Section("Check by simulation", tuple(_simulation(figures))),
            Section("Exposure to counting", tuple(_exposure(figures))),
            Section("Effects of removal", tuple(_effects(figures))),
            Section("How the figures were computed", tuple(map(Paragraph, METHOD))),
        ),
    )


SUMMARY_WORDS = (
    "RTP is the share of all stakes that is returned to patrons from a fresh shoe, pushes included. Hit frequency is "
    "the chance of winning anything. The last column is what a perfect card counter wins per 100 rounds with one unit "
    "on every round that favours the patron, within the book's last-round limits."
)
EXACT_WORDS = (
    "Probabilities are exact. Every order in which six cards can leave the shoe is counted, by classes of hands that "
    "the rules cannot tell apart, in whole numbers; nothing is sampled or rounded before it is printed. The same rule "
    "book value deals, settles and is counted, so the game played is the game counted."
)
SIMULATION_WORDS = (
    "The simulation plays whole shoes with burn and cut card from a seed. Its means are compared with the exact values "
    "over the rounds that every shoe plays; the last rounds of a shoe are not a fair sample, because whether they are "
    "played depends on the cards before them."
)
EXPOSURE_WORDS = (
    "Exposure deals whole shoes and prices every bet before every round for the cards that a patron has not seen. "
    "Cards burned face down count as unseen. The trigger of the linear count is chosen on half of the shoes and "
    "measured on the other half."
)
FINGERPRINT_WORDS = (
    "The fingerprint is a SHA-256 hash over cards, drawing rule, face conditions and what every bet pays on every "
    "outcome. Two books with the same fingerprint play alike."
)
METHOD = (EXACT_WORDS, SIMULATION_WORDS, EXPOSURE_WORDS, FINGERPRINT_WORDS)
P_MIN = 0.001
DISAGREES = (
    "By chance that happens less than once in a thousand times: the simulation does not agree with the exact count."
)


def _summary(figures: ReportFigures) -> Sheet:
    rows = []
    for each, exposed in zip(figures.counted.odds.bets, figures.exposed.bets, strict=True):
        rows.append(
            (
                each.bet.title,
                percent_text(each.rtp),
                percent_text(each.house_edge),
                percent_text(each.win_probability, digits=3),
                f"{each.standard_deviation:.3f}",
                str(each.bet.last_coup_offered or "–"),
                str(exposed.perfect_in_limits.per_100_coups),
            )
        )
    heading = ("bet", "RTP", "house edge", "hit frequency", "deviation", "last round", "counter, units/100")
    return Sheet("", heading, tuple(rows))


def _rules(figures: ReportFigures) -> Iterator[Block]:
    book = figures.book
    yield Paragraph(f"{book.burn.explanation} {CUT_CARD_WORDS}")
    yield from _words(book.scoring.explanation)
    yield Paragraph("Cards are dealt to Player, Banker, Player, Banker.")
    yield from _words(book.drawing.explanation)
    for mode in book.modes:
        out = " and ".join(book.bet(bet).title for bet in mode.leaves_out)
        yield Paragraph(f"Playing mode “{mode.title}”: every bet except {out}.")


def _words(explanation: str) -> Iterator[Block]:
    """Parts of an explanation are set apart by blank lines; those that are indented are drawn."""
    for part in explanation.split("\n\n"):
        yield Drawn(part) if part.startswith("    ") else Paragraph(part)


def _returns(figures: ReportFigures) -> Iterator[Block]:
    yield Picture(edge_picture(figures.counted.odds), "House edge of every bet")
    for each in figures.counted.odds.bets:
        yield _return_sheet(each, figures.counted.odds.orderings)


def _return_sheet(each: BetOdds, every: int) -> Sheet:
    last = each.bet.last_coup_offered
    closes = f", open until round {last}" if last else ""
    return Sheet(
        f"{each.bet.title} (RTP {percent_text(each.rtp)}{closes})",
        ("event", "pays", "combinations", "probability", "return"),
        tuple(
            (
                line.when,
                odds_text(line.pays),
                f"{line.ways:,}",
                f"{float(line.probability):.8f}",
                f"{float(line.pays * line.probability):+.8f}",
            )
            for line in each.lines
        ),
        footer=("total", "", f"{every:,}", "1.00000000", f"{float(each.ev):+.8f}"),
    )


def _spread(figures: ReportFigures) -> Iterator[Block]:
    bets = figures.counted.odds.bets
    yield Sheet(
        "One unit in one round",
        ("bet", "hit frequency", "variance", "deviation", "volatility index", "best win"),
        tuple(
            (
                each.bet.title,
                percent_text(each.win_probability),
                f"{float(each.variance):.6f}",
                f"{each.standard_deviation:.6f}",
                f"{VOLATILITY_FACTOR * each.standard_deviation:.4f}",
                odds_text(each.bet.best_odds),
            )
            for each in bets
        ),
    )
    yield Paragraph(
        f"The volatility index is {VOLATILITY_FACTOR} deviations: after n rounds the RTP lies within the index divided "
        "by √n of its mean with a chance of 95 %. Bands are those of the normal distribution; with long odds and few "
        "rounds the true ones are lopsided."
    )
    yield Sheet(
        "Range of the RTP in percent, flat stakes",
        ("bet", "chance", *(f"{coups:,} rounds" for coups in BAND_COUPS)),
        tuple(_band_rows(figures)),
        is_small=True,
    )
    yield Picture(
        band_picture(figures.counted.odds, bets[0].bet.id), f"How the return of {bets[0].bet.title} converges"
    )
    yield from _correlation_sheets(figures)


def _band_rows(figures: ReportFigures) -> Iterator[tuple[str, ...]]:
    for each in figures.counted.odds.bets:
        bands = rtp_bands(each)
        for share in BAND_SHARES:
            shown = [f"{band.low * 100:.2f} – {band.high * 100:.2f}" for band in bands if band.share == share]
            yield each.bet.title if share == BAND_SHARES[0] else "", f"{share * 100} %", *shown


def _correlation_sheets(figures: ReportFigures) -> Iterator[Block]:
    bets, matrix = figures.book.bets, figures.counted.covariances
    yield Paragraph(
        "How the bets of one round move together: 1 together, −1 against each other, 0 not at all. Covariances are "
        "these numbers times both deviations."
    )
    yield Sheet(
        "Correlation of the bets of one round",
        ("bet", *(str(number + 1) for number in range(len(bets)))),
        tuple(
            (
                f"{one + 1} {bets[one].title}",
                *(_two_digits(correlation(matrix, one, other)) for other in range(one + 1)),
                *[""] * (len(bets) - one - 1),
            )
            for one in range(len(bets))
        ),
        is_small=True,
    )


def _two_digits(number: float) -> str:
    return f"{number:.2f}".replace("-0.00", "0.00").replace("-", "−")


def _simulation(figures: ReportFigures) -> Iterator[Block]:
    simulated = figures.simulated
    fit = simulated.chi_square()
    yield Paragraph(
        f"{simulated.coups:,} rounds in {simulated.shoes:,} shoes were played; {simulated.coups_compared:,} of them, "
        f"the first {simulated.tables.coups_always} of every shoe, are compared. Chi-square over all outcome classes: "
        f"{fit.statistic:,.1f} on {fit.degrees_of_freedom:,} degrees of freedom, p = {fit.p_value:.4f}. "
        + ("The simulation agrees with the exact count." if fit.p_value > P_MIN else DISAGREES)
    )
    rows = []
    for each in simulated.bets():
        z_score = "–" if each.z_score is None else f"{each.z_score:+.2f}"
        exact = float(each.exact_ev)
        rows.append((each.bet.title, f"{each.mean:+.6f}", f"{each.standard_error:.6f}", f"{exact:+.6f}", z_score))
    yield Sheet("", ("bet", "simulated mean", "± standard error", "exact mean", "z"), tuple(rows))


def _exposure(figures: ReportFigures) -> Iterator[Block]:
    exposed = figures.exposed
    yield Paragraph(
        f"{exposed.shoes:,} shoes, {exposed.coups:,} rounds, the cut card {exposed.cut_card} cards from the end. A "
        "perfect counter knows every card that was seen and stakes one unit whenever the expectation is above zero. "
        "“Open” keeps the book's last-round limits; the other columns leave every bet open to the end."
    )
    yield Sheet(
        "A perfect counter",
        ("bet", "best seen", "last round", "favours, open", "units/100, open", "favours", "units/100", "units/shoe"),
        tuple(
            (
                each.bet.title,
                f"{each.best * 100:.2f} %",
                str(each.bet.last_coup_offered or "–"),
                f"{each.perfect_in_limits.share.times(100)} %",
                str(each.perfect_in_limits.per_100_coups),
                f"{each.perfect.share.times(100)} %",
                str(each.perfect.per_100_coups),
                str(each.perfect.per_shoe),
            )
            for each in exposed.bets
        ),
    )
    yield Picture(
        exposure_picture(exposed), "By round of the shoe: how often each bet favours a counter, and what it wins"
    )
    rows = []
    for each in exposed.bets:
        linear, gain = each.linear, each.linear.gain
        trigger = "none" if linear.trigger is None else f"{linear.trigger:+.2f}"
        cells: tuple[str, ...] = ("", "", "", "", "")
        if gain and linear.gain_in_limits:
            shares = f"{gain.share.times(100)} %", f"{gain.mean_edge.times(100)} %"
            cells = (*shares, str(gain.per_shoe), str(gain.per_100_coups), str(linear.gain_in_limits.per_100_coups))
        rows.append((each.bet.title, trigger, *cells))
    heading = ("bet", "trigger count", "bets in", "mean edge", "units/shoe", "units/100", "units/100, open")
    yield Sheet("A linear counter, with the tags of the next section and no limits", heading, tuple(rows))


def _effects(figures: ReportFigures) -> Iterator[Block]:
    yield Paragraph(
        "What one unit's expectation gains when one such card leaves a full shoe, in millionths; in brackets the tag "
        "that a linear count gives the card. The true count is the sum of tags divided by the decks left."
    )
    exposed = figures.exposed
    groups = faces_alike(exposed.book, exposed.effects)
    bets = [each.bet.title for each in exposed.bets]
    cards = [name for name, _ in groups]
    cells = [[_effect(exposed, place, faces[0]) for _, faces in groups] for place in range(len(bets))]
    if len(cards) <= len(bets):
        yield _titled_rows("bet", bets, cards, cells)
    else:  # the longer list goes down the page
        yield _titled_rows("card", cards, bets, list(zip(*cells, strict=True)))


def _titled_rows(corner: str, down: list[str], across: list[str], cells: Sequence[Sequence[str]]) -> Sheet:
    rows = tuple((name, *row) for name, row in zip(down, cells, strict=True))
    return Sheet("", (corner, *across), rows, is_small=True)


def _effect(exposed: Exposure, bet: int, face: int) -> str:
    tags = exposed.bets[bet].linear.tags.tags
    effect = f"{exposed.effects[face, bet] * 1e6:+.0f}".replace("+0", "0").replace("-0", "0")
    return f"{effect} ({tags[face] + 0.0:+g})".replace("(+0)", "(0)") if tags.any() else effect
