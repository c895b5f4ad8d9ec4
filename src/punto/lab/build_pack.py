"""The pack, part by part, in the order in which a test house reads it.

A part that needs something that is not here (sources, the battery, a built client) is left out, and the pack says what
was missing. Seeds serve everything but the shuffled shoes, whose randomness is the subject.
"""

import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from punto import __version__
from punto.analysis.odds.bet_odds import BookOdds
from punto.lab.clauses.page import clauses_page, held_points, words_of
from punto.lab.clauses.points import NAMED_TESTS
from punto.lab.clauses.test_run import CannotRun, Outcome, read_junit, run_tests
from punto.lab.events_page import catalogue, events_page
from punto.lab.index_page import index_page
from punto.lab.monitoring_page import monitoring_page
from punto.lab.pack import Pack
from punto.lab.randomness.add_randomness import add_randomness
from punto.lab.randomness.shoe_specification import specification_page, vectors
from punto.lab.randomness.storm_specification import storm_sections, storm_vectors
from punto.lab.release.build_page import build_page
from punto.lab.release.changes import as_csv, changes_page, commits
from punto.lab.release.rebuild import CannotBuild, build_twice, differs_from_running
from punto.lab.release.source_tree import SourceTree, find_sources, read_tree
from punto.lab.rules_pages import client_languages, has_english, rules_page
from punto.lab.sample_floor import FloorFailed, SampleFloor, play_sample
from punto.rules.cards import Deck
from punto.rules.rulebook import RuleBook

Say = Callable[[str], None]
CHANGED_SHOWN = 5
NO_SOURCES = "it needs the source tree: run it there, or name it with --sources"


@dataclass(frozen=True)
class Plan:
    books: Mapping[str, RuleBook]  # by the names under which they were asked for
    reports: Callable[[RuleBook], tuple[BookOdds, Mapping[str, bytes]]]  # exact odds, and the report by suffix
    command: str
    seed: int
    shoes: int
    floor_seconds: float
    sources: Path | None = None
    junit: Path | None = None  # of a run that was made before
    since: str | None = None  # the commit that was submitted last
    builds_wheel: bool = True
    runs_tests: bool = True

    @property
    def decks(self) -> list[Deck]:
        return list({book.deck.id: book.deck for book in self.books.values()}.values())


def build_pack(pack: Pack, plan: Plan, say: Say) -> None:
    root = find_sources(plan.sources)
    tree = None if root is None else read_tree(root)
    odds = _reports(pack, plan, say)
    _rules(pack, odds, say)
    _specification(pack, plan, say)
    for deck in plan.decks:
        dealt = [book for book in plan.books.values() if book.deck.id == deck.id]
        add_randomness(pack, deck, plan.shoes, dealt, say)
    _release(pack, plan, tree, say)
    _events(pack, plan, say)
    _clauses(pack, plan, tree, say)
    _changes(pack, plan, tree, say)
    _monitoring(pack, odds, say)
    made_at = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
    facts = {
        "Books": ", ".join(book.id for book in plan.books.values()),
        "Version": f"Punto {__version__}" + (f", {tree.called}" if tree else ""),
        "Made": made_at,
        "Command": plan.command,
    }
    pack.write_list(index_page(pack, facts), facts)


def _reports(pack: Pack, plan: Plan, say: Say) -> list[BookOdds]:
    pack.begin(
        "Mathematics", "Rules as implemented, exact odds of every line, variance, simulation, exposure to counting."
    )
    counted = []
    for book in plan.books.values():
        say(f"Report on {book.id}")
        odds, files = plan.reports(book)
        counted.append(odds)
        for suffix, content in files.items():
            pack.add(f"{folder_of(book)}/report{suffix}", content, f"PAR report on {book.title}")
    return counted


def _rules(pack: Pack, odds: list[BookOdds], say: Say) -> None:
    say("Rules in every language")
    pack.begin(
        "Rules", "What patrons read: third-card chart, payouts, return and house policies, in the client's words."
    )
    languages = client_languages()
    if not languages:
        pack.missing("Rules in every language: the client is not built here; python hatch_build.py build builds it.")
    for each in odds:
        for name, language in languages.items():
            what = f"{each.book.title}: rules in {language.name} ({language.tag})"
            pack.add_text(f"{folder_of(each.book)}/rules-{name}.html", rules_page(each, language), what)
        if any(has_english(each, language) for language in languages.values()):
            pack.missing(f"{each.book.title}: what only this book says is in English in every language.")


def _specification(pack: Pack, plan: Plan, say: Say) -> None:
    say("Specification of the shoe")
    pack.begin(
        "The generator", "How a shoe gets its order, for somebody who writes it anew, and vectors from the code."
    )
    made = list(vectors(plan.decks, plan.seed))
    books = list(plan.books.values())
    storms = storm_vectors(books, made)
    page = specification_page(plan.decks, made, plan.seed, storm_sections(books, storms))
    what = "Specification of the shoe" + (" and of storms" if storms else "")
    pack.add_page("shoe/specification.html", page, what)
    pack.add_json("shoe/vectors.json", made, "Test vectors")
    if storms:
        pack.add_json("shoe/storm-vectors.json", storms, "Test vectors of storms")


