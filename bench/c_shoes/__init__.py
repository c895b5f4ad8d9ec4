"""`punto simulate` against a program of our own in C, which plays the same shoes: `python -m bench.c_shoes`."""
