"""What a server makes sure of before it opens a floor: the key is the floor's, nobody else has it, the clock is known.

May touch the store, the staff log and patrons' limits. Begin with `floor_lease.py`.
"""
