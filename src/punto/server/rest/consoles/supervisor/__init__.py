"""Routes of the supervisor's console: the floor at a glance, a table's page, previews, incidents, limits, digests.

Each file is one resource, as in `rest/routes`. Begin with `supervised_floor.py`.
"""
