"""Figures that depend on the machine, each compared with its limit in the same run."""
