"""Tables that a person deals: card readers, confirmations by a second person, calls, and what the console shows.

Touches tables by their doors and hears of their events. Begin with `scan_desk.py` and `console_desk.py`.
"""
