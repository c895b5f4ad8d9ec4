"""Durable streams of events and the money that goes with them, on SQLite and PostgreSQL.

Knows nothing of tables or patrons. Start with `interface.py`, then `plan.py`, which decides what both engines do.
"""
