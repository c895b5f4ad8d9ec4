"""Live tables: commands in, events out. Pure: no clock, no chance, no storage."""
