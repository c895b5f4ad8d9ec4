"""The REST interface: the gate, role checks, problem documents, and one file of routes for each resource.

Each route touches only the desks it names. Begin with `install.py` and `provide.py`, then any file in `routes`.
"""
