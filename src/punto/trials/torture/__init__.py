"""Deterministic torture: the real core on a real store, under everything that can go wrong, from a seed."""
