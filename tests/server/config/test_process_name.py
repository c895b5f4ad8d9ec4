"""What a process is called on its floor."""

import os
import socket
from unittest.mock import patch

from punto.server.config import process_name as names
from punto.server.config.process_name import process_name


def test_a_process_keeps_its_name_which_says_where_it_runs() -> None:
    assert process_name() == process_name()
    assert process_name().startswith(f"{socket.gethostname()}-{os.getpid()}-")


def test_two_containers_with_one_host_name_and_one_process_id_have_two_names() -> None:
    """As it was found: two pits displaced each other for ever."""
    with patch.object(os, "getpid", lambda: 1):
        here = process_name()
        names._named.cache_clear()  # as in another process
        assert process_name() != here
    assert here.startswith(f"{socket.gethostname()}-1-")


def test_a_forked_process_has_a_name_of_its_own() -> None:
    here = process_name()
    with patch.object(os, "getpid", lambda: 2):
        assert process_name().rsplit("-", 1)[1] != here.rsplit("-", 1)[1]
