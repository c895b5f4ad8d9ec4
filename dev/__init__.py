"""The developer's inner loop: `make dev`, `make quick` and `make test T=…`.

Begin with `live` (a server and a client that reload), `quick` (the checks of what changed) or `one_test`.
"""
