"""What holds for every book: its ids, that its table of rows is complete, and what no six cards can break."""

from collections.abc import Iterator
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from punto.books import EVERY_BOOK
from punto.books.interblock import INTERBLOCK, PUSH_SEVEN
from punto.books.multicolor import MULTICOLOR
from punto.books.sa import SA
from punto.books.seven_luck import NO_COMMISSION, SEVEN_LUCK
from punto.books.squeeze import SQUEEZE
from punto.books.storm import STORM
from punto.rules.bet import Bet, Line
from punto.rules.coup import Coup, ImpossibleCoup
from punto.rules.money import Amount, FractionalPayout, Odds
from punto.rules.rulebook import RuleBook
from punto.rules.settlement import DecidedBets, Wager, settle
from tests.books import test_interblock, test_multicolor, test_sa, test_seven_luck, test_squeeze, test_storm
from tests.books.rows import Row, deciding_line

ROWS_OF: list[tuple[RuleBook, list[Row]]] = [
    (SQUEEZE, test_squeeze.ROWS),
    (SA, test_sa.ROWS),
    (INTERBLOCK, test_interblock.ROWS),
    (PUSH_SEVEN, test_interblock.PUSH_SEVEN_ROWS),
    (MULTICOLOR, test_multicolor.ROWS),
    (SEVEN_LUCK, test_seven_luck.ROWS),
    (NO_COMMISSION, test_seven_luck.NO_COMMISSION_ROWS),
    (STORM, test_storm.ROWS),
]
EVERY_BET = [(book, rows, bet) for book, rows in ROWS_OF for bet in book.bets]
STAKE = 100  # the least that every book pays in whole units

fifty = settings(max_examples=50)  # for each of eight books, most of which deal alike
every_book = pytest.mark.parametrize("book", EVERY_BOOK, ids=lambda book: book.id)


def test_no_book_is_left_out_here() -> None:
    assert [book for book, _rows in ROWS_OF] == list(EVERY_BOOK)


@pytest.mark.parametrize(("book", "rows", "bet"), EVERY_BET, ids=[f"{book.id} {bet.id}" for book, _, bet in EVERY_BET])
def test_the_rows_hit_every_line_and_a_loss(book: RuleBook, rows: list[Row], bet: Bet) -> None:
    hit = {deciding_line(book, coup, bet) for coup, bet_id, _odds in rows if bet_id == bet.id}
    assert hit == {None, *range(len(bet.lines))}


def test_the_ids_are_those_of_the_specification() -> None:
    pairs = "player-pair banker-pair"
    assert {book.id: " ".join(bet.id for bet in book.bets) for book in EVERY_BOOK} == {
        "squeeze": f"player banker tie big small {pairs} player-bonus banker-bonus",
        "sa": f"player banker banker-no-commission tie {pairs} any-pair perfect-pair player-natural banker-natural "
        "player-bonus banker-bonus lucky-six lucky-six-2 lucky-six-3 lucky-seven lucky-seven-2 lucky-seven-3 "
        "super-lucky-seven",
        "interblock": f"player banker tie {pairs}",
        "interblock-push-seven": f"player banker tie {pairs}",
        "multicolor": "player banker tie plus-2 plus-3 minus-2 minus-3",
        "seven-luck": f"player banker tie {pairs} fortune-six",
        "seven-luck-no-commission": f"player banker tie {pairs} fortune-six",
        "storm": f"player banker tie {pairs}",
    }


def coups(book: RuleBook) -> st.SearchStrategy[Coup]:
    """What any six cards of the book's deck deal."""
    return st.lists(st.sampled_from(book.deck.faces), min_size=6, max_size=6).map(book.dealing.deal)


@every_book
@fifty
@given(data=st.data())
def test_a_coup_can_be_written_and_read_back(book: RuleBook, data: st.DataObject) -> None:
    coup = data.draw(coups(book))
    assert book.parse_coup(str(coup)) == coup


@every_book
@fifty
@given(data=st.data())
def test_each_side_ends_with_two_or_three_cards(book: RuleBook, data: st.DataObject) -> None:
    coup = data.draw(coups(book))
    assert {coup.player.size, coup.banker.size} <= {2, 3}
    assert (coup.result.player_size, coup.result.banker_size) == (coup.player.size, coup.banker.size)


