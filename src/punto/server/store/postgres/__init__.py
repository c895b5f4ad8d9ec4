"""The store in PostgreSQL, for several servers at once.

Begin with `store.py`; one transaction is in `batch.py`.
"""
