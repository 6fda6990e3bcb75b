"""JSON schemas of replies, in the strict subset that servers enforce: every property is required, none may be added."""

import json
from collections.abc import Mapping
from typing import Any, Final

from authoring.records.sketch import Schema

Rules = dict[str, Any]
"""A JSON schema as Python values."""
TEXT: Final[Rules] = {"type": "string"}
INTEGER: Final[Rules] = {"type": "integer"}
NUMBER: Final[Rules] = {"type": "number"}


def object_of(properties: Mapping[str, Rules]) -> Rules:
    """Return the schema of an object with exactly these properties."""
    return {
        "type": "object",
        "properties": dict(properties),
        "required": [*properties],
        "additionalProperties": False,
    }


def array_of(items: Rules, **rules: Any) -> Rules:
    """Return the schema of a list; `rules` are further keywords, such as a description."""
    return {"type": "array", "items": items, **rules}


def reply_schema(name: str, properties: Mapping[str, Rules]) -> Schema:
    """Return the schema of a whole reply, which is an object; its text is part of the hashes of requests."""
    return Schema(name=name, text=json.dumps(object_of(properties)))
