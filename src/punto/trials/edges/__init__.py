"""A floor with edges is hurt on purpose while patrons bet: nobody may lose a bet or have one twice.

Uses the clients of `load` and the server from outside. Start with `hurt_floor.py`.
"""
