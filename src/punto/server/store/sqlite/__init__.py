"""The store in one SQLite file, written by a process of its own.

Begin with `store.py`; `client.py` is the server's end, `writer.py` the other.
"""
