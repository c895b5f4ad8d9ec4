"""What a card counter could win from each bet, which is why side bets close late in the shoe.

Begin with `exposure`, the study. `procedure` says how shoes are dealt, `walk_shoes` deals them and records what a
counter knows before each round; `counting_tags` has effects of removal and tags, `own_tags` reads somebody's own.
`tally` and `shoe_moments` sum up by shoe, from which figures and their errors follow.
"""
