"""The published rule books, as data. One document, one file."""

from punto.books.interblock import INTERBLOCK, PUSH_SEVEN
from punto.books.multicolor import MULTICOLOR
from punto.books.sa import SA
from punto.books.seven_luck import NO_COMMISSION, SEVEN_LUCK
from punto.books.squeeze import SQUEEZE
from punto.books.storm import STORM

EVERY_BOOK = (SQUEEZE, SA, INTERBLOCK, PUSH_SEVEN, MULTICOLOR, SEVEN_LUCK, NO_COMMISSION, STORM)

__all__ = [
    "EVERY_BOOK",
    "INTERBLOCK",
    "MULTICOLOR",
    "NO_COMMISSION",
    "PUSH_SEVEN",
    "SA",
    "SEVEN_LUCK",
    "SQUEEZE",
    "STORM",
]
