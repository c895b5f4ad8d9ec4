"""Routes of the staff consoles: dealer, supervisor, patrons' desk, cage and gaming day. One file for each resource.

Shaped like `rest/routes`; each handler names its desks and declares its roles.
"""
