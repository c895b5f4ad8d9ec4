"""Pictures of live tables: how late they are, and a demonstration stream for a table that a program deals.

May touch tables by their doors and whatever is below. Begin with `picture_delays.py`.
"""
