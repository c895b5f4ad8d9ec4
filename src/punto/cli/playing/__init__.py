"""Commands that play by the rules: books and what they say, rounds dealt, settled, drawn as roads and proved."""
