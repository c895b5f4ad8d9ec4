"""A floor in one process, or in a group of them: which one this is, and what it then serves."""

import sys

from msgspec.structs import replace

from punto.server.run.options import Opened, Options
from punto.server.run.process_group import Part, part_of_group
from punto.server.run.serve_floor import serve_floor


def serve_in_processes(options: Options, opened: Opened) -> int:
    """The exit code, once everything has closed. Children of a group end here."""
    if options.is_pit:
        from punto.server.run.serve_pit import serve_pit

        serve_pit(options, opened=opened)
        return 0
    if options.processes == 1 and not options.is_edge:
        serve_floor(options, opened)
        return 0
    _load_program()
    part = part_of_group(options, opened)
    if not isinstance(part, Part):
        return part
    if part.edge is not None:
        from punto.server.run.serve_edge import serve_edge

        serve_edge(options, part)
    elif part.pit is not None:
        from punto.server.run.serve_pit import serve_pit

        serve_pit(options, part)
    else:
        assert part.opened is not None, "a floor tells its parent"
        options = replace(options, port=part.port)
        if part.is_again:  # somebody else may have taken the floor since
            options = replace(options, stands_by=True, take_over=False)
        serve_floor(options, part.opened, part)
    sys.exit(0)


def _load_program() -> None:
    """What each process needs, before there are several: a child then starts at once."""
    import punto.server.floor.open_floor
    import punto.server.run.app
    import punto.server.run.serve_edge
    import punto.server.run.serve_pit
    import punto.server.run.uvicorn_server  # noqa: F401
