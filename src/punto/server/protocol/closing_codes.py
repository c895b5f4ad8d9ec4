"""WebSocket close codes."""

POLICY, TOO_BIG, RESTART = 1008, 1009, 1012
MOVED, STORE_LOST = 4001, 4002  # to another server; what was stored last is unknown. From the range for applications
STORE_IS_LOST = "the floor cannot reach its store"
