"""Accounts and journals: double entry, whole units. It knows nothing of bets or coups."""
