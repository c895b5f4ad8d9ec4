"""How a shoe is dealt, as far as a counter cares: where the cut card lies and how many rounds follow it.

Two studies of one bet differ by a tenth when one of them deals a round more, so every study names its procedure.
"""

from dataclasses import dataclass

from punto.rules.coup import CARDS_AT_MOST
from punto.rules.invalid_input import InvalidInput
from punto.rules.rulebook import RuleBook
from punto.rules.shoe import CUT_CARD_DEFAULT, check_cut_card

REST_OF_ROUND = CARDS_AT_MOST - 1  # that may follow the cut card


class InvalidProcedure(InvalidInput):
    """Rounds for which the shoe may not have cards."""


@dataclass(frozen=True)
class Procedure:
    cut_card: int = CUT_CARD_DEFAULT  # how many cards lie behind it
    more_rounds: int = 0  # dealt after the one in which it comes out

    def check_cut_card(self, book: RuleBook) -> None:
        check_cut_card(self.cut_card, cards=book.deck.size, burned=book.burn.most_burned(book.deck))

    def check(self, book: RuleBook) -> None:
        self.check_cut_card(book)
        if self.more_rounds < 0:
            raise InvalidProcedure(f"{self.more_rounds} more rounds cannot be dealt; the fewest are 0")
        needed = CARDS_AT_MOST * self.more_rounds + REST_OF_ROUND
        if self.cut_card >= needed:
            return
        deepest = book.deck.size - book.burn.most_burned(book.deck) - 1
        way_on = f"put it {needed} or more from the end"
        if needed > deepest:
            way_on = f"at most {(deepest - REST_OF_ROUND) // CARDS_AT_MOST} more rounds fit into a shoe"
        behind = f"and {self.cut_card} lie behind the cut card"
        raise InvalidProcedure(f"{self.more_rounds} more rounds can take {needed} cards, {behind}; {way_on}")

    def words(self, book: RuleBook) -> str:
        burn = "no burn" if book.burn.for_zero is None else "burned by the first card"
        more = ("the shoe ends with that round", "one more round follows it")
        after = more[self.more_rounds] if self.more_rounds < len(more) else f"{self.more_rounds} more rounds follow it"
        return f"{burn}, cut card {self.cut_card} from the end, {after}"


ENDS_WITH_CUT_CARD = Procedure()
