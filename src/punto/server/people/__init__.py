"""Who is on the floor: accounts, sessions, roles, and what protects patrons from themselves.

May touch records in the store. Begin with `accounts.py`, `sessions.py` and `protection.py`.
"""
