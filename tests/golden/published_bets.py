"""Figures that others have published for bets of the catalogue, for eight decks.

An edge has as many digits as were printed. Counts are of the lines that win, in the order of the pay table; where the
source prints fewer orderings (of two or four cards), they are shares of all.
"""

from fractions import Fraction
from typing import NamedTuple

WIZARD = "Wizard of Odds"
WIZARD_COPY = "a copy of Wizard of Odds"
ADVANTAGE_PLAY = "Advanced Advantage Play, Baccarat Side Bets"
GUIDE = "888, a guide to baccarat's side bets"
INDEPENDENT = "an enumeration by another program, which shares no code with this one"
COUNTER = "888, counting cards at Lucky 8"
FREEDOM = "Vegas Freedom, What is Big and Small in Baccarat"
WIKI = "Baccarat-Wiki, Top-10 Baccarat Side Games Odds"


class Published(NamedTuple):
    bet: str
    edge: str
    source: str
    ways: tuple[int, ...] = ()


class Shares(NamedTuple):
    bet: str
    ways: tuple[int, ...]
    of: int
    source: str

    @property
    def chances(self) -> list[Fraction]:
        return [Fraction(ways, self.of) for ways in self.ways]


DRAGON, PANDA = 112_633_011_329_024, 172_660_763_262_976
SMALL_SIX, BIG_SIX = 186_173_936_904_192, 83_058_367_551_488
ALL_OF_ONE_COLOUR = 186_891_927_234_688
BOTH_TWO_CARD = 44_838_810_157_056  # sevens as often as nines: as many pairs of points make either

