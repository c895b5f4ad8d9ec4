"""Durable streams of events and the money that goes with them, on SQLite and PostgreSQL.

Knows nothing of tables or patrons. Begin with `interface.py`; `plan.py` decides what both engines do alike.
"""
