"""One file for each resource, each with a list ROUTES that `rest/every_route.py` collects.

A route declares its roles, its body and its answer, and calls a desk. Begin with `cashier.py`.
"""
