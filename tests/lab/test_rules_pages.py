"""Rules in every language: the book's figures in the client's words."""

import json
import re
from dataclasses import replace
from functools import cache
from html import escape
from pathlib import Path

import pytest

from punto.analysis.odds.bet_odds import BookOdds
from punto.analysis.odds.house_edge import book_odds
from punto.analysis.report.help_page import help_page
from punto.books import MULTICOLOR, SA, SQUEEZE
from punto.books.catalogue import CATALOGUE
from punto.books.find_book import BUILT_IN
from punto.lab.rules_pages import POLICIES, Language, has_english, rules_page
from punto.rules.bet import Bet, Line
from punto.rules.conditions import hands_tie
from punto.rules.money import Odds
from punto.rules.rulebook import RuleBook
from punto.server.rest.pages.help_html import help_html

WORDS = Path(__file__).parents[2] / "web" / "src" / "words"
FOLDERS = {"en": "english", "es": "es", "ja": "ja", "ko": "ko", "zh-hans": "zh-hans", "zh-hant": "zh-hant"}
ENTRY = re.compile(r'^  "([\w.-]+)":\s+"((?:[^"\\]|\\.)*)",', re.MULTILINE)


@cache
def odds_of(book: RuleBook) -> BookOdds:
    return book_odds(book)


@cache
def language(name: str) -> Language:
    """Read from the client's sources, as its build writes it into words.json."""
    texts = [file.read_text(encoding="utf-8") for file in sorted((WORDS / FOLDERS[name]).glob("*.ts"))]
    words = {key: text for file in texts for key, text in ENTRY.findall(file)}
    return Language(name, name, words, sentences("lines", name), sentences("dealing", name))


@cache
def sentences(kind: str, name: str) -> dict[str, str]:
    found: dict[str, str] = {} if name == "en" else json.loads((WORDS / kind / f"{name}.json").read_text("utf-8"))
    return found


@pytest.mark.parametrize("name", FOLDERS)
@pytest.mark.parametrize("book", [SA, SQUEEZE, MULTICOLOR], ids=lambda book: book.id)
def test_a_page_has_every_bet_its_return_and_every_policy(book: RuleBook, name: str) -> None:
    words = language(name)
    odds = odds_of(book)
    page = rules_page(odds, words)
    for each in odds.bets:
        assert escape(words.named("bet", each.bet.id, each.bet.title)) in page
        assert f"{float(each.rtp * 100):.2f} %" in page
    assert page.count("<h3>") >= len(POLICIES)
    assert (words.say("help.prevails") in page) is (name != "en")


@pytest.mark.parametrize("name", [name for name in FOLDERS if name != "en"])
def test_every_line_of_every_published_bet_has_words_and_no_others_are_kept(name: str) -> None:
    bets = [*(bet for book in BUILT_IN for bet in book.bets), *(entry.bet for entry in CATALOGUE)]
    assert {line.when.words for bet in bets for line in bet.lines} == set(sentences("lines", name))


@pytest.mark.parametrize("name", [name for name in FOLDERS if name != "en"])
def test_all_that_published_books_say_of_dealing_has_words_and_no_more_is_kept(name: str) -> None:
    said: set[str] = set()
    for book in BUILT_IN:
        page = help_html(help_page(odds_of(book)))
        said |= set(re.findall(r"<(?:p|h2)>([^<]*)<", page[page.index("<h2") : page.index("<h2>Bets")]))
        assert 'lang="en"' not in rules_page(odds_of(book), language(name))
    assert said == set(sentences("dealing", name))


def test_a_page_says_its_lines_in_its_language() -> None:
    page = rules_page(odds_of(SA), language("es"))
    assert "<td>gana el Jugador y los totales difieren en 9</td>" in page
    assert "totals are 9 apart" not in page
    assert '<td lang="en">' not in page


def test_a_line_of_somebodys_own_book_stays_english() -> None:
    when = hands_tie.called("a <tie>")
    own = replace(SA, id="own", bets=(Bet("own", "Own", (Line(when, Odds(1)),)),), modes=())
    odds = book_odds(own)
    assert '<td lang="en">a &lt;tie&gt;</td>' in rules_page(odds, language("ja"))
    assert [has_english(each, language("ja")) for each in (odds, odds_of(SA))] == [True, False]
    assert not has_english(odds, language("en"))


@pytest.mark.parametrize("name", FOLDERS)
def test_every_language_says_who_decides_when_a_line_is_slow(name: str) -> None:
    words = language(name)
    assert escape(words.say("policy.latency_words")) in rules_page(odds_of(SA), words)


def test_the_chart_is_the_books() -> None:
    page = rules_page(odds_of(SA), language("en"))
    rows = re.findall(r"<tr><th>(\d)</th>(.*?)</tr>", page)
    drawn = {int(total): "".join(re.findall(r"<td(?: class=draws)?>(\w)</td>", cells)) for total, cells in rows[-8:]}
    assert drawn[3] == "DDDDDDDDDSD"
    assert drawn[6] == "SSSSSSSDDSS"
    assert drawn[7] == "S" * 11


def test_a_rule_that_fits_no_chart_has_none() -> None:
    words = language("en")
    assert words.say("chart.player_title") not in rules_page(odds_of(MULTICOLOR), words)
