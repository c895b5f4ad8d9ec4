"""Figures about the floor and its books: Prometheus metrics, returns against theory, exact odds, fingerprints.

Read-only. Begin with `metrics.py`.
"""
