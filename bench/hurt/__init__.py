"""A real cluster is hurt in every way that happens, again and again, while patrons bet.

`python -m bench.hurt --help` says how. What is done is in `kinds.py`, how it is counted in `trial.py`; nodes are values
of `punto.trials.edges.nodes`.
"""
