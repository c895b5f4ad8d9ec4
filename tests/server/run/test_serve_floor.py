"""What a server asks of the system before anybody comes."""

import resource

import pytest

from punto.server.run.allow_sockets import OTHER_FILES, allow_sockets

FEW = 512


@pytest.mark.parametrize("sockets", [700, 1_000_000])
def test_a_shells_usual_bound_on_open_files_is_raised_as_far_as_it_goes(sockets: int) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (FEW, hard))
    try:
        allow_sockets(sockets)
        wanted = sockets + OTHER_FILES
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == (wanted if hard < 0 else min(wanted, hard))
        allow_sockets(1)
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] > FEW, "never lowered"
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
