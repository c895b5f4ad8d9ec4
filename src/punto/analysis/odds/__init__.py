"""Exact odds, as fractions, counted over every ordering of the cards left.

Begin with `count_coups`, the count itself, then `house_edge`, which turns it into the odds of each bet (`bet_odds`).
`known_cards` counts in mid-round, `book_count` keeps one count for several questions and `kept_odds` keeps counts on
disk, `spread` has covariances and bands, `design` finds the pays for a target edge, `write_odds` formats odds and
percentages.
"""
