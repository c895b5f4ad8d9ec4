"""Clients by the thousand against the real server: how fast it is, and what it makes of nonsense."""
