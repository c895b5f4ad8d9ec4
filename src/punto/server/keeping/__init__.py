"""A store looked after from outside: backup and restore, archive, audit, and the heads kept beside it.

May touch any store and the public record. Begin with `backup.py` or `archive.py`.
"""
