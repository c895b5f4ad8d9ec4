"""Live tables: commands in, events out. Pure: no clock, no randomness, no I/O.

Begin with `commands.py` and `events.py`, then `decide.py` (the events a command produces), `evolve.py` (the state after
an event), `money.py` (its journal) and `visible.py` (who may see it).
"""
