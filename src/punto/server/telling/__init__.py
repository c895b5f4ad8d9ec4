"""What has happened, as messages: who is told what, in which order, and how often.

Hears of stored events and of nothing else, and holds no table. Begin with `table_room.py`.
"""
