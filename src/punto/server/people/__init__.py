"""Who is on the floor: accounts, sessions, roles, and what protects patrons from losing more than they want."""
