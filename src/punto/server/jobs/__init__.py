"""What goes on by itself beside the tables: housekeeping, demo bots, a program in a dealer's place.

May touch the floor; nothing below knows that jobs exist. Begin with `start_jobs.py`.
"""
