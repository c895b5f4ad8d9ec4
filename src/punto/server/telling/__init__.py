"""What patrons and staff are sent: messages made of stored events, published on a bus, delivered by rooms of sockets.

May import `staff` and everything below it. The publishing side holds no socket, the sockets' side no table: they share
`bus.py` alone. Start there, then `table_publisher.py` and `socket_rooms.py`.
"""
