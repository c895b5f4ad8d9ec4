"""Every message between a client and the server, declared once; schema, TypeScript and page are generated from it.

Pure data. Begin with `client.py`, then `table_public.py`; `server_message.py` lists everything the server sends.
"""
