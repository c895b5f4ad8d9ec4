"""Broadcast of Punto against a server of our own in C, which does nothing else: `python -m bench.c_server`."""
