"""Each reader of YAML, JSON, TOML and notebooks takes whatever text in bounded time and ends in a value or one error.

Texts are made of real documents and hostile ones by chance: cut, doubled, mixed, nested, with bytes changed.
`make soak` tries a million for each reader, with a new seed each time.
"""

import json
import os
import random
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from authoring.dseal.parse import parse
from authoring.dseal.yaml_reader import ParseLimits, read_yaml
from authoring.llm.loose_json import read_loose_json
from authoring.records.documents import DocumentError, load_json, load_toml, load_yaml
from authoring.seeds.notebooks.cleaning import clean_notebook
from authoring.workspace.settings import SETTINGS_TEXT
from tests.records.test_documents import BOMB, MERGES, TOWER

CASES = Path(__file__).parents[1] / "cases"
SAMPLE = 400
"""Texts for each reader in `make test`."""
SOAK = 1_000_000
PARTS = 20
SECONDS = 20
"""For one text of at most some thousand characters: a hundred times what the slowest takes, and no law of speed."""
PIECES = [
    *(
        "[",
        "]",
        "{",
        "}",
        ":",
        ": ",
        ",",
        "- ",
        "\n",
        "\n  ",
        '"',
        "'",
        "|",
        ">",
        "&a ",
        "*a",
        "<<: *a",
        "!!int ",
        "!!set ",
    ),
    *(
        "!x ",
        "? ",
        "# ",
        "---\n",
        "...\n",
        "\\",
        "\\ud800",
        "\\u0000",
        "\x00",
        "\ufeff",
        "\u2028",
        "é",
        "😀",
        "\r",
        "\t",
    ),
    *("9" * 400, "0x" + "f" * 400, "1:1:1:1", "1e999", "-", ".inf", "NaN", "null", "true", "~", "2024-99-99", "=", "."),
    *(
        '"cells": ',
        '"source": ',
        '"outputs": ',
        '"metadata": ',
        '"nbformat": 4',
        "password = 'hunter2xy'",
        "hf_a1B2c3D4e5F6",
    ),
    *(
        "\r",
        "\t",
        "password = 'hunter2xy'",
        "question: ",
        "validator:\n",
        "[[",
        "]]",
        "a = ",
        "a.b.c",
        "'''",
        '"""',
        "[" * 300,
        "{a: " * 100,
        "- " * 100,
    ),
]
DOCUMENTS: dict[str, list[str]] = {
    "yaml": [
        BOMB,
        TOWER,
        MERGES,
        *(path.read_text() for path in sorted((CASES / "lint").glob("*.yml"))[:10]),
        "name: B\nversion: 2024-01-01\ndialect: strict\nenvironment: {python: '3.11'}\n",
    ],
    "json": ['{"a": [1, 2.5, null, {"b": "\\u00e9"}], "c": ""}', "[[[[]]]]", '{"id": 1, "response": "x"}\n'],
    "toml": [SETTINGS_TEXT, "a = [1, [2, 3]]\n[b]\nc = {d = 1}\n[[e]]\nf = 2024-01-01\n"],
    "notebook": [
        path.read_text()[:4_000] if number else json.dumps(json.loads(path.read_text()))[:4_000]
        for number, path in enumerate(sorted((CASES / "notebooks" / "dirty").glob("*.ipynb")))
    ]
    + [
        json.dumps(
            {
                "nbformat": 4,
                "nbformat_minor": 4,
                "metadata": {},
                "cells": [{"cell_type": "code", "source": "password = 'hunter2xy'", "outputs": [], "metadata": {}}],
            }
        )
    ],
}


def _or_refused(read: Callable[[str], Any]) -> Callable[[str], Any]:
    def reading(text: str) -> Any:
        try:
            return read(text)
        except DocumentError as error:
            return error

    return reading


READERS: dict[str, tuple[str, Callable[[str], Any]]] = {
    "YAML": ("yaml", _or_refused(load_yaml)),
    "YAML as text": ("yaml", _or_refused(lambda text: load_yaml(text, scalars_as_text=True, repeated_keys=True))),
    "docstring": ("yaml", lambda text: read_yaml(text, ParseLimits())),
    "problem set": ("yaml", lambda text: parse(f'# %%\n"""\n{text}\n"""\n\n1 + 1\n')),
    "JSON": ("json", _or_refused(load_json)),
    "JSON of a model": ("json", read_loose_json),
    "TOML": ("toml", _or_refused(load_toml)),
    "notebook": ("notebook", lambda text: clean_notebook(text, "a.ipynb")),
}


def _cells(chance: random.Random) -> str:
    """Return a notebook in order, of cells that may hold anything."""
    texts = ["".join(chance.choices(PIECES, k=chance.randrange(6))) for _ in range(6)]
    cells = [
        {
            "cell_type": chance.choice(["code", "markdown", "raw", "heading"]),
            "source": chance.choice([text, [text], None]),
            "metadata": {"tags": [text]},
            "outputs": [{"output_type": "stream", "name": "stdout", "text": other}],
        }
        for text, other in zip(texts[:3], texts[3:], strict=True)
    ]
    return json.dumps({"nbformat": chance.choice([3, 4, 4, 4]), "nbformat_minor": 4, "metadata": {}, "cells": cells})


def mutated(kind: str, chance: random.Random) -> str:
    """Return a text that is nearly a document of a kind."""
    if kind == "notebook" and chance.random() < 0.5:
        return _cells(chance)
    text = chance.choice(DOCUMENTS[kind]) if chance.random() < 0.8 else ""
    for _ in range(chance.randrange(1, 8)):
        at = chance.randrange(len(text) + 1)
        to = min(len(text), at + chance.randrange(20))
        match chance.randrange(5):
            case 0:
                text = text[:at] + text[to:]
            case 1:
                text = text[:at] + chance.choice(PIECES) * chance.choice((1, 1, 1, 2, 50)) + text[at:]
            case 2:
                text = text[:to] + text[at:]
            case 3:
                text = text[:at] + chr(chance.randrange(0x250)) + text[at + 1 :]
            case _:
                text = text[:at] if chance.random() < 0.3 else text + chance.choice(PIECES)
    return text[:8_000]


@contextmanager
def at_most(seconds: int, what: str) -> Iterator[None]:
    """Stop with the text that takes longer."""

    def stop(*_: object) -> None:
        raise AssertionError(f"takes more than {seconds} s: {what[:500]!r}")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def fuzz(reader: str, number: int, seed: int) -> None:
    """Read a number of texts; whatever else than a `DocumentError` comes out of a reader stops the test."""
    kind, read = READERS[reader]
    chance = random.Random(f"{reader} {seed}")
    for _ in range(number):
        text = mutated(kind, chance)
        with at_most(SECONDS, text):
            value = read(text)
        if isinstance(value, DocumentError):
            assert "\n" not in str(value), text
            assert str(value), text


@pytest.mark.parametrize("reader", READERS)
def test_any_text_ends_in_a_value_or_one_error(reader: str) -> None:
    """A sample of what `make soak` tries."""
    fuzz(reader, SAMPLE if reader != "notebook" else SAMPLE // 8, seed=1)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("reader", READERS)
def test_a_million_texts_end_in_a_value_or_one_error(reader: str, part: int) -> None:
    """With another seed every time; the seed is named where one fails. In parts, which run side by side."""
    seed = PARTS * int.from_bytes(os.urandom(4)) + part
    try:
        fuzz(reader, SOAK // PARTS, seed)
    except BaseException as error:
        error.add_note(f"reader {reader!r}, seed {seed}")
        raise
