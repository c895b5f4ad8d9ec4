"""Maintenance of a store: backup and restore, archive, audit, and the heads kept beside it.

Imports any store and the public record. Start with `backup.py` or `archive.py`.
"""
