"""What a server asks of the system before anybody comes."""

import resource

import pytest

from punto.server.run_server import OTHER_FILES, allow_sockets

FEW = 512


@pytest.mark.parametrize(("sockets", "allowed"), [(700, 700 + OTHER_FILES), (10**9, None)])
def test_a_shells_usual_bound_on_open_files_is_raised_as_far_as_it_goes(sockets: int, allowed: int | None) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (FEW, hard))
    try:
        allow_sockets(sockets)
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (hard if allowed is None else min(allowed, hard), hard)
        allow_sockets(1)
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] > FEW, "never lowered"
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
