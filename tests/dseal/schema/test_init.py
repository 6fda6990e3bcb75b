"""The JSON Schema: valid itself, and in step with the released code."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from authoring.dseal import parse, schema
from authoring.dseal.schema import (
    DEFINITIONS,
    KEYWORDS,
    SILENT,
    Schema,
    UnknownKeywordError,
    fits,
    schema_document,
    schema_text,
    schema_validator,
)
from authoring.validators import PAPER_NAMES, TEMPLATES, VALIDATORS
from tests.examples import examples

ROOT = Path(__file__).parents[3]
WORDS = sorted(
    {name for part in (schema_document(), *schema_document()["$defs"].values()) for name in part.get("properties", {})}
)
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 2),
    st.sampled_from([0.0, 1.0, 0.5, float("nan"), float("inf")]),
    st.sampled_from(["", "a", "not a name", "..", "a/b", "comparison", "accuracy", "any"]),
)
VALUES: st.SearchStrategy[Any] = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*WORDS, "..", "x"]), inner, max_size=4)
    ),
    max_leaves=12,
)


def test_the_schema_is_a_schema() -> None:
    """The file is valid JSON Schema of draft 2020-12."""
    Draft202012Validator.check_schema(json.loads(schema_text()))


def test_every_validator_has_a_title_or_description() -> None:
    """An editor can say of each key what it is."""
    document = json.loads(schema_text())
    block = document["properties"]["validator"]["properties"]
    bare = [
        name
        for name, entry in block.items()
        if "description" not in entry
        and "title" not in document["$defs"].get(entry.get("$ref", "").rpartition("/")[2], {})
    ]
    assert bare == []


def test_paper_names_are_covered() -> None:
    """Each name of the paper's table stands beside the released one, with the same options."""
    block = json.loads(schema_text())["properties"]["validator"]["properties"]
    assert {block[paper]["$ref"] == block[released]["$ref"] for paper, released in PAPER_NAMES.items()} == {True}


def test_templates_agree() -> None:
    """The schema knows exactly the templates that the rules know."""
    block = json.loads(schema_text())["properties"]["validator"]["properties"]
    assert block["template"]["enum"] == list(TEMPLATES)


def test_a_hopeless_block_is_dropped_whole() -> None:
    """However much is wrong, the question survives and the validator reads as absent or empty."""
    options = "\n".join(f"  bogus{number}: {{a: [b]}}" for number in range(50))
    text = f'# %%\n"""\nquestion: a\nvalidator:\n{options}\n"""\n1\n'
    problem = parse(text).problems[0][1]
    assert problem.question == "a"
    assert not problem.validator


