"""Money that moves away from the tables: buy-ins, tickets, play credits and the cage's entries.

Touches streams and the ledger. Begin with `desk.py`, then `cashier_stream.py`.
"""
