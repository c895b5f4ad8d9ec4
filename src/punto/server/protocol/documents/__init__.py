"""What is made of the declared messages: JSON Schema, the page for people who write a client, TypeScript types, and the
client's English words. Run by `docs/generate.py`. Begin with `document.py`."""
