"""Durable streams of events and the money that goes with them. `interface` says what a store promises; two engines
keep it."""
