"""A shoe that was tampered with, in any of its public parts, does not agree; and the first thing wrong is named."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from punto.analysis.outcomes.fingerprint import fingerprint
from punto.books import INTERBLOCK, MULTICOLOR, STORM
from punto.rules.cards import Card
from punto.rules.coup import struck_text
from punto.rules.rulebook import RuleBook
from punto.server.record.prove_shoe import NotYetShown, ShoeDoesNotAgree, proof
from punto.server.record.public_shoe import PublicRound, PublicShoe
from punto.table.fair_shoe import SECRET_BYTES, OutOfWords, commitment, contribution_digest, shoe_order
from punto.table.fair_storm import storm_drawn
from tests.cli.terminal import Terminal

SECRET = bytes(range(255, -1, -1)) * 4  # whose burn card has points
TEXTS = ("alice", "bob", "carol")
DIGESTS = tuple(sorted(contribution_digest(text).hex() for text in TEXTS))
RULES = "rules"


def a_shoe(book: RuleBook = INTERBLOCK, secret: bytes = SECRET, rounds: int = 5) -> PublicShoe:
    """Dealt as the rules say; the third round is cancelled after its third card."""
    bound_by = commitment(secret, "jade", 7, book.deck)
    order = shoe_order(secret, bound_by, list(map(bytes.fromhex, DIGESTS)), book.deck)
    burns = book.burn.for_zero is not None
    face_down = book.burn.face_down(order[0]) if burns else 0
    used, dealt = 1 + face_down if burns else 0, list[PublicRound]()
    for number in range(1, rounds + 1):
        coup = book.dealing.deal(order[used:])
        size = 3 if number == 3 else coup.player.size + coup.banker.size
        cards = tuple(map(str, order[used : used + size]))
        status: Any = "cancelled" if number == 3 else "settled"
        contributions = list(map(bytes.fromhex, DIGESTS))
        drawn = storm_drawn(secret, bound_by, contributions, number, book.storm) if book.storm else ()
        dealt.append(PublicRound(number, status, cards, str(coup.player), str(coup.banker), struck_text(drawn)))
        used += size
    return PublicShoe(
        table="jade",
        book=book.id,
        rules=RULES,
        shoe=7,
        deck=book.deck.id,
        commitment=bound_by.hex(),
        contributions=DIGESTS,
        secret=secret.hex(),
        is_abandoned=False,
        burn_card=str(order[0]) if burns else None,
        burned_face_down=face_down,
        rounds=tuple(dealt),
        cut_card=len(order) - used,
    )


def with_round(number: int, **changes: Any) -> Callable[[PublicShoe], PublicShoe]:
    def changed(shoe: PublicShoe) -> PublicShoe:
        rounds = [replace(each, **changes) if each.round == number else each for each in shoe.rounds]
        return replace(shoe, rounds=tuple(rounds))

    return changed


def test_storms_are_drawn_again() -> None:
    shoe = a_shoe(STORM)
    assert "storms      5 drawn again" in list(proof(shoe, STORM, RULES))
    for struck in (shoe.rounds[0].struck, shoe.rounds[1].struck[:-1] + "9", ""):
        with pytest.raises(ShoeDoesNotAgree, match="round 2, its storm"):
            list(proof(with_round(2, struck=struck)(shoe), STORM, RULES))


def swapped(shoe: PublicShoe) -> PublicShoe:
    first = shoe.rounds[0]
    return with_round(1, cards=(first.cards[1], first.cards[0], *first.cards[2:]))(shoe)


@pytest.mark.parametrize("book", [INTERBLOCK, MULTICOLOR, STORM], ids=lambda book: book.id)
def test_an_honest_shoe_agrees(book: RuleBook) -> None:
    lines = list(proof(a_shoe(book), book, RULES))
    assert lines[-2].startswith("rounds      5 dealt again")
    assert lines[-1].startswith("end         played until the cut card came out, ")


def test_an_honest_shoe_may_have_one_round_more_or_be_abandoned_or_come_from_an_older_floor() -> None:
    shoe = a_shoe()
    assert shoe.cut_card is not None
    one_more = replace(shoe, plays_one_more=True, cut_card=shoe.cut_card + len(shoe.rounds[-1].cards))
    assert list(proof(one_more, INTERBLOCK, RULES))[-1].endswith("cards from the end, and one round more")
    abandoned = replace(shoe, rounds=shoe.rounds[:2], is_abandoned=True, abandoned_because="a card was torn")
    assert list(proof(abandoned, INTERBLOCK, RULES))[-1] == "end         abandoned: a card was torn"
    older = replace(shoe, cut_card=None, rounds=shoe.rounds[:2])
    assert list(proof(older, INTERBLOCK, RULES))[-1].startswith("end         not checked")


@pytest.mark.parametrize(
    ("tamper", "says"),
    [
        (lambda shoe: replace(shoe, secret=bytes(SECRET_BYTES).hex()), "the commitment: shown was"),
        (lambda shoe: replace(shoe, secret="zz"), "the secret is not hexadecimal"),
        (lambda shoe: replace(shoe, secret="00"), "the secret has 1 bytes, not 1024"),
        (lambda shoe: replace(shoe, shoe=8), "the commitment: shown was"),
        (lambda shoe: replace(shoe, table="ruby"), "the commitment: shown was"),
        (lambda shoe: replace(shoe, commitment="00" * 32), "the commitment: shown was"),
        (lambda shoe: replace(shoe, deck="55x8"), "the deck: shown was '55x8'"),
        (lambda shoe: replace(shoe, rules="others"), "the book's rules: shown was 'others'"),
        (lambda shoe: replace(shoe, contributions=DIGESTS[:2]), "the burn card"),  # one was left out: another order
        (lambda shoe: replace(shoe, contributions=DIGESTS[::-1]), "are not sorted"),
        (lambda shoe: replace(shoe, contributions=(*DIGESTS, DIGESTS[2])), "one stands there twice"),
        (lambda shoe: replace(shoe, contributions=("alice",)), "'alice' among the contributions is no SHA-256 digest"),
        (lambda shoe: replace(shoe, burn_card="As" if shoe.burn_card != "As" else "Ah"), "the burn card: shown was"),
        (lambda shoe: replace(shoe, burned_face_down=shoe.burned_face_down + 1), "cards, not"),
        (lambda shoe: replace(shoe, burn_card=None), "no card was burned, and the book burns one"),
        (lambda shoe: replace(shoe, rounds=shoe.rounds[1:]), "round 2: shown was"),  # a round was hidden
        (lambda shoe: replace(shoe, rounds=shoe.rounds[:-1]), "and the last round that is shown left"),  # the end was
        (lambda shoe: replace(shoe, rounds=()), "and the last round that is shown left all"),
        (lambda shoe: replace(shoe, plays_one_more=True), "and the round after it is not shown"),
        (lambda shoe: replace(shoe, cut_card=415), "and 4 rounds too many were dealt after it"),
        (swapped, "round 1: shown was"),
        (lambda shoe: with_round(5, cards=shoe.rounds[4].cards[:-1])(shoe), "round 5: "),
        (lambda shoe: with_round(3, status="settled")(shoe), "round 3: Banker needs another card after 3"),
        (with_round(2, player="9h 9d"), "round 2: shown was '9h 9d"),
    ],
)
def test_whatever_is_changed_is_found(tamper: Callable[[PublicShoe], PublicShoe], says: str) -> None:
    with pytest.raises(ShoeDoesNotAgree, match=says):
        list(proof(tamper(a_shoe()), INTERBLOCK, RULES))


def test_a_card_too_many_is_found() -> None:
    shoe = a_shoe()
    order = [card for each in shoe.rounds for card in each.cards]
    longer = with_round(1, cards=tuple(order[: len(shoe.rounds[0].cards) + 1]))(replace(shoe, rounds=shoe.rounds[:1]))
    with pytest.raises(ShoeDoesNotAgree, match="round 1: by the rules it ended after"):
        list(proof(longer, INTERBLOCK, RULES))


def test_a_voided_round_is_dealt_again_like_any_other() -> None:
    assert list(proof(with_round(2, status="voided")(a_shoe()), INTERBLOCK, RULES))


def test_a_corrected_round_must_be_what_the_shoe_held() -> None:
    """Whatever was taken for its cards at first."""
    assert list(proof(with_round(2, status="corrected", cards=a_shoe().rounds[1].cards)(a_shoe()), INTERBLOCK, RULES))
    wrong_at_first = ("9h",) * len(a_shoe().rounds[1].cards)
    assert list(proof(with_round(2, status="corrected", cards=wrong_at_first)(a_shoe()), INTERBLOCK, RULES))
    with pytest.raises(ShoeDoesNotAgree, match="round 2, corrected: shown was '9h 9d"):
        list(proof(with_round(2, status="corrected", player="9h 9d")(a_shoe()), INTERBLOCK, RULES))


def test_a_corrected_round_needs_cards_in_the_shoe() -> None:
    shoe = a_shoe()
    bound_by = commitment(SECRET, "jade", 7, INTERBLOCK.deck)
    order = shoe_order(SECRET, bound_by, list(map(bytes.fromhex, DIGESTS)), INTERBLOCK.deck)
    every_card = tuple(map(str, order[1 + shoe.burned_face_down :]))
    full = with_round(1, status="cancelled", cards=every_card)(shoe)
    beyond = replace(full, rounds=(full.rounds[0], replace(full.rounds[1], status="corrected")))
    with pytest.raises(ShoeDoesNotAgree, match="round 2: Player needs another card after 0"):
        list(proof(beyond, INTERBLOCK, RULES))


def test_a_secret_that_runs_out_of_words_must_not_have_been_dealt(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody can make such a secret, because the order follows from its hash; so the arithmetic is made to fail."""

    def never(*_: object) -> list[Card]:
        raise OutOfWords

    monkeypatch.setattr("punto.server.record.prove_shoe.shoe_order", never)
    with pytest.raises(ShoeDoesNotAgree, match="runs out of words, and cards were dealt all the same"):
        list(proof(a_shoe(), INTERBLOCK, RULES))
    abandoned = replace(a_shoe(rounds=0), is_abandoned=True, burn_card=None)
    assert list(proof(abandoned, INTERBLOCK, RULES))[-1].endswith("and the shoe was abandoned")


