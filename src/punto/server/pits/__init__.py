"""Pits: processes that play tables for a floor, and the link between both.

May import `edges` (for links), `tables` and everything below them. A floor's side begins at `pit_desk.py`, a pit's at
`pit.py`.
"""
