"""What staff look up and do for one patron: statement, notes, a search, explained rounds, all data in one file.

May touch the cashier, the record, people and the store, and reads far more than it writes. Begin with `statement.py`.
"""
