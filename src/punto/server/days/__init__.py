"""Gaming days: their figures against theory, what was owed at their end, and the two signatures that close them.

Touches the record, the figures, the cashier and a stream of its own. Begin with `day_figures.py`, then `day_book.py`.
"""
