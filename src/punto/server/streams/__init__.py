"""Events decided, stored and folded: what tables, cashier and staff log have in common, and a table's own stream.

May touch the store and the pure core. Begin with `table_stream.py`.
"""
