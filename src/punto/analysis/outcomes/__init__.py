"""Which kinds of coup a book can tell apart. Nothing is counted here.

Begin with `outcome_table`, a bet compiled to a table from outcome to line. `hands` lists the hands a side can hold;
`read_outcomes` reads written coups fast; `fingerprint` hashes everything
that decides a payout.
"""
