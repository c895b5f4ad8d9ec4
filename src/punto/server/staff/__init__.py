"""What staff did and are called for: the staff log, attendants' calls, accounts made at the terminal.

Touches people and streams. Begin with `staff_log.py`.
"""
