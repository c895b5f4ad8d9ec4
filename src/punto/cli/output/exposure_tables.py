"""What `punto exposure` prints: tables for people, JSON for programs. Every figure of the sample has its error."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich.table import Table

from punto.cli.output.fitted_table import Column, fitted_table
from punto.cli.output.numbered import numbered

if TYPE_CHECKING:  # counting loads NumPy and Numba
    from punto.analysis.estimate import Estimate
    from punto.analysis.exposure.exposure import BetExposure, Exposure, LinearCount
    from punto.analysis.exposure.shoe_moments import Gain
    from punto.rules.rulebook import RuleBook

NONE = "none"


def exposure_tables(counted: Sequence[Exposure], width: int) -> Iterator[Table]:
    """Of one cut card in detail, or of several side by side."""
    one = counted[0]
    if len(counted) > 1:
        yield _sweep_table(counted, width)
    else:
        yield _perfect_table(one, width)
        if any(each.bet.last_coup_offered for each in one.bets):
            yield _limits_table(one, width)
        yield _parts_table(one, width)
        yield _linear_table(one, width)
    yield _tag_table(one, width)


def _title(counted: Exposure, what: str) -> str:
    book = counted.book
    dealt = f"{numbered(counted.shoes, 'shoe')}, {numbered(counted.coups, 'round')}, seed {counted.seed}"
    return f"{book.title} ({book.id}), {what}\n{dealt}\n{counted.procedure.words(book)}"


def _names(counted: Exposure) -> Column:
    return Column("bet", [each.bet.title for each in counted.bets])


def _perfect_table(counted: Exposure, width: int) -> Table:
    gains = [each.perfect for each in counted.bets]
    columns = (
        Column("fresh\nshoe %", [f"{each.fresh * 100:.4f}" for each in counted.bets], importance=1),
        Column("favours\nin %", [_share(gain) for gain in gains]),
        Column("mean edge\nthen %", [_edge(gain) for gain in gains], importance=2),
        Column("units per\n100 rounds", [_won(gain) for gain in gains]),
        Column("units per\nshoe", [_per_shoe(gain) for gain in gains], importance=0),
    )
    caption = (
        f"± is the standard error. none: in no shoe, so, 95 % sure, in fewer than {_rule_of_three(counted)} of them.\n"
        f"{_too_few()}"
    )
    return fitted_table(_title(counted, "a perfect counter"), _names(counted), columns, width, caption)


def _too_few() -> str:
    from punto.analysis.exposure.shoe_moments import SHOES_TO_TRUST

    return f"–: fewer than {SHOES_TO_TRUST} shoes favour the bet, too few to tell."


def _rule_of_three(counted: Exposure) -> str:
    return f"{min(1.0, 3 / counted.shoes):.2g}"


def _limits_table(counted: Exposure, width: int) -> Table:
    limited = [each for each in counted.bets if each.bet.last_coup_offered]
    gains = [each.perfect_in_limits for each in limited]
    columns = (
        Column("last\nround", [str(each.bet.last_coup_offered) for each in limited]),
        Column("favours\nin %", [_share(gain) for gain in gains]),
        Column("units per\n100 rounds", [_won(gain) for gain in gains]),
        Column("linear: units\nper 100 rounds", [_linear_won(each.linear) for each in limited], importance=1),
    )
    names = Column("bet", [each.bet.title for each in limited])
    return fitted_table("The same until the book closes the bet", names, columns, width, _no_count())


def _parts_table(counted: Exposure, width: int) -> Table:
    last, size = len(counted.shoes_by_coup), counted.coups_of_a_part
    count = len(counted.bets[0].share_by_part)
    columns = []
    for part in range(count):
        start, end = part * size + 1, last if part == count - 1 else (part + 1) * size
        shares = [each.share_by_part[part] for each in counted.bets]
        columns.append(Column(f"{start}–{end}", [str(share.times(100)) if share.value else NONE for share in shares]))
    title = "Rounds that favour a perfect counter, in percent, by round of the shoe"
    return fitted_table(title, _names(counted), columns, width)


def _no_count() -> str:
    from punto.analysis.exposure.shoe_moments import SHOES_TO_TRUST

    return f"–: fewer than {SHOES_TO_TRUST} shoes reach the trigger, or no trigger wins more than two standard errors."


def _linear_table(counted: Exposure, width: int) -> Table:
    counts = [each.linear for each in counted.bets]
    columns = (
        Column("trigger\n(true count)", [_trigger(linear) for linear in counts]),
        Column("bets\nin %", [_share(linear.gain) for linear in counts]),
        Column("mean edge\n%", [_edge(linear.gain) for linear in counts], importance=3),
        Column("units per\n100 rounds", [_won(linear.gain) for linear in counts]),
        Column("units per\nshoe", [_per_shoe(linear.gain) for linear in counts], importance=0),
        Column("of perfect\n%", [_of_perfect(linear) for linear in counts], importance=1),
    )
    caption = f"{_no_count()} A trigger that was not given is chosen on every other shoe and measured on the rest."
    return fitted_table("A linear counter, with the tags below", _names(counted), columns, width, caption)


def _sweep_table(counted: Sequence[Exposure], width: int) -> Table:
    """Rows by bet and cut card."""
    rows = [(exposed, exposed.bets[place]) for place in range(len(counted[0].bets)) for exposed in counted]
    titles = [each.bet.title if exposed is counted[0] else "" for exposed, each in rows]
    gains, linears = [each.perfect for _, each in rows], [each.linear for _, each in rows]
    columns = (
        Column("cut\ncard", [str(exposed.cut_card) for exposed, _ in rows]),
        Column("favours\nin %", [_share(gain) for gain in gains], importance=2),
        Column("units per\n100 rounds", [_won(gain) for gain in gains]),
        Column("units per\nshoe", [_per_shoe(gain) for gain in gains], importance=0),
        Column("linear:\ntrigger", [_trigger(linear) for linear in linears], importance=3),
        Column("units per\n100 rounds", [_won(linear.gain) for linear in linears], importance=4),
    )
    one = counted[0]
    more = one.procedure.more_rounds
    title = (
        f"{one.book.title} ({one.book.id}), a perfect and a linear counter by cut card\n"
        f"{numbered(one.shoes, 'shoe')}, the same for all, seed {one.seed}, "
        f"{numbered(more, 'more round')} after the cut card"
    )
    return fitted_table(title, Column("bet", titles), columns, width, _no_count())


def _tag_table(counted: Exposure, width: int) -> Table:
    """Bets in rows, cards in columns: the tag of each card."""
    from punto.analysis.exposure.counting_tags import groups_alike

    rows = [each.linear.tags.tags for each in counted.bets]
    groups = groups_alike(counted.book, rows)
    columns = [
        Column(
            name.replace(" (", "\n(").replace("T J Q K", "T–K"),
            [_tag(tags[faces[0]]) if tags.any() else "–" for tags in rows],
        )
        for name, faces in groups
    ]
    is_blank = not all(tags.any() for tags in rows)
    caption = "–: every card counts alike for the bet, so there is nothing to count." if is_blank else ""
    return fitted_table("Tags for each card seen", _names(counted), columns, width, caption)


def _tag(tag: float) -> str:
    return f"{tag:+g}" if tag else "0"


def _trigger(linear: LinearCount) -> str:
    return "–" if linear.trigger is None else f"{linear.trigger:+g}"


def _share(gain: Gain | None) -> str:
    return "–" if gain is None else str(gain.share.times(100)) if gain.shoes_betting else NONE


def _edge(gain: Gain | None) -> str:
    return str(gain.mean_edge.times(100)) if gain and gain.is_supported else "–"


def _won(gain: Gain | None) -> str:
    return "–" if gain is None else str(gain.per_100_coups) if gain.shoes_betting else NONE


def _per_shoe(gain: Gain | None) -> str:
    return "–" if gain is None else str(gain.per_shoe) if gain.shoes_betting else NONE


def _linear_won(linear: LinearCount) -> str:
    return _won(linear.gain_in_limits)


def _of_perfect(linear: LinearCount) -> str:
    return "–" if linear.share_of_perfect is None else str(linear.share_of_perfect.times(100))


def exposure_as_json(counted: Exposure) -> dict[str, object]:
    return {
        "book": counted.book.id,
        "shoes": counted.shoes,
        "rounds": counted.coups,
        "cut_card": counted.cut_card,
        "more_rounds": counted.procedure.more_rounds,
        "procedure": counted.procedure.words(counted.book),
        "seed": counted.seed,
        "shoes_by_round": counted.shoes_by_coup.tolist(),
        "bets": {each.bet.id: _bet_as_json(counted.book, each) for each in counted.bets},
    }


def _bet_as_json(book: RuleBook, each: BetExposure) -> dict[str, object]:
    faces = [str(face) for face in book.deck.faces]
    linear = each.linear
    return {
        "fresh": each.fresh,
        "best": each.best,
        "last_round": each.bet.last_coup_offered,
        "perfect": {"open": _gain(each.perfect_in_limits), "no_limits": _gain(each.perfect)},
        "linear": {
            "effects_of_removal": dict(zip(faces, linear.tags.effects.tolist(), strict=True)),
            "tags": dict(zip(faces, linear.tags.tags.tolist(), strict=True)),
            "correlation": linear.tags.correlation or None,
            "trigger": linear.trigger,
            "trigger_is_given": linear.is_given,
            "share_of_perfect": linear.share_of_perfect and _estimate(linear.share_of_perfect),
            "open": linear.gain_in_limits and _gain(linear.gain_in_limits),
            "no_limits": linear.gain and _gain(linear.gain),
        },
        "share_by_round": each.share_by_coup.tolist(),
        "gain_per_100_by_round": each.gain_by_coup.tolist(),
    }


def _gain(gain: Gain) -> dict[str, object]:
    return {
        "share_of_rounds": _estimate(gain.share),
        "mean_edge": _estimate(gain.mean_edge) if gain.is_supported else None,
        "units_per_100_rounds": _estimate(gain.per_100_coups),
        "units_per_shoe": _estimate(gain.per_shoe),
        "shoes": gain.shoes_betting,
    }


def _estimate(figure: Estimate) -> dict[str, float]:
    return {"value": figure.value, "error": figure.error}
