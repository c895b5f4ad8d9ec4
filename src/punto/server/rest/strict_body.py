"""A body must match its schema exactly: `"5"` is not a number, `1` is not true. The framework would convert both."""

import re

import msgspec
from litestar.exceptions import ValidationException

from punto.server.rest.problems import Asked

WHERE = re.compile(r"(?P<why>.*?)( - at `\$\.?(?P<key>.*)`)?", re.DOTALL)


async def strict_body(request: Asked) -> None:
    """Runs before every handler. The framework refuses what is not JSON right after."""
    field = request.route_handler.parsed_data_field
    if field is None:
        return
    body = await request.body()
    if not body:
        return
    try:
        msgspec.json.decode(body, type=field.annotation, strict=True)
    except msgspec.ValidationError as error:
        found = WHERE.fullmatch(str(error))
        assert found is not None, "the pattern fits every text"
        detail = f"Validation failed for {request.method} {request.scope['path']}"
        raise ValidationException(detail, extra=[{"message": found["why"], "key": found["key"] or "body"}]) from None
    except (msgspec.DecodeError, UnicodeDecodeError):
        return
