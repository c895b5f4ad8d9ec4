"""Steps that belong together, whoever is cancelled meanwhile."""

import asyncio

import pytest

from punto.server.store.undivided import undivided


async def steps(done: list[str], fails: Exception | None = None) -> str:
    done.append("first")
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    if fails:
        raise fails
    done.append("second")
    return "both"


def test_they_answer_and_fail_as_if_they_stood_there() -> None:
    assert asyncio.run(undivided(steps([]))) == "both"
    with pytest.raises(ValueError, match="no"):
        asyncio.run(undivided(steps([], ValueError("no"))))


@pytest.mark.parametrize("fails", [None, ValueError("no")], ids=["done", "failed"])
def test_a_cancelled_caller_is_held_until_they_are_done(fails: Exception | None) -> None:
    complaints: list[object] = []

    async def test() -> list[str]:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: complaints.append(context))
        done: list[str] = []
        caller = asyncio.create_task(undivided(steps(done, fails)))
        while not done:
            await asyncio.sleep(0)
        caller.cancel()
        with pytest.raises(asyncio.CancelledError):
            await caller
        return done

    assert asyncio.run(test()) == (["first"] if fails else ["first", "second"])
    assert complaints == []
