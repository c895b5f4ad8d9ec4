"""Every message between a client and the server, declared once; schema, TypeScript and page are generated from it.

Pure data. Begin with `messages.py`.
"""
