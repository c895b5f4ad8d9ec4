"""Table talk: what patrons say to one another, and what staff do about it.

May use the bus, the store's records and the floor's configuration; knows no cards and no money. Begin with
`table_talk.py`.
"""
