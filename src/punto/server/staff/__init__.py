"""What members of staff did and are called for: the staff log, attendants' calls, accounts made at the terminal.

May touch people and streams. Begin with `staff_log.py`.
"""
