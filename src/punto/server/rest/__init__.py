"""The REST interface: a gate, a guard of roles, problem documents, and one file of routes for each resource.

May touch the floor's desks, each route those it names. Begin with `install.py`, then any file in `routes`.
"""
