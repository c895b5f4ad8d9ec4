"""WebSocket close codes."""

POLICY, TOO_BIG, RESTART = 1008, 1009, 1012
MOVED = 4001  # to another server; from the range for applications
