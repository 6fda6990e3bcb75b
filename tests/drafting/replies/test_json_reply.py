"""JSON as models write it."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from authoring.drafting.lessons import LESSONS_SCHEMA
from authoring.drafting.replies.json_reply import INTEGER, TEXT, array_of, object_of, read_json, reply_schema
from authoring.drafting.replies.sketch import SKETCH_SCHEMA, read_sketch
from authoring.drafting.synthetic_tables import PLAN_SCHEMA
from authoring.drafting.topics import TOPICS_SCHEMA
from authoring.drafting.translation.translator import TRANSLATION_SCHEMA
from authoring.dseal.model import Json
from authoring.llm.loose_json import read_loose_json
from authoring.records.sketch import Schema
from tests.examples import examples

POINTS = Schema(
    name="points",
    text=json.dumps(
        {
            "type": "object",
            "properties": {
                "points": {"type": "array", "items": {"type": "string"}},
                "share": {"type": ["number", "null"]},
                "kind": {"type": "string", "enum": ["easy", "hard"]},
            },
            "required": ["points", "share", "kind"],
            "additionalProperties": False,
        }
    ),
)
CLEAN = '{"points": ["a", "b"], "share": 0.5, "kind": "easy"}'
WHOLE: dict[str, Json] = {"points": ["a", "b"], "share": 0.5, "kind": "easy"}


@pytest.mark.parametrize(
    ("reply", "value", "codes"),
    [
        (CLEAN, WHOLE, []),
        (f"\n{CLEAN}\n", WHOLE, []),
        (f"```json\n{CLEAN}\n```", WHOLE, ["DS823"]),
        (f"Here [as you asked] it is:\n{CLEAN}\nBye", WHOLE, ["DS823"]),
        (f"<think>{{1}}</think>\n{CLEAN}", WHOLE, []),
        ("{'points': ['a', 'b'], 'share': .5, 'kind': 'easy'}", WHOLE, ["DS823"]),
        ('{"points": ["a", "b",], "share": 0.5, "kind": "easy",}', WHOLE, ["DS823"]),
        ('{"points": ["a", "b"] /* two */, "share": 0.5, // half\n "kind": "easy"}', WHOLE, ["DS823"]),
        ('{points: ["a", "b"], share: 0.5, kind: "easy"}', WHOLE, ["DS823"]),
        ('{"points": ["a" "b"], "share": 0.5, "kind": "easy"}', {**WHOLE, "points": ['a" "b']}, ["DS823"]),
        ('{"points": ["a"\n"b"], "share": 0.5, "kind": "easy"}', WHOLE, []),
        ('{"points": ["a", "b"], "share": NaN, "kind": "easy"}', {**WHOLE, "share": None}, ["DS823"]),
        ('{"points": ["a", "b"], "share": 0.5, "kind": "Easy"}', WHOLE, ["DS823"]),
        ('{"points": "a", "share": 0.5, "kind": "easy"}', {**WHOLE, "points": ["a"]}, ["DS823"]),
        ('{"points": ["a", 2], "share": 0.5, "kind": "easy"}', {**WHOLE, "points": ["a", "2"]}, ["DS823"]),
        ('{"points": ["a", {}], "share": 0.5, "kind": "easy"}', {**WHOLE, "points": ["a"]}, ["DS824"]),
        ('{"points": ["a", "b"], "share": 0.5, "kind": "easy", "more": 1}', WHOLE, ["DS824"]),
        ('{"Points": ["a", "b"], "share": 0.5, "kind": "easy"}', WHOLE, ["DS823"]),
        ('{"share": 0.5, "kind": "easy", "points": ["a", "b', {**WHOLE, "points": ["a"]}, ["DS824"]),
        ('{"share": 0.5, "kind": "easy"}', {**WHOLE, "points": []}, ["DS823"]),
        ('{"points": ["a", "b"], "share": 0.5}', None, ["DS825"]),
        ('{"points": ["a", "b"], "share": 0.5, "kind": "other"}', None, ["DS825"]),
        ("no JSON", None, ["DS825"]),
        ("", None, ["DS825"]),
        ('"just a text"', None, ["DS825"]),
    ],
)
def test_loose_json_is_read_as_it_was_meant(reply: str, value: Json, codes: list[str]) -> None:
    """What is plain is mended with a note, what does not fit is left out with a warning, the rest is an error."""
    read, found = read_json(reply, POINTS)

    assert read == value
    assert sorted({each.code for each in found}) == codes


@given(
    st.recursive(
        st.none()
        | st.booleans()
        | st.integers(-(10**9), 10**9)
        | st.floats(allow_nan=False, allow_infinity=False)
        | st.text(),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
        max_leaves=15,
    )
)
@settings(max_examples=examples(200), deadline=None)
def test_strict_json_is_read_strictly(value: Json) -> None:
    """What `json` writes reads as the same value, whole and without anything loose."""
    reading = read_loose_json(json.dumps([value]))

    assert reading.value == json.loads(json.dumps([value]))
    assert (reading.stopped, reading.loose) == ("", [])


def test_texts_that_are_left_open_may_be_absent() -> None:
    """Only those that are named, and their absence is told; any other text has to be there."""
    schema = reply_schema("two", {"items": array_of(object_of({"name": TEXT, "unit": TEXT}))})
    reply = '{"items": [{"name": "a"}, {"unit": "g"}]}'
    value, found = read_json(reply, schema, open_texts=("unit",))

    assert value == {"items": [{"name": "a", "unit": ""}]}
    assert [finding.code for finding in found] == ["DS823", "DS824"]
    assert read_json(reply, schema)[0] == {"items": []}


def test_a_reply_with_keys_of_its_own_is_not_empty() -> None:
    """A list that is absent is empty where nothing else is said; where the reply has another form it is wrong."""
    schema = reply_schema("one", {"changes": array_of(TEXT)})

    assert read_json('{"points": ["a"]}', schema)[0] is None
    assert read_json('{"change": ["a"]}', schema)[0] == {"changes": ["a"]}


@given(st.integers(0, 2000))
@settings(max_examples=60, deadline=None)
def test_cut_lists_keep_whole_items(end: int) -> None:
    """However a list of texts is cut, what comes of it is a beginning of the list."""
    items = [f"item {number}" for number in range(100)]
    text = json.dumps(items)[:end]
    value = read_loose_json(text).value

    assert value is None or (isinstance(value, list) and value == items[: len(value)])
    assert not isinstance(value, list) or len(value) >= text.count('",')


def test_sketch_keeps_its_chain() -> None:
    """Needs are sorted, single, and lead to earlier problems only; blanks and repeats of knowledge go."""
    problem = {"task": " Count. ", "knowledge": ["a", "a", " "], "level": "hard", "needs": [2, 1, 2, 9], "gives": ["x"]}
    first = {**problem, "needs": []}
    reply = json.dumps({"knowledge": ["a", ""], "problems": [first, first, *[problem] * 8]})
    sketch, found = read_sketch(reply, seed="penguins")

    assert sketch is not None
    assert (sketch.seed, sketch.knowledge, len(sketch.problems)) == ("penguins", ("a",), 10)
    last = sketch.problems[-1]
    assert (last.task, last.knowledge, last.needs, last.gives) == ("Count.", ("a",), (1, 2, 9), ("x",))
    assert {each.code for each in found} == {"DS824"}


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
