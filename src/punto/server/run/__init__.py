"""One process: opens the socket, the store and the floor, serves until a signal stops it, and stops in order.

May import everything, and alone holds a whole floor. Start with `serve_floor.py`, which reads top-down in the order of
a start; then `app.py`.
"""
