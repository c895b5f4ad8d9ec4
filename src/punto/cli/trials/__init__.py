"""Commands that try a floor hard: crowds of patrons, and faults from seeds."""
