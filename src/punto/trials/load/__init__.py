"""Thousands of clients against the real server: how fast it is, and whether malformed messages can harm it.

Begin with `whole_load`, which runs what is in `measures` on servers of its own
(`server_process`). `client` and `frames` are a WebSocket client made to be held by the thousand; `bets`, `broadcast`,
`coming_back` and `settlement` each measure one thing; `fuzz` sends what `nonsense` makes.
"""
