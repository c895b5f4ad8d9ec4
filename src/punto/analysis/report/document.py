"""The report of a book, section by section, independent of the output format."""

from collections.abc import Iterator

from punto.analysis.odds.bet_odds import BetOdds
from punto.analysis.odds.comparison import compare
from punto.analysis.odds.write_odds import odds_text, percent_text
from punto.analysis.report.blocks import Block, Document, Drawn, Paragraph, Picture, Section, Sheet, SignOff
from punto.analysis.report.counting_section import effects_blocks, exposure_blocks
from punto.analysis.report.figures import ReportFigures
from punto.analysis.report.multiples import convergence_picture
from punto.analysis.report.plots import edge_picture
from punto.analysis.report.spread_section import spread_blocks

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
            Section("Decks side by side", tuple(_decks(figures))),
            Section("Variance and volatility", tuple(spread_blocks(figures))),
            Section("Convergence and check by simulation", tuple(_simulation(figures))),
            Section("Exposure to counting", tuple(exposure_blocks(figures))),
            Section("Effects of removal", tuple(effects_blocks(figures))),
            Section("How the figures were computed", tuple(map(Paragraph, METHOD))),
            Section("Sign-off", (SignOff(SIGNERS, SIGNED_WORDS),)),
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
SIGNERS = ("Prepared by", "Checked by", "Approved by")
SIGNED_WORDS = (
    "Those who sign confirm that the rule book with the fingerprint on page one is the one they examined, and that the "
    "command on page one gave them these figures."
)
CONVERGENCE_WORDS = (
    "Return of every bet in percent, by rounds played with one unit each. Its mean stands above; 90, 95 and 99 % of "
    "all results lie in the shaded ranges. Red: where the simulation stood after 1, 2, 4 … blocks of rounds."
)
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


def _decks(figures: ReportFigures) -> Iterator[Block]:
    names = [decks_text(odds.book.deck.copies) for odds in figures.in_decks]
    found = compare(names, figures.in_decks)
    rows = []
    for each in figures.counted.odds.bets:
        odds = [other for other in found.of(each.bet.id) if other is not None]
        edges = [percent_text(other.house_edge) for other in odds]
        hits = [percent_text(other.win_probability, digits=3) for other in odds]
        rows.append((each.bet.title, *edges, *hits))
    heading = ("bet", *(f"edge, {name}" for name in names), *(f"hits, {name}" for name in names))
    yield Paragraph(
        "The same rules and pays from shoes of other sizes: house edge, and the chance of winning anything. All the "
        f"rest of this report is about {names[0]}."
    )
    yield Sheet("", heading, tuple(rows))


def decks_text(copies: int) -> str:
    return "1 deck" if copies == 1 else f"{copies:,} decks"


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
    yield Picture(convergence_picture(figures.counted.odds, simulated), CONVERGENCE_WORDS)
