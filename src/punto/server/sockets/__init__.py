"""WebSockets: who may open one, what a client sends, and what is written back.

May import `jobs` and everything below it, but knows tables by their doors alone. Start with `patron_connection.py`;
`entrance.py` lets sockets in, and `websocket.py` is the wire.
"""
