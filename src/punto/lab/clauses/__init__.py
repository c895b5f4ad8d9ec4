"""The testable points of the standards, each with the tests that hold it and the result of a run.

Begin with `points`, which lists them; `test_run` runs the tests or reads a JUnit file; `page` shows both together.
"""
