"""Deterministic torture: the real core on a real store, with every kind of failure, all from one seed.

Begin with `simulation`, which plays a seed. `floor` is the floor and what people press, `patrons` what they send and
must be told, `process` a process and its lease, `faults` a store that loses commits, `audit` what must always hold,
`kill` and `victim` real processes that are killed.
"""
