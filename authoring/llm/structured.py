"""JSON where the server knows nothing of schemas: asked for in words, and judged by what came."""

import json
from typing import Any, Final

from authoring.llm.port import Message, Request, Schema

IN_WORDS: Final = "Reply with one JSON document that this JSON schema accepts, and with nothing else:"
"""Stands in for a parameter of the wire format, so it is no template."""


def told_in_words(request: Request) -> Request:
    """Return a request that asks for its JSON in words; they are put at the end, where no prompt cache minds them.

    A last message of the user's grows, because some servers take no two in a row.
    """
    if request.schema_ is None:
        return request
    words = f"{IN_WORDS}\n\n{request.schema_.text}"
    *before, last = request.messages
    if last.role == "user":
        told = (*before, last.model_copy(update={"content": f"{last.content}\n\n{words}"}))
    else:
        told = (*request.messages, Message(role="user", content=words))
    return request.model_copy(update={"messages": told, "schema_": None})


def keeps_to(text: str, schema: Schema) -> bool:
    """Return whether a text is JSON that the schema accepts, and nothing else."""
    import jsonschema  # noqa: PLC0415 - most calls want no JSON

    try:
        jsonschema.validate(json.loads(text), json.loads(schema.text))
    except (ValueError, RecursionError, jsonschema.ValidationError):
        return False
    return True


def holds(text: str, schema: Schema) -> bool:
    """Return whether such JSON is somewhere in the text, between fences or words: enough not to ask again."""
    first, last = text.find("{"), text.rfind("}")
    return first >= 0 and keeps_to(text[first : last + 1], schema)


def wire_schema(schema: Schema) -> Any:
    """Return a schema as the wire formats carry it."""
    return {"name": schema.name, "schema": json.loads(schema.text), "strict": True}
