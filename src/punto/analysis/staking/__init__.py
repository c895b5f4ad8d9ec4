"""Ways of staking, and what becomes of a bankroll under them. They change the ride, never the edge."""
