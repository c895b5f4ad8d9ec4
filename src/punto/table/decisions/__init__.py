"""What `decide` hands on: betting, dealing, incidents and shoe changes, a file each. Begin with `../decide.py`."""
