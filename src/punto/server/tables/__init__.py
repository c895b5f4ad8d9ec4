"""Running tables: each has one task that takes waiting commands, has them decided and stored, and acts for the house.

May import `telling` and everything below it. Others know a table by its door (`table_door.py`) and find it through
`open_tables.py`. Start with `table_task.py`, then `house/` and `admission.py`.
"""
