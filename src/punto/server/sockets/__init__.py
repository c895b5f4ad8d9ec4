"""WebSockets: what a client sends is understood, bounded and passed on; what the floor tells is written out.

Knows tables only by their doors. Begin with `patron_connection.py`; `websocket.py` is the wire beneath it.
"""
