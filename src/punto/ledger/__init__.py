"""Accounts and journals: double entry, in whole units. Knows nothing of bets or coups. Start with `journal.py`."""
