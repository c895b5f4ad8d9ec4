"""What protects patrons from themselves: own limits, play sessions, cool-off and self-exclusion.

May touch records and plays in the store. Begin with `protection.py`.
"""
