"""The rules of a book as patrons read them, in every language of the client.

Nothing is written here twice: bets, pays, chances and the third-card chart come from the book, the words around them
from the built client (`words.json`). What somebody's own book says stays English, and every other language says that
English prevails, as the client does.
"""

import re
from collections.abc import Iterator
from html import escape

import msgspec
from msgspec import Struct

from punto.analysis.odds.bet_odds import BetOdds, BookOdds
from punto.analysis.odds.write_odds import odds_text, percent_text
from punto.analysis.report.help_page import help_page
from punto.analysis.report.html import STYLE
from punto.rules.drawing_chart import DrawingChart, drawing_chart
from punto.rules.rulebook import RuleBook
from punto.server.rest.pages.client import built_client
from punto.server.rest.pages.help_html import help_html

WORDS = "words.json"
ENGLISH = "en"
MARKED_ENGLISH = 'lang="en"'
POLICIES = ("disconnection", "malfunction", "errors", "latency", "shuffle", "burn", "limits", "protection", "english")
CHART_STYLE = """
table.chart { width: auto; } .chart th, .chart td { text-align: center; min-width: 30px; }
.chart th, .chart td { border: 1px solid var(--line); }
.chart td.draws { background: #dcefe3; font-weight: 600; } .note { color: var(--faint); font-weight: 400; }
.pays th:nth-child(n+2) { width: 120px; }
"""


class Language(Struct, frozen=True):
    tag: str
    name: str
    words: dict[str, str | dict[str, str]]  # a text, or its forms for one and for more
    lines: dict[str, str] = {}  # when a line of a bet decides, by its English
    dealing: dict[str, str] = {}  # how cards are dealt: paragraphs by their English

    def say(self, key: str, **values: str) -> str:
        text = self.words[key]
        assert isinstance(text, str), f"{key} is one sentence"
        for name, value in values.items():
            text = text.replace(f"{{{name}}}", value)
        return text

    def named(self, kind: str, name: str, otherwise: str) -> str:
        """The client's word for a name, or the book's own title."""
        key = f"{kind}.{name}"
        return self.say(key) if key in self.words else otherwise


def client_languages() -> dict[str, Language]:
    """Of the client that is installed or built here; empty when there is none."""
    file = built_client().get(WORDS)
    return {} if file is None else msgspec.json.decode(file.content, type=dict[str, Language])


def rules_page(odds: BookOdds, language: Language) -> str:
    book = odds.book
    title = escape(language.named("book", book.id, book.title))
    body = [
        f"<header><p>{escape(language.say('help.title'))} · {escape(language.name)}</p><h1>{title}</h1></header>",
        *_prevails(language),
        *_chart(drawing_chart(book.drawing), language),
        f"<h2>{escape(language.say('help.rules'))}</h2>",
        _dealing(odds, language),
        f"<h2>{escape(language.say('help.payouts'))}</h2>",
        *(_bet(each, book, language) for each in odds.bets),
        *_modes(book, language),
        f"<h2>{escape(language.say('help.policies'))}</h2>",
        *(_policy(policy, language) for policy in POLICIES),
    ]
    return (
        f'<!doctype html>\n<html lang="{language.tag}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{STYLE}{CHART_STYLE}</style>\n</head>\n<body>\n<main>\n"
        + "\n".join(body)
        + "\n</main>\n</body>\n</html>\n"
    )


def has_english(odds: BookOdds, language: Language) -> bool:
    """Whether a page in another language says something in English."""
    return language.tag != ENGLISH and MARKED_ENGLISH in rules_page(odds, language)


def _prevails(language: Language) -> list[str]:
    return [] if language.tag == ENGLISH else [f'<p class="note">{escape(language.say("help.prevails"))}</p>']


def _dealing(odds: BookOdds, language: Language) -> str:
    """The book's own help page, up to its bets; what has no words in the language is marked as English."""
    page = help_html(help_page(odds))
    start, end = page.index("<h2"), page.index("<h2>Bets")
    dealt = page[page.index("</h2>", start) + len("</h2>") : end]
    return re.sub(r"<(p|h2)>([^<]*)(?=<)", lambda found: _paragraph(found[1], found[2], language), dealt)


