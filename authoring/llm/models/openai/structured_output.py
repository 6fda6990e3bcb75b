"""Structured output: JSON by a schema, requested in words where the server has no parameter for it."""

import json
from typing import Any, Final

from authoring.llm.port import Message, Request
from authoring.records.documents import load_json
from authoring.records.sketch import Schema

IN_WORDS: Final = "The JSON of the reply has to be accepted by this JSON schema:"
"""Replaces a parameter of the wire format, and is therefore no template of a prompt."""


def with_schema_in_words(request: Request) -> Request:
    """Return a request with its schema in words, at the end, where they do not disturb a prompt cache.

    A last message of the user is extended, because some servers refuse two messages of the user in a row.
    """
    if request.schema_ is None:
        return request
    words = f"{IN_WORDS}\n\n{request.schema_.text}"
    *before, last = request.messages
    if last.role == "user":
        messages = (*before, last.model_copy(update={"content": f"{last.content}\n\n{words}"}))
    else:
        messages = (*request.messages, Message(role="user", content=words))
    return request.model_copy(update={"messages": messages, "schema_": None})


def matches_schema(text: str, schema: Schema) -> bool:
    """Return whether a text is JSON that the schema accepts, and nothing else."""
    return not schema_fault(text, schema)


def schema_fault(text: str, schema: Schema) -> str:
    """Return why a text is no JSON that the schema accepts, in words; empty where it is."""
    import jsonschema  # noqa: PLC0415 - most calls want no JSON

    try:
        jsonschema.validate(load_json(text), json.loads(schema.text))
    except jsonschema.ValidationError as error:
        place = " of ".join(f"item {part + 1}" if isinstance(part, int) else part for part in reversed(error.path))
        return f"{place or 'the whole'}: {error.message}"
    except (ValueError, RecursionError) as error:
        return f"it is no JSON: {error}"
    return ""


def contains_match(text: str, schema: Schema) -> bool:
    """Return whether a text holds such JSON between fences or words, so that no second request is needed."""
    # Models like to put their JSON into a fence or to introduce it with a sentence.
    first, last = text.find("{"), text.rfind("}")
    return first >= 0 and matches_schema(text[first : last + 1], schema)


def wire_schema(schema: Schema) -> Any:
    """Return a schema in the form of the wire formats."""
    return {"name": schema.name, "schema": json.loads(schema.text), "strict": True}
