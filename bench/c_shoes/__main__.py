"""Prints what `make bench` shows of it."""

import sys

from bench.c_shoes.against_c import shoes_against_c_figures

for figure in shoes_against_c_figures():
    sys.stdout.write(f"{figure.what}: {figure.measured_text} ({figure.limit_text})\n")
    sys.stdout.flush()
