"""A notebook that is kept holds no secret, no author and no picture, and cleaning it again changes nothing."""

import json
from collections.abc import Callable
from pathlib import Path

import nbformat
import pytest
from hypothesis import given, settings

from authoring.dseal.rules.secret import secrets_in
from authoring.seeds.notebooks.cleaning import MAX_OUTPUT_CHARACTERS, MOST_OF_OUTPUT, CleanedNotebook, clean_notebook
from authoring.seeds.notebooks.reading import read_notebook
from authoring.seeds.notebooks.redaction import without_persons
from authoring.seeds.notebooks.secret_search import without_secrets
from tests.examples import examples
from tests.seeds.notebooks.shapes import NAMES, PERSONS, SECRETS, TEXTS, code, markdown, notebook

DIRTY = Path(__file__).parents[2] / "cases" / "notebooks" / "dirty" / "kaggle.ipynb"


def said(cleaned: CleanedNotebook) -> str:
    """Return what was found, one line a finding."""
    return "".join(f"{found.code} {found.message}\n" for found in cleaned.findings)


def test_a_notebook_as_sites_publish_them(golden: Callable[[str, str], None]) -> None:
    """Keys, names, addresses, links, pictures, widgets and marks of a run go; questions, code and text stay."""
    cleaned = clean_notebook(DIRTY.read_text(), "kaggle.ipynb")

    golden("notebooks/cleaned/kaggle.ipynb", cleaned.text)
    golden("notebooks/cleaned/kaggle.txt", said(cleaned))
    for gone in (
        "hf_abc",
        "tr0ub4dor",
        "9f8e7d6c5b4a",
        "QUFB",
        "Example",
        "Beispiel",
        "annexample@",
        "Sample",
        "iVBOR",
    ):
        assert gone not in cleaned.text
        assert gone not in said(cleaned)


def test_the_file_is_in_order() -> None:
    """Jupyter's own reader finds nothing wrong with it, and the text is the same each time."""
    cleaned = clean_notebook(DIRTY.read_text(), "kaggle.ipynb")

    nbformat.validate(json.loads(cleaned.text))
    assert cleaned == clean_notebook(DIRTY.read_text(), "kaggle.ipynb")


@pytest.mark.parametrize("secret", SECRETS)
def test_no_secret_stays(secret: str) -> None:
    """Wherever it stands: in code, in prose, in what code printed."""
    text = notebook(code(f"x = 1  # {secret}", secret), markdown(f"Use {secret} here."))
    cleaned = clean_notebook(text, "a.ipynb")
    read = read_notebook(cleaned.text)
    kept = "\n".join([cell.source + "".join(out.text for out in cell.outputs) for cell in read.cells])

    assert not [found for found in secrets_in(kept) if not found.placeholder]
    assert "<removed>" in kept
    assert "DS936" in {found.code for found in cleaned.findings}


@pytest.mark.parametrize(
    "kept",
    [
        "password = 'your-password-here'",
        "key = 'river'",
        "df.rename(columns={'token': 'word'})",
        "tokens = text.split(' ')",
        "api_key = os.environ['API_KEY']",
        "df['secret'] = df['a'] == df['b']",
        "url = 'https://raw.githubusercontent.com/ann/rivers/master/gauges.csv?raw=true'",
    ],
)
def test_what_is_no_secret_stays(kept: str) -> None:
    """Code that only names a password is left as it is."""
    assert without_secrets(kept) == (kept, ())


@pytest.mark.parametrize("person", PERSONS)
def test_no_person_stays(person: str) -> None:
    """A name is known from the line that says whose the notebook is, and is gone everywhere."""
    text = notebook(markdown(f"# Rivers\n{person}"), markdown(f"Thanks! {person}"), code("x = 'Ann Example'", person))
    cleaned = clean_notebook(text, "a.ipynb").text

    assert "annexample" not in cleaned
    assert "rivers.org" not in cleaned
    if "Ann Example" in person:
        assert "Ann Example" not in cleaned


def test_a_handle_is_a_name_within_a_sentence() -> None:
    """In prose; what code printed may be anything."""
    assert without_persons("Thanks to @annexample for it.", "markdown").text == "Thanks to the author for it."
    assert without_persons("Thanks to @annexample for it.", None).mentions == 0


@pytest.mark.parametrize(
    ("kind", "kept"),
    [
        ("markdown", "## Levels by River And Month"),
        ("markdown", "How many cars were made by General Motors?"),
        ("markdown", "Group the table by Country and show the mean."),
        ("markdown", "Data: https://www.kaggle.com/datasets/waters/rivers and https://github.com/waters/rivers"),
        ("markdown", "Authors per book"),
        ("markdown", "Survivors by Passenger Class"),
        ("markdown", "```python\n@property\ndef level(self): ...\n```"),
        ("code", "y = X@w.T + X@model.weight"),
        ("code", "df['author'] = df['first'] + ' ' + df['last']"),
        ("code", "@property\ndef level(self): ..."),
        ("code", "author: str = 'Ann Example'"),
    ],
)
def test_what_is_no_author_stays(kind: str, kept: str) -> None:
    """Questions and code that only look so are left as they are: a question must not lose what it asks."""
    assert without_persons(kept, "code" if kind == "code" else "markdown").text == kept


def test_outputs_have_a_budget() -> None:
    """Both ends of an output stay; of hundreds of outputs the last ones go."""
    cleaned = clean_notebook(notebook(*[code("x", f"first{'.' * 90_000}last")] * 60), "a.ipynb")
    outputs = [output.text for cell in read_notebook(cleaned.text).cells for output in cell.outputs]

    assert all(len(output) <= MOST_OF_OUTPUT for output in outputs)
    assert sum(map(len, outputs)) <= MAX_OUTPUT_CHARACTERS
    assert outputs[0].startswith("first")
    assert outputs[0].endswith("last")
    assert "60 in cells 1, 2, 3, 4, 5 …" in said(cleaned)


def test_an_unreadable_notebook_is_not_kept() -> None:
    """Nothing is kept of what was not understood: it could hold anything."""
    cleaned = clean_notebook('{"nbformat": 4, "cells": [{"source": "api_key', "a.ipynb")

    assert cleaned.text == ""
    assert [found.code for found in cleaned.findings] == ["DS931"]


@settings(max_examples=examples(150), deadline=None)
@given(TEXTS, NAMES)
def test_cleaning_twice_is_cleaning_once(text: str, name: str) -> None:
    """Whatever comes in, what comes out is a notebook in order, written as UTF-8, with nothing left to be removed."""
    cleaned = clean_notebook(text, name)
    if not cleaned.text:
        assert cleaned.findings
        return
    nbformat.validate(json.loads(cleaned.text))
    again = clean_notebook(cleaned.text, "a.ipynb")

    assert cleaned.text.encode().decode() == again.text
    assert {found.code for found in again.findings} <= {"DS935"}
