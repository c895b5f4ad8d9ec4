"""Tables that live: each has one task that takes what waits, has it decided and stored, and does what is due.

May touch streams, telling and the desks it is given. Begin with `table_task.py`, then `house_routine.py`.
"""
