"""Schemas of replies: strict, because only strict ones are enforced by every server."""

import json

import pytest

from authoring.drafting.lessons import LESSONS_SCHEMA
from authoring.drafting.replies.schemas import INTEGER, TEXT, array_of, object_of, reply_schema
from authoring.drafting.replies.sketch import SKETCH_SCHEMA
from authoring.drafting.synthetic_tables import PLAN_SCHEMA
from authoring.drafting.topics import TOPICS_SCHEMA
from authoring.drafting.translation.translator import TRANSLATION_SCHEMA
from authoring.records.sketch import Schema


@pytest.mark.parametrize(
    "schema",
    [LESSONS_SCHEMA, PLAN_SCHEMA, SKETCH_SCHEMA, TOPICS_SCHEMA, TRANSLATION_SCHEMA],
    ids=lambda schema: schema.name,
)
def test_schemas_are_strict(schema: Schema) -> None:
    """Every property is required and none may be added, as servers that enforce a schema want it."""
    pending = [json.loads(schema.text)]
    while pending:
        rules = pending.pop()
        if rules.get("type") == "object":
            assert rules["required"] == list(rules["properties"])
            assert rules["additionalProperties"] is False
            pending.extend(rules["properties"].values())
        pending.extend([rules["items"]] if "items" in rules else [])


def test_text_of_a_schema_is_stable() -> None:
    """Keys keep their order, because the text is part of the hashes by which replies are found again."""
    schema = reply_schema("points", {"points": array_of(object_of({"number": INTEGER, "text": TEXT}), maxItems=3)})

    assert schema.text == (
        '{"type": "object", "properties": {"points": {"type": "array", "items": {"type": "object", "properties": '
        '{"number": {"type": "integer"}, "text": {"type": "string"}}, "required": ["number", "text"], '
        '"additionalProperties": false}, "maxItems": 3}}, "required": ["points"], "additionalProperties": false}'
    )
