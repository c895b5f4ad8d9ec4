"""Trials of a whole server: load that is measured, and torture that breaks what can be broken.

Beside the server, which never imports them. Begin with `torture/simulation.py` or `load/whole_load.py`.
"""
