"""Routes of the patrons' desk: find a patron, statement, deeds, explained rounds.

Each file is one resource, as in `rest/routes`. Begin with `patrons_desk.py`.
"""
