"""Trials of a whole server: `load` measures it, `torture` tries to break it.

They sit beside the server, which never imports them. Begin with `torture/simulation.py` or `load/whole_load.py`.
"""
