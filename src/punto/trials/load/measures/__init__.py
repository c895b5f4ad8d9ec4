"""What is measured on one floor: a calm one, a swift one, and a busy one that is killed.

Each of these brings patrons and asks the files of `trials.load` for single figures. Begin with `calm_load`.
"""
