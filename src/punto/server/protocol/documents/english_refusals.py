"""The client's English words for refusals, from the one table of them. Other languages are checked against its keys."""

import json

from punto.server.protocol.documents.document import GENERATED_BY
from punto.server.protocol.refusal_words import REFUSALS


def english_refusals() -> str:
    """What a patron may be told. Names that only staff or developers meet are shown as they are."""
    lines = [
        f'  "refusal.{name}": {json.dumps(wording.words)},'
        for name, wording in sorted(REFUSALS.items())
        if wording.to == "patron"
    ]
    head = [f"// {GENERATED_BY}", "/** Why something was refused, in English. */", "export const refusals = {"]
    return "\n".join([*head, *lines, "} as const;"]) + "\n"
