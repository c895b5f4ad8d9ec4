"""Pages for browsers: the web client's files, and plain pages of tables and help for people without it."""
