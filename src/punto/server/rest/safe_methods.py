"""Methods that only read: they need no request token, may be asked again, and have done nothing when they fail."""

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
