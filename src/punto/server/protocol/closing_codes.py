"""Why a socket was closed, as the number that its client is told."""

GOING_AWAY, POLICY, TOO_BIG, RESTART = 1001, 1008, 1009, 1012
MOVED = 4001  # to another server; ours, from the numbers that are free for applications
