"""Whole shoes played by the hundred million: a rule book compiled to tables, and a kernel that knows only tables.

Begin with `simulation`, what a run says about every bet. `tables` compiles the book (with `paths`, `card_words` and
`pair_codes`), `blocks` cuts the work, `kernel` plays a block (`lanes`, `shuffle`, `prepare`, `coups`), `cluster` plays
blocks on other machines, `chi_square` tests the counts against the exact odds.
"""
