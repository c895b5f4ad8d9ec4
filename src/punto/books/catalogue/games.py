"""Whole games that casinos deal by a name of their own."""

from punto.books.catalogue.dragon_panda import DRAGON_PANDA
from punto.books.catalogue.entry import EIGHT_EIGHT_EIGHT, WIZARD
from punto.books.catalogue.main_bets import PUSHES_THE_DRAGON
from punto.books.catalogue.tiger import TIGER, TIGER_TABLES
from punto.books.catalogue.treasures import TREASURES
from punto.books.standard_bets import BANKER_HALF_ON_SIX, PLAYER_BET, TIE_BET
from punto.rules.bet import Bet
from punto.rules.cards import EIGHT_DECKS
from punto.rules.drawing import PUNTO_BANCO_DRAWING
from punto.rules.hand import BANKER
from punto.rules.rulebook import RuleBook
from punto.rules.scoring import UNITS_DIGIT

_PUSHING_BANKER = Bet("banker", "Banker", PUSHES_THE_DRAGON, backs=BANKER)
_HALF_ON_SIX_BANKER = Bet("banker", "Banker", BANKER_HALF_ON_SIX, backs=BANKER)
_of_tiger = {entry.bet.id: entry.bet for entry in TIGER}


def _game(book_id: str, title: str, source: str, banker: Bet, *side_bets: Bet) -> RuleBook:
    return RuleBook(
        id=book_id,
        title=title,
        source=source,
        deck=EIGHT_DECKS,
        scoring=UNITS_DIGIT,
        drawing=PUNTO_BANCO_DRAWING,
        bets=(PLAYER_BET, banker, TIE_BET, *side_bets),
    )


EZ_BACCARAT = _game(
    "ez-baccarat", "EZ Baccarat", f"{WIZARD}, EZ Baccarat", _PUSHING_BANKER, *(entry.bet for entry in DRAGON_PANDA)
)
FIVE_TREASURES = _game(
    "five-treasures", "5 Treasures", f"{WIZARD}, 5 Treasures", _PUSHING_BANKER, *(entry.bet for entry in TREASURES)
)
TIGER_BACCARAT = _game(
    "tiger-baccarat",
    "Tiger Baccarat",
    TIGER_TABLES,
    _HALF_ON_SIX_BANKER,
    *(_of_tiger[bet] for bet in ("tiger", "big-tiger", "small-tiger", "tiger-tie", "tiger-pair")),
)
SUPER_SIX = _game("super-six", "Super 6", EIGHT_EIGHT_EIGHT, _HALF_ON_SIX_BANKER, _of_tiger["super-6"])

GAMES = (EZ_BACCARAT, FIVE_TREASURES, TIGER_BACCARAT, SUPER_SIX)
