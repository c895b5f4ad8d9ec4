"""The exact count in closed form and machine code, for callers that ask thousands of times a second.

Begin with `solver`, the only module others need. `plan` turns a book into arrays, `bets` says which bets the fast count
can do, `kernel` counts by result and `faces` counts what depends on faces.
"""
