"""Whole shoes played by the hundred million: a rule book compiled to tables, and a kernel that knows tables only."""