PUBLISHED = [
    Published("banker-ez", "1.0183", GUIDE),
    Published("banker-half-on-six", "1.4581", GUIDE),
    Published("banker-four-percent", "0.5993", INDEPENDENT),
    Published("dragon-7", "7.6113", WIZARD, (DRAGON,)),
    Published("panda-8", "10.1876", WIZARD, (PANDA,)),
    Published("fortune-7", "7.6113", WIZARD, (DRAGON,)),
    Published("golden-8", "10.1876", GUIDE, (PANDA,)),
    Published("heavenly-9", "9.3105", INDEPENDENT, (10_307_243_902_976, 340_879_059_038_208)),
    Published("blazing-7s", "7.7797", INDEPENDENT, (11_556_012_525_568, BOTH_TWO_CARD)),
    Published("cover-all", "2.9664", INDEPENDENT, (692_874_900_215_808,)),
    Published("tiger", "16.6836", WIZARD, (SMALL_SIX, BIG_SIX)),
    Published("big-tiger", "15.2533", ADVANTAGE_PLAY, (BIG_SIX,)),
    Published("small-tiger", "14.3325", INDEPENDENT, (SMALL_SIX,)),
    Published("lucky-6", "16.6836", WIZARD, (SMALL_SIX, BIG_SIX)),
    Published("lucky-6-23", "11.6985", WIZARD, (SMALL_SIX, BIG_SIX)),
    Published("super-6", "29.9772", INDEPENDENT, (269_232_304_455_680,)),
    Published("ox-6", "10.3376", INDEPENDENT, (109_309_407_541_248,)),
    Published("kill", "13.7559", WIZARD_COPY, (139_058_824_534_272,)),
    Published("eight-over-six", "21.7887", WIZARD_COPY, (150_358_085_283_840,)),
    Published("natural-nine-over-seven", "8.1032", WIZARD_COPY, (90_066_027_282_432,)),
    Published("nine-over-one", "13.8686", WIZARD_COPY, (28_511_182_835_712,)),
    Published("nine-over-seven", "11.8869", WIZARD_COPY, (21_911_654_125_568,)),
    Published("bad-beat", "8.4585", ADVANTAGE_PLAY, (89_717_848_178_688,)),
    Published("eights-and-nines", "7.3724", ADVANTAGE_PLAY, (220_471_281_468_160,)),
    Published("three-giving-eight", "8.6823", WIZARD, (22_708_577_366_016,)),
    Published("lucky-99", "17.4210", WIZARD_COPY, (BOTH_TWO_CARD, 429_522_620_252_160, 429_522_620_252_160)),
    Published("quik", "8.1550", WIZARD, (28_979_901_420_544, 55_146_054_060_032, 839_502_186_734_592)),
    Published("egalite-0", "12.4527", WIZARD_COPY),
    Published("egalite-1", "11.4150", WIZARD_COPY),
    Published("egalite-2", "9.5412", WIZARD_COPY),
    Published("egalite-3", "10.5243", WIZARD_COPY),
    Published("egalite-4", "12.1401", WIZARD_COPY),
    Published("egalite-5", "11.8732", WIZARD_COPY),
    Published("egalite-6", "11.4952", WIZARD_COPY),
    Published("egalite-7", "6.3899", WIZARD_COPY),
    Published("egalite-8", "11.0669", WIZARD_COPY),
    Published("egalite-9", "10.6348", WIZARD_COPY),
    Published("player-even", "5.3109", WIZARD_COPY),
    Published("player-odd", "6.7254", WIZARD_COPY),
    Published("banker-even", "6.9317", WIZARD_COPY),
    Published("banker-odd", "7.07", WIZARD_COPY),
    Published("three-card-player", "5.6860", WIZARD_COPY, (942_837_427_226_624,)),
    Published("three-card-banker", "8.3044", WIZARD_COPY, (763_885_033_768_960,)),
    Published("cards-4", "5.2829", WIZARD_COPY, (1_893_735_611_458_560,)),
    Published("cards-5", "8.9667", WIZARD_COPY, (1_516_734_808_780_800,)),
    Published("cards-6", "4.6938", WIZARD_COPY, (1_587_927_855_264_000,)),
    Published("big-54", "4.3457", FREEDOM, (3_104_662_664_044_800,)),
    Published("dragon-bonus-player", "2.6517", WIZARD),
    Published("dragon-bonus-banker", "9.3731", WIZARD),
    Published("either-pair", "13.71", WIKI),
    Published("perfect-pair-either", "13.0294", WIZARD_COPY),
    Published("perfect-pair-250", "6.6235", WIZARD_COPY),
    Published("perfect-9", "7.4699", WIZARD),
    Published("lucky-nines-1000", "8.27", WIZARD_COPY),
    Published("lucky-8-player", "6.1493", COUNTER),
    Published("lucky-8-banker", "9.7224", COUNTER),
    Published("all-red", "6.5241", INDEPENDENT, (ALL_OF_ONE_COLOUR,)),
    Published("all-black", "6.5241", INDEPENDENT, (ALL_OF_ONE_COLOUR,)),
]

SHARES = [
    Shares("perfect-pair-250", (2_101_008, 244_747_776), 7_379_583_120, WIZARD_COPY),
    Shares("perfect-9", (1_024, 3_072, 4_096), 86_320, WIZARD),
    Shares(  # of four cards; the two tables of one page differ in the second and third, and these are the later one's
        "lucky-nines-1000", (35_960, 86_016, 1_818_624, 8_236_032, 28_237_824, 74_908_672, 224_726_016), 1_229_930_520,
        WIZARD_COPY,
    ),
]  # fmt: skip

OTHER_DECKS = [  # decks, Player, Banker and Tie in percent
    (1, "1.2864", "1.0117", "15.7461"),
    (6, "1.2374", "1.0558", "14.4382"),
    (8, "1.2351", "1.0579", "14.3596"),
]
CARDS_IN_SIX_DECKS = {"cards-4": "0.378925", "cards-5": "0.303540", "cards-6": "0.317535"}  # Wizard of Odds, 4-5-6

WRONG_LUCKY_NINES = Published("lucky-nines", "19.4605", WIZARD_COPY)
WRONG_LUCKY_8 = (
    Published("lucky-8-player-25", "13.65", WIZARD_COPY),
    Published("lucky-8-banker-25", "16.60", WIZARD_COPY),
)
WRONG_SMALL = Published("cards-4", "5.27", FREEDOM)
