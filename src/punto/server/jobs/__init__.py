"""Background jobs: housekeeping, demo bots, a program in a dealer's place.

May import `floor` and everything below it; each job names the desks it needs. Start with `start_jobs.py`.
"""
