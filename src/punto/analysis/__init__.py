"""Exact odds of any rule book. Books come in as values; this package knows none by name."""
