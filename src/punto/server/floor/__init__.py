"""The floor put together: its desks, its places, and what changes all of them (reloading, removing, erasing).

May import `tables` and everything below it. Nobody above holds a whole floor but `run`. Start with `open_floor`, the
order of a restart; then `places.py`.
"""
