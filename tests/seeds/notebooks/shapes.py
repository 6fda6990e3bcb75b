"""Notebooks of any shape, for tests of what must hold for all of them."""

import json
from typing import Any

from hypothesis import strategies as st

SECRETS = (
    "api_key = 'k9Zq81Lmw0Pdx7'",
    "AKIAABCDEFGHIJKLMNOP",
    "https://ann:pa55phrase@db.rivers.org",
    "Authorization: Bearer abcdefgh.12345678",
    '{"username":"ann","key":"0123456789abcdef0123456789abcdef"}',
    "-----BEGIN PRIVATE KEY-----\nQUFBQUFBQUFBQUFBQUFBQUFB\n-----END PRIVATE KEY-----",
)
PERSONS = (
    "ann.example@rivers.org",
    "https://www.kaggle.com/annexample",
    "by Ann Example",
    "Author: Ann Example",
    "[Ann](https://github.com/annexample)",
    "See [the book](https://a.org/book) by Ann Example; it helps.",
)
_WORDS = st.sampled_from(
    [*SECRETS, *PERSONS, "df['a'].mean()", "How many?", "%matplotlib inline", "# ", "```", "\n", " ", "'", "\ud800"]
)
SOURCES = st.lists(_WORDS | st.text(max_size=8), max_size=8).map("".join)
_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                [
                    "cells",
                    "cell_type",
                    "source",
                    "worksheets",
                    "nbformat",
                    "metadata",
                    "outputs",
                    "text",
                    "level",
                    "data",
                ]
            ),
            inner,
            max_size=5,
        )
    ),
    max_leaves=15,
)
_OUTPUTS = st.builds(
    lambda kind, text: {"output_type": kind, "text": text, "name": "stdout", "data": {"text/plain": text}},
    st.sampled_from(["stream", "execute_result", "display_data", "pyout", "error", "other"]),
    SOURCES | _JSON,
)
_CELLS = st.builds(
    lambda kind, source, outputs: {"cell_type": kind, "source": source, "outputs": outputs, "metadata": {}},
    st.sampled_from(["code", "markdown", "raw", "heading", "text", "other"]),
    SOURCES | st.lists(SOURCES, max_size=3) | _JSON,
    st.lists(_OUTPUTS | _JSON, max_size=3),
)


def notebook(*cells: dict[str, Any], **more: Any) -> str:
    """Return the text of a notebook, format 4."""
    return json.dumps({"nbformat": 4, "nbformat_minor": 4, "metadata": {}, "cells": list(cells), **more})


def code(source: str | list[str], *outputs: str) -> dict[str, Any]:
    """Return a code cell whose outputs were printed."""
    printed = [{"output_type": "stream", "name": "stdout", "text": text} for text in outputs]
    return {"cell_type": "code", "source": source, "outputs": printed, "metadata": {}, "execution_count": 1}


def markdown(source: str) -> dict[str, Any]:
    """Return a cell of Markdown."""
    return {"cell_type": "markdown", "source": source, "metadata": {}}


DOCUMENTS = st.builds(
    lambda version, minor, cells, metadata: {
        "nbformat": version,
        "nbformat_minor": minor,
        "metadata": metadata,
        **({"worksheets": [{"cells": cells}]} if version in (2, 3) else {"cells": cells}),
    },
    st.integers(0, 6) | _JSON,
    st.integers(0, 5) | _JSON,
    st.lists(_CELLS | _JSON, max_size=5) | _JSON,
    _JSON,
)
TEXTS = (
    st.text()
    | SOURCES
    | st.lists(SOURCES, max_size=4).map("\n# %%\n".join)
    | DOCUMENTS.map(json.dumps)
    | _JSON.map(json.dumps)
    | DOCUMENTS.map(lambda document: json.dumps(document)[:-7])
)
"""Texts that are notebooks, nearly notebooks, and none at all."""
NAMES = st.sampled_from(["", "a.ipynb", "a.py", "a.md", "a.Rmd", "a", "."])
