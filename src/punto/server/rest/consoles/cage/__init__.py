"""Routes of the cage: drawers, receipts, what the house owes, stations, the day's close.

Each file is one resource, as in `rest/routes`. Begin with `drawers.py`.
"""
