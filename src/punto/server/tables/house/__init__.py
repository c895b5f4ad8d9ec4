"""What the house does at a table by itself: its routine, its shoes, bets it puts back, and how a table resumes.

May touch what `tables` may. Begin with `house.py`, then `house_routine.py`; `dealer_routine.py` serves a simulated
dealer.
"""
