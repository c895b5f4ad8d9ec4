"""How many files a process may have open."""

import resource

OTHER_FILES = 1_024  # beside patrons' sockets: requests, the store, libraries


def allow_sockets(count: int) -> None:
    """Raise the limit of open files as far as the system allows: a shell's usual thousand is too few."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = count + OTHER_FILES if hard == resource.RLIM_INFINITY else min(count + OTHER_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
