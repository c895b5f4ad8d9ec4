"""One file for each resource, each with a list ROUTES; `rest/every_route.py` gathers them.

A route says who may call it, what comes in and what goes out, and asks a desk. Begin with `cashier.py`.
"""
