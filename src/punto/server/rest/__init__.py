"""The REST interface: one file a group of routes, each a list ROUTES. Every route names the roles that may call it."""
