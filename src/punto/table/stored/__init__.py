"""A table as it is stored: its events as bytes, with their schema, and snapshots that spare a restart the whole log.

May use the table's own values and nothing of a store. Begin with `event_codec.py`.
"""
