"""Figures that others have published, with where they stand. None of them comes from this project's own output.

Counts are of the 4,998,398,275,503,360 orderings of six cards from eight decks. A published count whose last
digit a spreadsheet has rounded is left out.
"""

from typing import NamedTuple

WIZARD_SIDE_BETS = "Wizard of Odds, Baccarat Side Bets (Dragon Bonus; 4-5-6), eight decks"
WIZARD_EZ = "Wizard of Odds, EZ Baccarat, eight decks"
WIZARD_WINNING_TOTALS = "Wizard of Odds, Baccarat Proposition Bets on Winning Side and Total, eight decks"
ADVANTAGE_PLAY = "Advanced Advantage Play, Baccarat Side Bets, eight decks"
SA_RULES = "SA Gaming, Baccarat game rules: the maximum RTP of the game"
HOUSE_RULES = "the project's specification, section 4"


class Ways(NamedTuple):
    book: str
    bet: str
    line: int
    ways: int
    source: str


class HouseEdge(NamedTuple):
    book: str
    bet: str
    percent: str  # as printed, so that the number of digits is the precision
    source: str


class Chance(NamedTuple):
    book: str
    bet: str
    win: str  # the chance of a win, as printed
    source: str


PUBLISHED_WAYS = [
    Ways("interblock", "banker", 1, 2_292_252_566_437_888, HOUSE_RULES),
    Ways("interblock", "player", 1, 2_230_518_282_592_256, HOUSE_RULES),
    Ways("interblock", "tie", 0, 475_627_426_473_216, HOUSE_RULES),
    Ways("interblock-push-seven", "banker", 1, 112_633_011_329_024, WIZARD_EZ),
    *(
        Ways(book, "player-bonus", line, ways, WIZARD_SIDE_BETS)
        for book in ("sa", "squeeze")
        for line, ways in enumerate(
            [
                89_325_908_267_520,  # naturals tie
                812_685_054_124_032,  # natural win
                18_409_431_764_992,  # by 9
                34_097_645_543_424,
                89_590_261_473_280,
                141_238_897_317_888,
                166_169_165_987_840,
                186_780_352_174_080,  # by 4
            ]
        )
    ),
    *(
        Ways(book, "banker-bonus", line, ways, WIZARD_SIDE_BETS)
        for book in ("sa", "squeeze")
        for line, ways in enumerate(
            [
                89_325_908_267_520,
                812_685_054_124_032,
                15_390_342_909_952,
                28_305_092_784_128,
                79_517_099_278_336,
                119_200_072_366_080,
                157_275_882_332_160,
                201_147_167_287_296,
            ]
        )
    ),
]

PUBLISHED_EDGES = [
    HouseEdge("interblock", "player", "1.2351", HOUSE_RULES),
    HouseEdge("interblock", "banker", "1.0579", HOUSE_RULES),
    HouseEdge("interblock", "tie", "14.3596", HOUSE_RULES),
    HouseEdge("interblock-push-seven", "banker", "1.0183", WIZARD_EZ),
    HouseEdge("sa", "player-bonus", "2.6517", WIZARD_SIDE_BETS),
    HouseEdge("sa", "banker-bonus", "9.3731", WIZARD_SIDE_BETS),
    HouseEdge("sa", "lucky-six-3", "15.253", ADVANTAGE_PLAY),
    HouseEdge("squeeze", "small", "5.283", WIZARD_SIDE_BETS),
    HouseEdge("sa", "banker", "1.06", SA_RULES),
]

PUBLISHED_CHANCES = [
    Chance("squeeze", "small", "0.378868", WIZARD_SIDE_BETS),
    Chance("sa", "lucky-seven", "0.081635", WIZARD_WINNING_TOTALS),
    Chance("sa", "lucky-six", "0.053864", WIZARD_WINNING_TOTALS),
    Chance("seven-luck", "fortune-six", "0.053864", WIZARD_WINNING_TOTALS),
    Chance("multicolor", "player", "0.446947", HOUSE_RULES),
    Chance("multicolor", "banker", "0.449482", HOUSE_RULES),
    Chance("multicolor", "tie", "0.103571", HOUSE_RULES),
]