def _release(pack: Pack, plan: Plan, tree: SourceTree | None, say: Say) -> None:
    pack.begin("Sources and builds", "SHA-256 of sources, wheel and client, and the way to the same wheel.")
    if tree is None:
        pack.missing(f"Hashes of sources and builds: {NO_SOURCES}.")
        return
    say("Sources")
    sums = tree.sums()
    pack.add_text("release/sources.sha256", sums, "SHA-256 of every source file")
    if tree.changed:
        pack.missing(f"Not all of the tree is committed: {', '.join(tree.changed[:CHANGED_SHOWN])}.")
    if not plan.builds_wheel:
        pack.missing("The wheel was not built (--no-build).")
        return
    with _work() as work:
        try:
            builds = build_twice(tree, work, say)
        except CannotBuild as error:
            pack.missing(f"The wheel could not be built: {error}.")
            return
    pack.add_page(
        "release/builds.html",
        build_page(tree, sums, builds, differs_from_running(builds.first)),
        "Hashes and rebuilding",
    )
    pack.add(f"release/{builds.first.name}", builds.first.content, "The wheel")
    pack.add_text("release/client.sha256", builds.first.client_sums, "SHA-256 of every file of the client in the wheel")
    if builds.are_equal:
        pack.found(f"Two builds in different folders are equal bit for bit: SHA-256 {builds.first.sha256}.")
    else:
        pack.failed(f"Two builds differ, in {', '.join(builds.differing) or 'the archive alone'}.")


def _events(pack: Pack, plan: Plan, say: Say) -> None:
    say("Sample floor")
    pack.begin("Logs", "Every kind of event, the log of a short evening on a real floor, and its audit.")
    sample: SampleFloor | None = None
    with _work() as work:
        try:
            sample = play_sample(plan.books, work, plan.floor_seconds)
        except FloorFailed as error:
            pack.missing(f"The sample floor was not played: {error}.")
    events = catalogue(sample.log if sample else ())
    pack.add_page("logs/events.html", events_page(events, sample), "Catalogue of logged events")
    pack.add_json("logs/events.json", events, "The catalogue for programs")
    if sample is not None:
        lines = b"".join(msgspec.json.encode(line) + b"\n" for line in sample.log)
        pack.add("logs/sample-log.jsonl", lines, "The log as it is stored, stream by stream")
        pack.add_text("logs/floor.toml", sample.config, "The floor that was played")
        pack.add_text("logs/audit.txt", sample.audit, "What punto audit says of it")
        pack.add_text("logs/audit.json", sample.audit_json, "The same for programs")
        if sample.is_sound:
            pack.found(f"{len(sample.log):,} events; punto audit finds nothing wrong.")
        else:
            pack.failed(f"punto audit: {sample.audit.strip().splitlines()[-1]}")


def _clauses(pack: Pack, plan: Plan, tree: SourceTree | None, say: Say) -> None:
    pack.begin("Compliance", "Thirty-six points of the standards, the tests that hold them, and their results.")
    outcomes: Mapping[str, Outcome] = {}
    ran = "none was run"
    with _work() as work:
        junit = plan.junit or work / "junit.xml"
        try:
            if plan.junit is None:
                if tree is None:
                    raise CannotRun(NO_SOURCES)
                if not plan.runs_tests:
                    raise CannotRun("--no-tests was given; --junit FILE reads a run that was made before")
                say(f"{len(NAMED_TESTS)} tests")
                run_tests(tree.root, NAMED_TESTS, junit)
            outcomes = read_junit(junit)
        except CannotRun as why:
            pack.missing(f"The tests were not run: {why}.")
        else:
            ran = f"{len(NAMED_TESTS)} named; results from {junit.name if plan.junit else 'a run for this pack'}"
            pack.add("compliance/junit.xml", junit.read_bytes(), "What the tests said, as JUnit")
    held = held_points(outcomes)
    pack.add_page("compliance/clauses.html", clauses_page(held, ran), "Clause, test, result")
    pack.add_json("compliance/clauses.json", held, "The same for programs")
    (pack.found if all(each.result == Outcome.PASSED for each in held) else pack.missing)(words_of(held))
    for each in held:
        if each.result == Outcome.FAILED:
            pack.failed(f"Point {each.number}: a test failed.")


def _changes(pack: Pack, plan: Plan, tree: SourceTree | None, say: Say) -> None:
    say("Changes")
    pack.begin("Changes", "What has changed since the last submission, commit by commit, each with its class.")
    found = None if tree is None else commits(tree, plan.since)
    if tree is None or found is None:
        why = NO_SOURCES if tree is None else f"there is no history, or no commit {plan.since} in it"
        pack.missing(f"Change list: {why}.")
        return
    pack.add_page("changes/changes.html", changes_page(tree, found, plan.since), "Change list")
    pack.add_text("changes/commits.csv", as_csv(found), "Every commit with its class")


def _monitoring(pack: Pack, odds: list[BookOdds], say: Say) -> None:
    say("Monitoring of returns")
    pack.begin("Monitoring of returns", "How actual returns are held against theory, and when that is an alarm.")
    pack.add_page("monitoring.html", monitoring_page(odds), "Method of return monitoring")


def folder_of(book: RuleBook) -> str:
    return f"books/{book.id.replace('/', '-')}"


@contextmanager
def _work() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="punto-lab-") as name:
        yield Path(name)
