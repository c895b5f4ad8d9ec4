"""Any request to any route by anybody: no server error, and every answer matches the OpenAPI document.

Cases are generated from the document itself, fitting and not fitting it, the same in every run. By hand, many more:
`python -m tests.server.rest.test_openapi_fuzz 200`, or `200 postgres` for the other engine.
"""

import logging
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import cycle
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np  # noqa: F401 (the served floor loads it in its own thread, where Hypothesis would find half of it)
import requests
import schemathesis
import structlog
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.schemas import APIOperation
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from punto.server.people.account import Account
from punto.server.people.identity import Role
from punto.server.safety.cookies import COOKIE
from tests.server.served_floor import ServedFloor
from tests.server.store.postgres_server import running_postgres
from tests.server.whole_floor import WholeFloor, serve_whole_floor

Operation = APIOperation[Any, Any, Any, Any]

CASES_OF_EACH = 6  # of a route, fitting its schema, and as many not fitting it
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]


class Fuzzer:
    """Sends generated cases, each from a session of its own, so that no case ends the session of the next."""

    def __init__(self, served: ServedFloor[WholeFloor]) -> None:
        self._served = served
        self._http = requests.Session()
        self._people: dict[Role, Iterator[Account]] = {
            role: cycle([served.run(served.floor.account(role)) for _ in range(5)]) for role in Role
        }
        self.answers: Counter[int] = Counter()
        document = self._http.get(f"{served.url}/api/docs/openapi.json", timeout=10).json()
        self.schema = schemathesis.openapi.from_dict(document)

    def operations(self) -> list[Operation]:
        found = list(self.schema.get_all_operations())
        assert all(isinstance(each, Ok) for each in found), "the document describes every operation well"
        return [each.ok() for each in found if isinstance(each, Ok)]

    def fuzz(self, operation: Operation, mode: GenerationMode, cases: int, known: dict[str, object]) -> None:
        """By everybody who may call it, and by nobody, in turn. What is known is not made up."""
        callers = cycle([*sorted(self._served.floor.roles_of(operation.method, operation.path)), None])

        @settings(
            max_examples=cases,
            derandomize=True,
            database=None,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy(generation_mode=mode, path_parameters=known or None))
        def send(case: schemathesis.Case[Any]) -> None:
            response = case.call(base_url=self._served.url, session=self._http, headers=self._headers(next(callers)))
            self.answers[response.status_code] += 1
            case.validate_response(response, checks=CHECKS)

        send()

    def _headers(self, role: Role | None) -> dict[str, str]:
        if role is None:
            return {}
        token, request_token = self._served.run(self._served.floor.session(next(self._people[role])))
        return {"Cookie": f"{COOKIE}={token}", "X-Punto-Token": request_token}


def can_be_called_wrongly(operation: Operation) -> bool:
    """Not where all that it takes is words in its path: any address fits that."""
    elsewhere = (operation.query, operation.headers, operation.cookies, operation.body)
    in_path = [each.definition["schema"] for each in operation.path_parameters]
    return any(map(len, elsewhere)) or any(schema != {"type": "string"} for schema in in_path)


def fuzz_everything(folder: Path, cases: int, postgres: str = "") -> Counter[int]:
    with serve_whole_floor(folder, postgres) as served:
        fuzzer = Fuzzer(served)
        for operation in fuzzer.operations():
            known = {name: value for name, value in served.floor.known.items() if f"{{{name}}}" in operation.path}
            fuzzer.fuzz(operation, GenerationMode.POSITIVE, cases, known)
            if can_be_called_wrongly(operation):
                fuzzer.fuzz(operation, GenerationMode.NEGATIVE, cases, {})
            if known:
                fuzzer.fuzz(operation, GenerationMode.POSITIVE, cases, {})
        served.run(served.floor.audit())
        return fuzzer.answers


def test_no_request_breaks_the_server_and_every_answer_is_as_documented(tmp_path: Path) -> None:
    answers = fuzz_everything(tmp_path, CASES_OF_EACH)
    assert answers.total() > 400
    assert {200, 204, 400, 401, 404, 409} <= set(answers)  # it came as far as the handlers


if __name__ == "__main__":
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    started = perf_counter()
    with ExitStack() as opened:
        address = opened.enter_context(running_postgres()) if "postgres" in sys.argv else ""
        made = opened.enter_context(tempfile.TemporaryDirectory())
        tally = fuzz_everything(Path(made), int(sys.argv[1]), address)
    sys.stdout.write(f"{tally.total()} cases in {perf_counter() - started:.0f} s: {dict(sorted(tally.items()))}\n")
