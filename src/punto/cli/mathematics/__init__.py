"""Commands that calculate: exact odds, counting studies, simulation, stakes, reports and the pack for a test house."""
