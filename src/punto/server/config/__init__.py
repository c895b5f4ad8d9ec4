"""An operator's configuration: the floor's file, its tables and their limits, read with every fault reported.

Depends only on the pure core. Begin with `floor_config.py`.
"""
