"""Event streams on the store: claim, read, decide, commit, fold; and the wallet that books the money.

Imports the store and the pure core. Start with `event_stream.py`, then `table_stream.py`.
"""
