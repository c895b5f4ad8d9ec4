"""What was built from what: sources, two builds of the wheel, and the changes that led to it.

Begin with `source_tree`. All of it needs a source tree; where only a wheel is installed, the pack says so.
"""
