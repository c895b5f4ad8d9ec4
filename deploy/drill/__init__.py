"""Rehearses the loss of a database: `python -m deploy.drill`. Begin with `rehearsal.py`; `cluster.py` runs PostgreSQL,
`patrons.py` plays, `findings.py` says whether the floor behaved as it must."""
