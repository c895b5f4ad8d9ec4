"""What a report says about card counters: exposure of every bet, and effects of removal."""

from collections.abc import Iterator, Sequence

from punto.analysis.exposure.counting_tags import faces_alike
from punto.analysis.exposure.exposure import Exposure
from punto.analysis.report.blocks import Block, Paragraph, Picture, Sheet
from punto.analysis.report.figures import ReportFigures
from punto.analysis.report.multiples import exposure_picture


def exposure_blocks(figures: ReportFigures) -> Iterator[Block]:
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
        exposure_picture(exposed),
        "By round of the shoe. Blue: the share of rounds that favour a counter; red: units won per 100 such rounds. "
        "The figures are the highest of each line. Dotted: the last round in which the bet is open.",
    )
    yield from _linear(exposed)


def _linear(exposed: Exposure) -> Iterator[Block]:
    rows = []
    for each in exposed.bets:
        linear, gain = each.linear, each.linear.gain
        if linear.trigger is not None and gain and linear.gain_in_limits:
            shares = f"{gain.share.times(100)} %", f"{gain.mean_edge.times(100)} %"
            wins = str(gain.per_shoe), str(gain.per_100_coups), str(linear.gain_in_limits.per_100_coups)
            rows.append((each.bet.title, f"{linear.trigger:+.2f}", *shares, *wins))
    silent = len(exposed.bets) - len(rows)
    if rows:
        heading = ("bet", "trigger count", "bets in", "mean edge", "units/shoe", "units/100", "units/100, open")
        yield Sheet("A linear counter, with the tags of the next section and no limits", heading, tuple(rows))
    if silent:
        which = f"{silent} other bets have" if rows else "No bet has"
        none = "no trigger" if rows else "a trigger"
        yield Paragraph(f"{which} {none} of a linear count that {exposed.shoes:,} shoes support.")


def effects_blocks(figures: ReportFigures) -> Iterator[Block]:
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
