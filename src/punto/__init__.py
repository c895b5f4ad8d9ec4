"""Punto runs, plays and proves baccarat.

Start with `punto.rules`, which says what a rule book is, and `punto.books`, which has seven of them.
"""

__version__ = "0.1.0"
