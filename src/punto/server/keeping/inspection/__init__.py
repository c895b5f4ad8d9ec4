"""The audit that goes on after the first contradiction and names each down to its event: `punto audit`.

Begin with `inspect_floor.py`. Everything is read, nothing is written, and the rows are those of one instant.
"""
