"""One process: opens the socket, the store and the floor, serves until it is told to stop, and stops in order.

May touch everything. Begin with `serve_floor.py`, which reads from top to bottom as a start does; then `app.py`.
"""
