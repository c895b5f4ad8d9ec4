"""Checks before a server opens a floor: it has the right key, it holds the floor alone, and it knows the time.

Imports the store, the staff log and patrons' limits. Start with `floor_lease.py`.
"""
