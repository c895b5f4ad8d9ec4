"""Shoes shuffled by the product's own code, and the tests of their randomness at the 99 % level.

Begin with `drawn_shoes`. `card_positions` tests every place of a shoe, `storm_draws` what storms strike, `dieharder`
runs the battery, `verdict` judges all p-values together. `shoe_specification` has the procedure and its vectors,
`storm_specification` those of storms.
"""
