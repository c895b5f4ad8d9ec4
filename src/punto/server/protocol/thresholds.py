"""From where on a figure calls for somebody: read by the server and, as generated constants, by the consoles."""

BAND_SIGMAS = 1.96  # standard deviations to each side hold 95 % of all cases
ATTENTION_SIGMAS = 2.0  # from theory, to either side
ALARM_SIGMAS = 3.0
SLOW_CARD_MS = 20_000  # a card that is awaited for longer calls for attention