def test_what_fits_needs_no_jsonschema() -> None:
    """Texts without a fault are read without loading the library that says what is wrong with others."""
    code = (
        "import sys\nfrom pathlib import Path\nfrom authoring.dseal import parse\n"
        "for path in sys.argv[1:]:\n    assert not parse(Path(path).read_text('utf-8')).diagnostics\n"
        "print('jsonschema' in sys.modules)"
    )
    sets = [ROOT / "tests" / "cases" / "dseal" / "every-validator.py", *sorted((ROOT / "problemsets").glob("[!_]*.py"))]
    done = subprocess.run([sys.executable, "-c", code, *sets], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.strip() == "False"


@pytest.mark.exhaustive
def test_the_released_code_knows_our_validators(dseval_python: Path) -> None:
    """Every validator of the schema but one has a class of that alias in DSEval, and the reverse."""
    code = (
        "from dseval.validator import Validator\n"
        "names, todo = set(), [Validator]\n"
        "while todo:\n    sub = todo.pop().__subclasses__()\n    todo += sub\n    names |= {s.alias for s in sub}\n"
        "print(*sorted(names))"
    )
    done = subprocess.run([dseval_python, "-c", code], capture_output=True, text=True, check=True)
    block = set(json.loads(schema_text())["properties"]["validator"]["properties"])
    assert sorted(block - set(PAPER_NAMES) - {"template", "answer_in_source"}) == done.stdout.split()


def test_validators_of_installed_packages_are_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A validator that is registered and not in the schema may be named anywhere in a block, with any options."""
    text = '# %%\n"""\nquestion: q\nvalidator: {spelling: {cutoff: 1}, or: {spelling: }}\n"""\n1\n'
    before = [finding.code for finding in parse(text).diagnostics]

    monkeypatch.setattr(schema, "VALIDATORS", {**VALIDATORS, "spelling": VALIDATORS["crash"]})
    caches = (schema.schema_document, schema.schema_validator)
    for made_once in caches:
        made_once.cache_clear()
    try:
        # Another text, because what was parsed once is remembered.
        after = parse(text + "\n").diagnostics
    finally:
        for made_once in caches:
            made_once.cache_clear()

    assert before == ["DS301", "DS301"]
    assert after == ()


def subschemas(schema: Any) -> list[Schema]:
    """Return a schema and all that it holds."""
    if isinstance(schema, list):
        return [part for item in schema for part in subschemas(item)]
    if not isinstance(schema, dict):
        return []
    return [schema, *(part for item in schema.values() for part in subschemas(item))]


@given(st.data())
@settings(max_examples=examples(300))
def test_every_part_of_the_schema_accepts_what_jsonschema_accepts(data: st.DataObject) -> None:
    """The verdict is that of jsonschema, for the whole schema and for each definition in it."""
    document, validator = schema_document(), schema_validator()
    name = data.draw(st.sampled_from(["", *document["$defs"]]))
    value = data.draw(VALUES)
    part = {"$ref": DEFINITIONS + name} if name else document
    judge = validator.evolve(schema={"$defs": document["$defs"], **part})
    try:
        verdict = fits(value, part, document)
    except UnknownKeywordError:
        # Jsonschema is asked then, so there is no second verdict.
        return
    assert verdict is judge.is_valid(value)


@pytest.mark.parametrize(
    ("rule", "value"),
    [
        ({"enum": [False, None]}, None),
        ({"enum": [False, None]}, "no"),
        ({"type": ["number", "array"], "items": {"type": "number"}}, [1, 2.5]),
        ({"type": ["number", "array"], "items": {"type": "number"}}, [1, True]),
        ({"if": {"type": "string"}, "then": {"enum": ["f1"]}}, "f2"),
        ({"if": {"type": "string"}, "then": {"enum": ["f1"]}}, 3),
        ({"not": {"type": "null"}}, None),
        ({"minimum": 0, "maximum": 1}, float("nan")),
        ({"minimum": 0}, True),
        ({"propertyNames": {"pattern": "^a"}}, {"b": 1}),
        ({"dependentSchemas": {"a": {"maxProperties": 1}}}, {"a": 1, "b": 1}),
        (True, "anything"),
        (False, "anything"),
    ],
)
def test_a_keyword_means_what_it_means_to_jsonschema(rule: Any, value: object) -> None:
    """One rule at a time, for values that it takes and values that it refuses."""
    assert fits(value, rule, {}) is schema_validator().evolve(schema=rule).is_valid(value)


@pytest.mark.parametrize(
    ("rule", "value"),
    [({"oneOf": [{}]}, 1), ({"enum": [0]}, False), ({"$ref": "#/properties/a"}, 1), ({"then": {}, "else": {}}, 1)],
)
def test_what_is_not_understood_is_no_verdict(rule: Schema, value: object) -> None:
    """A keyword that is not known, and a choice that Python takes for another, are left to jsonschema."""
    with pytest.raises(UnknownKeywordError):
        fits(value, rule, {})


def test_every_keyword_of_the_schema_is_understood() -> None:
    """A key of the schema that is no name of an option is a keyword that is known here."""
    parts = subschemas(schema_document())
    names = {name for part in parts for name in part.get("properties", {})} | set(schema_document()["$defs"])
    used = {keyword for part in parts for keyword in part}
    assert used - names - SILENT - {"then"} <= set(KEYWORDS)
