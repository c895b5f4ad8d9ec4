"""What the processes of one floor say to each other, and how it is written. No client reads any of it; two versions may
have to, side by side, for the length of an upgrade. Begin with `edge_link.py`."""