@every_book
@fifty
@given(data=st.data())
def test_a_hand_with_a_card_more_or_less_is_refused(book: RuleBook, data: st.DataObject) -> None:
    coup, one_more = data.draw(coups(book)), data.draw(st.sampled_from(book.deck.faces))
    player, banker = coup.player.cards, coup.banker.cards
    for hands in (
        (player[:-1], banker),
        (player, banker[:-1]),
        ((*player, one_more), banker),
        (player, (*banker, one_more)),
    ):
        with pytest.raises(ImpossibleCoup):
            book.parse_coup(" / ".join(" ".join(map(str, hand)) for hand in hands))


@every_book
@fifty
@given(data=st.data())
def test_settlement_returns_the_stake_times_one_and_the_odds(book: RuleBook, data: st.DataObject) -> None:
    coup = data.draw(coups(book))
    stake = Amount(STAKE * data.draw(st.integers(1, 10**9)))
    wagers = [Wager("Ada", bet.id, stake) for bet in book.bets]
    settled = settle(book, coup, wagers)
    assert [each.wager for each in settled] == wagers
    for each, bet in zip(settled, book.bets, strict=True):
        assert each.odds == bet.odds(coup)
        assert each.returned == stake * (1 + each.odds) == stake + each.payout


@every_book
@fifty
@given(data=st.data())
def test_one_of_player_banker_and_tie_comes_out(book: RuleBook, data: st.DataObject) -> None:
    coup = data.draw(coups(book))
    won = [bet for bet in ("player", "banker", "tie") if book.bet(bet).odds(coup) > 0]
    pushed = [bet for bet in ("player", "banker", "tie") if book.bet(bet).odds(coup) == 0]
    if coup.result.winner is None:
        assert (won, pushed) == (["tie"], ["player", "banker"])
    elif (won, pushed) != ([], ["banker"]):  # what is left is a push on Banker's win with 7
        assert (won, pushed) == ([coup.result.winner.value], [])
    else:
        assert (book.id, coup.result.banker_total, coup.banker.size) == ("interblock-push-seven", 7, 3)


def test_commission_is_what_a_line_pays_less_than_even_money_and_only_where_the_document_takes_one() -> None:
    """Beside commission, squeeze's Banker pays 2 more for a straight flush. Storm's is of what is left of the stake."""
    kept = {
        (book.id, bet.id, line.pays + line.commission)
        for book, bet, line in every_line()
        if line.commission and not book.storm
    }
    banker = {(book, "banker", Odds(1)) for book in ("squeeze", "sa", "interblock", "multicolor", "seven-luck")}
    assert kept == banker | {("squeeze", "banker", Odds(3))}


def every_line() -> Iterator[tuple[RuleBook, Bet, Line]]:
    for book in EVERY_BOOK:
        for bet in book.bets:
            for line in bet.lines:
                yield book, bet, line


@every_book
@fifty
@given(data=st.data(), stake=st.integers(1, 10**18))
def test_wagers_are_settled_as_fractions_say_whatever_is_staked(
    book: RuleBook, data: st.DataObject, stake: int
) -> None:
    coup = data.draw(coups(book))
    for bet in book.bets:
        exact = stake * (1 + Fraction(bet.odds(coup)))
        fee = Fraction(0) if exact == stake else stake * Fraction(book.fee_of(bet.id))
        wagers = [Wager("ann", bet.id, Amount(stake))]
        if exact.denominator == fee.denominator == 1:
            (settled,) = settle(book, coup, wagers)
            assert (settled.odds, settled.returned, settled.fee) == (bet.odds(coup), exact.numerator, fee.numerator)
        else:
            part = fee if exact.denominator == 1 else exact
            with pytest.raises(FractionalPayout, match=f"returns {part}, which"):
                settle(book, coup, wagers)


@every_book
@fifty
@given(data=st.data())
def test_prepared_odds_are_the_odds_of_the_bet_in_every_coup(book: RuleBook, data: st.DataObject) -> None:
    coup = data.draw(coups(book))
    decided = DecidedBets(book, coup)
    for bet in book.bets:
        odds = bet.odds(coup)
        assert decided[bet.id] == bet.prepared_odds(coup) == (odds, str(odds), odds.numerator, odds.denominator)
