"""The part of a pack on one deck's shoes: bytes, words and orders in bulk, both tests, and the verdict."""

import csv
import io
from collections.abc import Callable, Sequence

from punto.lab.pack import Pack
from punto.lab.randomness.card_positions import PositionTests, tests_of_positions
from punto.lab.randomness.dieharder import (
    BYTES_NEEDED,
    HOW_TO_INSTALL,
    PROGRAM,
    BatteryRun,
    find_battery,
    run_battery,
)
from punto.lab.randomness.drawn_shoes import DrawnShoes, as_cards, as_dieharder_numbers, as_sts_bits, draw_shoes
from punto.lab.randomness.storm_draws import StormTests, file_id, tests_of_storms
from punto.lab.randomness.verdict import judge, randomness_page
from punto.rules.cards import Deck
from punto.rules.coup import struck_text
from punto.rules.rulebook import RuleBook

Say = Callable[[str], None]


def add_randomness(pack: Pack, deck: Deck, shoes: int, books: Sequence[RuleBook], say: Say) -> None:
    """`books`: those dealt from the deck; storms are tested where they have one."""
    say(f"{shoes:,} shoes of {deck.id}")
    pack.begin(f"Randomness, {deck.id}", WORDS)
    drawn = draw_shoes(deck, shoes, say)
    folder = f"randomness/{deck.id}"
    _add_bulk(pack, folder, drawn)
    say("  every place of a shoe")
    positions = tests_of_positions(drawn)
    battery, why_not = _battery(pack, folder, drawn, say)
    storms = [tests_of_storms(drawn, book) for book in books if book.storm is not None]
    verdict = judge(positions, battery, storms)
    pack.add_page(
        f"{folder}/results.html",
        randomness_page(drawn, positions, battery, why_not, verdict, storms),
        "Results at the 99 % level",
    )
    pack.add_text(
        f"{folder}/places.csv", _tests_csv(positions), "Chi-square of every place, and of every two neighbours"
    )
    pack.add_text(
        f"{folder}/faces-by-place.csv", _counts_csv(drawn, positions), "How often each face came at each place"
    )
    for each in storms:
        _add_storms(pack, f"{folder}/storms-{file_id(each.book)}", each)
    (pack.failed if verdict.failures else pack.found)(verdict.words)
    if battery is None:
        pack.missing(f"The battery was not run: {why_not}.")
    elif battery.unfinished:
        pack.missing(f"dieharder gave no figure for {'; '.join(battery.unfinished)}.")
    if not positions.pairs:
        pack.missing(f"Neighbours were not tested: that takes {positions.shoes_for_pairs:,} shoes.")


WORDS = (
    "Output of the operating system's generator, the words that the shuffle reads, and shuffled shoes, all in bulk; a "
    "public battery on the words, and a test of every card position on the shoes."
)


def _add_bulk(pack: Pack, folder: str, drawn: DrawnShoes) -> None:
    raw = "raw bytes, for dieharder -g 200 or 201, PractRand stdin16, NIST STS (binary), ent, rngtest"
    pack.add(f"{folder}/secrets.bin", drawn.secrets, f"Secrets from the operating system, 1,024 bytes a shoe; {raw}")
    pack.add(f"{folder}/words.bin", drawn.words, f"What the shuffle reads: secret xor pad; {raw}")
    pack.add(f"{folder}/words-sts.txt", as_sts_bits(drawn.words), "Its first bits as 0 and 1, for NIST STS (ASCII)")
    numbers = as_dieharder_numbers(drawn.words)
    pack.add(f"{folder}/words-dieharder.txt", numbers, "Its first 32-bit numbers as text, for dieharder -g 202")
    pack.add(
        f"{folder}/shoes.bin", drawn.orders.tobytes(), "Shuffled shoes, one byte a card: its place among the faces"
    )
    pack.add_text(f"{folder}/shoes.txt", as_cards(drawn), "The first shoes as cards, one a line")
    faces = "".join(f"{number} {face}\n" for number, face in enumerate(drawn.deck.faces))
    pack.add_text(f"{folder}/faces.txt", faces, "The faces by their bytes in shoes.bin")


def _add_storms(pack: Pack, name: str, found: StormTests) -> None:
    lines = "".join(f"{struck_text(struck)}\n" for struck in found.storms)
    pack.add_text(f"{name}.txt", lines, f"{found.book.title}: the storm of each shoe's first round, one a line")
    rows = [
        (test.name, *row)
        for test in (*found.tests, *found.left_out)
        for row in zip(test.values, test.counts, test.expected, strict=True)
    ]
    counts = _csv(("test", "value", "count", "expected"), rows)
    pack.add_text(f"{name}.csv", counts, f"{found.book.title}: how many cards, which and which multipliers were struck")


def _battery(pack: Pack, folder: str, drawn: DrawnShoes, say: Say) -> tuple[BatteryRun | None, str]:
    program = find_battery()
    if program is None:
        return None, f"{PROGRAM} is not installed: {HOW_TO_INSTALL}"
    if len(drawn.words) < BYTES_NEEDED:
        return None, f"{len(drawn.words):,} bytes are too few for it: it takes {BYTES_NEEDED // 1_024:,} shoes"
    ran = run_battery(program, pack.folder / folder / "words.bin", say=say)
    pack.add_text(f"{folder}/dieharder.txt", ran.raw, "Everything that dieharder printed, with its commands")
    return ran, ""


def _tests_csv(positions: PositionTests) -> str:
    rows = [
        (kind, each.place, each.statistic, each.degrees_of_freedom, each.p_value)
        for kind, tests in (("place", positions.places), ("neighbours", positions.pairs), ("all", (positions.whole,)))
        for each in tests
    ]
    return _csv(("test", "place", "chi_square", "degrees_of_freedom", "p_both_sides"), rows)


def _counts_csv(drawn: DrawnShoes, positions: PositionTests) -> str:
    rows = [(place + 1, *counts) for place, counts in enumerate(positions.counts.tolist())]
    return _csv(("place", *map(str, drawn.deck.faces)), rows)


def _csv(heading: tuple[str, ...], rows: Sequence[Sequence[object]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(heading)
    writer.writerows(rows)
    return text.getvalue()
