"""`punto picture`: measures how late a live table's picture is, and tells the floor."""

import asyncio
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from urllib.parse import urljoin

import typer

from punto.cli.input.refuse import BadInput
from punto.server.picture.libraries import HOW_TO_INSTALL, missing_libraries

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


SECONDS_OF_A_REPORT = 3.0
SECONDS_UNTIL_LOST = 5.0


def picture(
    table: Annotated[str, typer.Argument(help="The table's id.")],
    floor: Annotated[str, typer.Option(metavar="URL", help="The floor's address.")] = "http://localhost:8000",
    hls: Annotated[bool, typer.Option("--hls", help="Measure HLS, which comes later than WHEP.")] = False,
    key_file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A device key; without one nothing is reported.")
    ] = None,
    reports: Annotated[int | None, typer.Option(min=1, help="End after so many.")] = None,
) -> None:
    """Measure how late the picture of TABLE is, by the clock in it, and report it to the floor.

    Each line is the worst delay of three seconds, in milliseconds. It needs the `video` extra.
    """
    if missing := missing_libraries():
        raise BadInput(f"this needs {' and '.join(missing)}: {HOW_TO_INSTALL}")
    from punto.server.picture.probe import Unreachable

    key = key_file.read_text(encoding="ascii").strip() if key_file else ""
    try:
        asyncio.run(_watch(table, floor.rstrip("/"), key, reports, by_hls=hls))
    except Unreachable as error:
        raise BadInput(str(error)) from error


async def _watch(table: str, floor: str, key: str, reports: int | None, *, by_hls: bool) -> None:
    from punto.server.picture.probe import FloorClock, delays_of, frames_by_hls, frames_by_whep

    clock = FloorClock(floor)
    await asyncio.to_thread(clock.set)
    url = await asyncio.to_thread(_address, floor, table, "hls_url" if by_hls else "whep_url")
    frames = frames_by_hls(url) if by_hls else frames_by_whep(url, floor)
    delays, made = delays_of(frames, clock), 0
    try:
        while reports is None or made < reports:
            worst = await _worst(delays)
            await asyncio.to_thread(_report, floor, table, key, worst, "hls" if by_hls else "whep")
            made += 1
            if worst is None:
                return
    finally:
        await delays.aclose()  # type: ignore[attr-defined]  # a generator, which closes its stream
        await frames.aclose()  # type: ignore[attr-defined]


def _address(floor: str, table: str, kind: str) -> str:
    from punto.server.picture.probe import ask_json

    info = ask_json(f"{floor}/api/tables/{table}")["info"]
    assert isinstance(info, dict)
    if not info.get(kind):
        raise BadInput(f"table {table!r} has no {kind}")
    return urljoin(f"{floor}/", str(info[kind]))


async def _worst(delays: "AsyncIterator[int]") -> int | None:
    """Of the next seconds; None: no picture came."""
    worst, loop = None, asyncio.get_running_loop()
    ends_at = loop.time() + SECONDS_OF_A_REPORT
    while worst is None or loop.time() < ends_at:
        try:
            delay = await asyncio.wait_for(anext(delays), SECONDS_UNTIL_LOST)
        except (TimeoutError, StopAsyncIteration):
            return None
        worst = delay if worst is None else max(worst, delay)
    return worst


def _report(floor: str, table: str, key: str, worst: int | None, by: str) -> None:
    from punto.server.picture.probe import ask_json

    sys.stdout.write("lost\n" if worst is None else f"{worst}\n")
    sys.stdout.flush()
    if key:
        ask_json(f"{floor}/api/scanners/{table}/picture", {"delay_ms": worst, "by": by}, key)
