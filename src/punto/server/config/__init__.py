"""What an operator decides: the floor's file, its tables and their limits, read with every fault named.

Stands on the pure core alone. Begin with `floor_config.py`.
"""