def test_a_shoe_in_play_has_nothing_to_prove_yet() -> None:
    with pytest.raises(NotYetShown, match="its secret has not been shown yet"):
        list(proof(replace(a_shoe(), secret=None), INTERBLOCK, RULES))


def written(folder: Path, shoe: PublicShoe) -> str:
    file = folder / "shoe.json"
    file.write_bytes(msgspec.json.encode(shoe))
    return str(file)


def test_the_command_says_what_does_not_agree_and_exits_with_1(terminal: Terminal, tmp_path: Path) -> None:
    honest = replace(a_shoe(), rules=fingerprint(INTERBLOCK))
    assert terminal.run("verify", written(tmp_path, honest)).code == 0
    ran = terminal.run("verify", written(tmp_path, swapped(honest)))
    assert ran.code == 1
    assert ran.refused.startswith("punto: shoe 7 of 'jade' does not match: round 1: shown was ")


@pytest.mark.parametrize(
    ("source", "given", "says"),
    [
        ("missing.json", "", "missing.json: No such file or directory"),
        ("-", "{", "-: not what a floor publishes about a shoe: "),
        ("-", '{"table": "jade"}', "missing required field"),
        ("-", json.dumps(msgspec.to_builtins(replace(a_shoe(), book="poker"))), "BOOK: "),
        ("-", json.dumps(msgspec.to_builtins(replace(a_shoe(), secret=None))), "-: shoe 7 of 'jade' is not over"),
        ("http://127.0.0.1:1/api/fairness/jade/7", "", "http://127.0.0.1:1/api/fairness/jade/7: "),
        ("http://[/", "", "http://[/: "),
    ],
)
def test_what_cannot_be_verified_is_refused_in_one_line(terminal: Terminal, source: str, given: str, says: str) -> None:
    ran = terminal.run("verify", source, given=given)
    assert ran.code == 2
    assert says in ran.refused
    assert ran.refused.count("\n") == 1


def test_a_shoe_is_fetched_from_a_floor(terminal: Terminal) -> None:
    honest = replace(a_shoe(), rules=fingerprint(INTERBLOCK))
    with answering(msgspec.json.encode(honest)) as address:
        assert terminal.run("verify", f"{address}/api/fairness/jade/7").code == 0
        ran = terminal.run("verify", f"{address}/elsewhere")
        assert (ran.code, ran.refused) == (2, f"punto: {address}/elsewhere: the floor answers 404\n")


@contextmanager
def answering(content: bytes) -> Iterator[str]:
    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            found = self.path.startswith("/api/")
            self.send_response(200 if found else 404)
            self.end_headers()
            self.wfile.write(content if found else b"")

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Answer)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
