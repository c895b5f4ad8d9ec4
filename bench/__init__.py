"""Figures that depend on the machine, each held against its limit in the same run."""
