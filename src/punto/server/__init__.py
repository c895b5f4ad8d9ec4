"""The shell around the pure core: time, chance, disks and sockets, in rooms that stand on one another.

`docs/architecture.md` has the map. A room imports rooms below it and never one above; `make check` holds it to that.
"""
