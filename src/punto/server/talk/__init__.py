"""Table talk: what patrons say to one another, what staff do about it, and the record of both.

May use the bus, the store's records and people, and the floor's configuration; knows no cards and no money. Begin with
`table_talk.py`.
"""
