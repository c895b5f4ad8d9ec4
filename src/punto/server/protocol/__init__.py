"""Every message between client and server, declared once; schema, TypeScript types and page are generated from here.

Pure data. Begin with `client.py`, then `table_public.py`; `server_message.py` lists everything the server sends, and
`refusals.py` every refusal, with its words in `refusal_words.py`.
"""
