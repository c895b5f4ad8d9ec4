"""Money that comes and goes beside the tables: buy-ins, tickets, play credits, and the cage's own entries.

May touch streams and the ledger. Begin with `desk.py`, then `cashier_stream.py`.
"""
