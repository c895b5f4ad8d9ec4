"""Numbers about the floor and its books: Prometheus, returns against theory, exact odds, fingerprints.

Changes nothing. Begin with `metrics.py`.
"""
