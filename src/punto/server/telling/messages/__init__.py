"""Messages built from what happened at a table: for everybody, for one patron, and whole as a snapshot.

Sees a table only through its view. Begin with `public_messages.py`.
"""
