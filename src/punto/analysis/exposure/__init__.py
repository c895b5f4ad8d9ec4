"""What a card counter could win from each bet, which is why side bets close late in the shoe.

Begin with `exposure`, the study. `walk_shoes` deals the shoes and records what a counter knows before each round;
`counting_tags` has effects of removal, small whole tags and trigger counts.
"""
