"""Staking strategies, and what becomes of a bankroll under them. They change the ride, never the edge.

Begin with `strategy`, what a strategy is, and `strategies`, the ones we have. `sessions` plays them over
`shoes_in_order`, `play_steps` the simple ones in machine code; `bankrolls` summarises how sessions end and `picture`
draws it. `ruin` calculates what flat stakes risk.
"""
