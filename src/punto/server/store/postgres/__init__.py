"""The store in PostgreSQL, for several servers at once.

Start with `store.py`; one transaction is in `batch.py`.
"""
