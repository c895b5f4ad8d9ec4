"""Patrons' money as tables see it: what each has, what each may stake, and how a move is booked.

May touch the store's ledger. Begin with `wallet.py`, the seam, then `ledger_wallet.py`.
"""
