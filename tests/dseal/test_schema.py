"""The JSON Schema: valid itself, and in step with the released code."""

import json
import subprocess
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from authoring.dseal import parse, schema
from authoring.dseal.schema import schema_text
from authoring.validators import PAPER_NAMES, TEMPLATES, VALIDATORS


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
    schema.schema_validator.cache_clear()
    try:
        # Another text, because what was parsed once is remembered.
        after = parse(text + "\n").diagnostics
    finally:
        schema.schema_validator.cache_clear()

    assert before == ["DS301", "DS301"]
    assert after == ()
