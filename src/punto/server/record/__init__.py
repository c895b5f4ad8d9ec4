"""What was played, for patrons, reports and anybody who wants to prove a shoe: written after the fact.

May touch the store's plays. Begin with `play_record.py`; `prove_shoe.py` deals a shoe again.
"""
