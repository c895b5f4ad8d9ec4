"""The store in one SQLite file, written by a process of its own.

Start with `store.py`; `client.py` runs in the server, `writer.py` in the process that writes.
"""
