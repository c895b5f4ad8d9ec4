// Generated from src/punto/server/protocol by `make format`; do not edit.

export const BAND_SIGMAS = 1.96;
export const ATTENTION_SIGMAS = 2.0;
export const ALARM_SIGMAS = 3.0;
export const SLOW_CARD_MS = 20000;
