"""The mathematics of any rule book: exact odds, card counting, simulation, staking. Books come in as values.

The rooms build on one another, lowest first:

- `outcomes`: which kinds of coup a book can tell apart, and which line of a bet each one pays;
- `odds`: exact counts over every ordering of the cards left, and the odds that follow;
- `solver`: the same counts in microseconds, compiled to machine code;
- `simulation`: whole shoes by the million, checked against the exact odds;
- `exposure`: what a card counter could win from each bet;
- `report`: the figures as pages, pictures and workbooks;
- `staking`: what becomes of a bankroll under a staking strategy.

`api` has the public names. `native` compiles number loops with Numba, and `cache_folder` says where the results are
kept. `estimate` is a figure with its standard error, `tabular` whatever shows as a table or a frame. Begin with
`odds.count_coups`; everything else is either needed for it or checked against it.
"""
