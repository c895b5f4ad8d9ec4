"""What supervisors watch: the floor at a glance, a table in depth, returns against theory, incidents.

It reads tables through their doors and the store's records, and decides nothing. It costs nothing while nobody watches.
Begin with `floor_watch.py`.
"""