def _paragraph(tag: str, english: str, language: Language) -> str:
    said = language.dealing.get(english)
    if said is not None or language.tag == ENGLISH:
        return f"<{tag}>{english if said is None else escape(said)}"
    return f"<{tag} {MARKED_ENGLISH}>{english}"


def _chart(chart: DrawingChart | None, language: Language) -> Iterator[str]:
    if chart is None:
        return
    say = language.say
    yield f"<h2>{escape(say('chart.title'))}</h2><h3>{escape(say('chart.player_title'))}</h3>"
    heads = "".join(f"<th>{total}</th>" for total in range(len(chart.player)))
    cells = "".join(_cell(language, draws=draws) for draws in chart.player)
    yield f'<table class="chart"><tr>{heads}</tr><tr>{cells}</tr></table>'
    yield f"<h3>{escape(say('chart.banker_title'))} · {escape(say('chart.third'))}</h3>"
    thirds = "".join(f"<th>{third}</th>" for third in range(len(chart.banker[0].by_third)))
    rows = "".join(
        f"<tr><th>{row.total}</th>{_cell(language, draws=row.if_player_stood)}"
        f"{''.join(_cell(language, draws=draws) for draws in row.by_third)}</tr>"
        for row in chart.banker
    )
    head = f"<tr><th>{escape(say('chart.banker_has'))}</th><th>{escape(say('chart.stood'))}</th>{thirds}</tr>"
    yield f'<div class="wide"><table class="chart">{head}{rows}</table></div>'
    key = " · ".join(
        f"{say(f'chart.{letter}')} {say(word)}" for letter, word in (("d", "chart.draws"), ("s", "chart.stands"))
    )
    yield f'<p class="note">{escape(key)}</p>'


def _cell(language: Language, *, draws: bool) -> str:
    return f"<td{' class=draws' if draws else ''}>{escape(language.say('chart.d' if draws else 'chart.s'))}</td>"


def _bet(each: BetOdds, book: RuleBook, language: Language) -> str:
    bet, say = each.bet, language.say
    title = language.named("bet", bet.id, bet.title)
    facts = _modes_of(bet.id, book, language)
    facts += [say("help.rtp", percent=percent_text(each.rtp, digits=2))]
    if bet.last_coup_offered:
        facts.append(say("help.last_round", round=str(bet.last_coup_offered)))
    rows = "".join(
        f"<tr>{_when(line.when, language)}"
        f'<td class="figure">{escape(say("help.push") if line.pays == 0 else odds_text(line.pays))}</td>'
        f'<td class="figure">{percent_text(line.probability, digits=2)}</td></tr>'
        for line in each.lines
        if line.pays != -1
    )
    heading = "".join(
        f"<th{' class=figure' if place else ''}>{escape(say(key))}</th>"
        for place, key in enumerate(("help.when", "help.pays", "help.chance"))
    )
    return (
        f'<h3>{escape(title)} <span class="note">{escape(" · ".join(facts))}</span></h3>'
        f'<table class="pays"><thead><tr>{heading}</tr></thead><tbody>{rows}</tbody></table>'
    )


def _when(english: str, language: Language) -> str:
    said = language.lines.get(english)
    return f"<td {MARKED_ENGLISH}>{escape(english)}</td>" if said is None else f"<td>{escape(said)}</td>"


def _modes_of(bet: str, book: RuleBook, language: Language) -> list[str]:
    """Those in which it stands on the felt, if not in all."""
    modes = [mode for mode in book.modes if bet not in mode.leaves_out]
    return [] if len(modes) == len(book.modes) else [language.named("mode", mode.id, mode.title) for mode in modes]


def _modes(book: RuleBook, language: Language) -> Iterator[str]:
    for mode in book.modes:
        bets = " · ".join(
            language.named("bet", bet.id, bet.title) for bet in book.bets if bet.id not in mode.leaves_out
        )
        title = language.named("mode", mode.id, mode.title)
        yield f"<h3>{escape(title)}</h3><p>{escape(bets)}</p>"


def _policy(policy: str, language: Language) -> str:
    words = language.say(f"policy.{policy}_words")
    return f"<h3>{escape(language.say(f'policy.{policy}'))}</h3><p>{escape(words)}</p>"
