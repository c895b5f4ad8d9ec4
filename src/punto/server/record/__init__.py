"""The record of play: for patrons, for reports, and for anybody who wants to prove a shoe.

May touch the store's plays. Begin with `play_record.py`; `prove_shoe.py` deals a shoe again.
"""
