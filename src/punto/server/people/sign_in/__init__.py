"""Coming in: passwords, lock-out after failures, and sessions.

May touch records in the store. Begin with `sessions.py`.
"""
