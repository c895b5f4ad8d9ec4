"""One document per book that an operator can file: what a game mathematician calls a PAR sheet."""
