"""A store in a process of its own: what both ends say to each other, and the end that the server holds. Imports the
store's values alone; each engine brings the other end. Begin with `client.py`.
"""
