"""The floor put together: its desks, its tables, and what changes them all (reloading, removing, erasing).

May touch every room below. Nobody above holds a whole floor but `run` and `jobs`. Begin with `floor.py`.
"""
