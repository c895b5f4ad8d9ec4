"""A book's help page, derived from the book: how it is dealt, every bet with its lines, last round and return.

The page is Markdown, which the terminal, the documentation and a browser can all show.
"""

from punto.analysis.odds.bet_odds import BetOdds, BookOdds
from punto.analysis.odds.write_odds import decimal_text, odds_text, percent_text
from punto.rules.rulebook import RuleBook

ODDS_EXPLAINED = (
    "Odds are net: 8 wins eight times the stake, and the stake is returned as well. The first row of a bet that "
    "applies decides; if none does, the stake is lost. RTP is the share of all stakes that is returned to patrons, "
    "from a fresh shoe."
)
CUT_CARD_EXPLAINED = "The cut card lies near the end; the round in which it comes out is the last of the shoe."


def help_page(odds: BookOdds) -> str:
    book = odds.book
    sections = [
        f"# {book.title}",
        f"Rule book `{book.id}`. Source: {book.source}.",
        "## How it is dealt",
        *_dealing(book),
        *_storm(book),
        "## Bets",
        ODDS_EXPLAINED,
        "\n".join(_bet_table(odds)),
        *_modes(book),
    ]
    return "\n\n".join(sections) + "\n"


def _dealing(book: RuleBook) -> list[str]:
    deck = book.deck
    cards = f"The shoe holds {deck.size} cards, {deck.copies} × {len(deck.faces)}."
    return [
        f"{cards} {book.burn.explanation} {CUT_CARD_EXPLAINED}",
        book.scoring.explanation,
        "Cards are dealt to Player, Banker, Player, Banker.",
        book.drawing.explanation,
    ]


def _storm(book: RuleBook) -> list[str]:
    if book.storm is None:
        return []
    cards, multipliers = (
        ", ".join(f"{mark}{number} ({weight} in {weighted.total})" for number, weight in weighted.weights)
        for mark, weighted in (("", book.storm.cards), ("×", book.storm.multipliers))
    )
    drawn = f"When betting has closed, cards are struck, each another one: {cards}. Each multiplies: {multipliers}."
    counts = "The best struck card among the first two of the winning hand counts."
    fee = f"Odds below are of the whole stake, of which {decimal_text(book.storm.fee * 100)} % is the storm's fee"
    return ["## The storm", f"{drawn} {counts} {fee}; a push returns the fee too."]


def _bet_table(odds: BookOdds) -> list[str]:
    rows = ["| bet | when | pays | last round | RTP |", "| --- | --- | ---: | ---: | ---: |"]
    for each in odds.bets:
        rows += _bet_rows(each)
    return rows


def _bet_rows(each: BetOdds) -> list[str]:
    last = each.bet.last_coup_offered
    rows = []
    for index, line in enumerate(each.bet.lines):
        first = (each.bet.title, str(last or "–"), percent_text(each.rtp, digits=2)) if index == 0 else ("", "", "")
        rows.append(f"| {first[0]} | {line.when.words} | {odds_text(line.pays)} | {first[1]} | {first[2]} |")
    return rows


def _modes(book: RuleBook) -> list[str]:
    if not book.modes:
        return []
    rows = []
    for mode in book.modes:
        out = " and ".join(book.bet(bet).title for bet in mode.leaves_out)
        rows.append(f"- **{mode.title}** (`{mode.id}`): every bet except {out}.")
    return ["## Playing modes", "Each patron chooses one.", "\n".join(rows)]
