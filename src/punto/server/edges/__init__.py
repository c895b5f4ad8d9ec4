"""Edges: processes that hold sockets for a floor, and the link between both.

May import `sockets`, `rest` and everything below them. A floor's side begins at `edge_desk.py`, an edge's at `edge.py`;
`link_end.py` is what both have of a link, `unix_link.py` and `nats_link.py` (over `nats_bus.py`) carry it.
"""
