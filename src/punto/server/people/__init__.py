"""Who is on the floor: accounts, sessions, roles, and responsible play.

Touches only records in the store. Begin with `accounts.py`, then `sign_in/sessions.py` and `limits/protection.py`.
"""
