"""Who is on the floor: accounts, sessions, roles, and responsible play.

Touches only records in the store. Begin with `accounts.py`, `sessions.py` and `protection.py`.
"""
