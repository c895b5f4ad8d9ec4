"""Scoreboards: a list of scores, folded into roads. They know nothing of money or tables."""
