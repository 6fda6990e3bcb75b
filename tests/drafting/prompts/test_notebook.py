"""Of a reference notebook, headings and code remain, within a budget."""

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from authoring.drafting.prompts.notebook import digest_notebook

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: (
        st.lists(inner) | st.dictionaries(st.sampled_from(["cells", "cell_type", "source", "worksheets"]), inner)
    ),
    max_leaves=20,
)


def notebook(*cells: dict[str, Any]) -> str:
    """Return the text of a notebook, format 4."""
    return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": list(cells)})


def code(source: str | list[str], **more: Any) -> dict[str, Any]:
    """Return a code cell."""
    return {"cell_type": "code", "source": source, "outputs": [{"text": "SECRET OUTPUT"}], **more}


def test_headings_and_code_stay_outputs_and_magics_go() -> None:
    """What was done and how is kept; what it gave, and what only IPython reads, is not."""
    text = notebook(
        {"cell_type": "markdown", "source": ["# Floods\n", "Long prose about rivers.\n", "## Levels"]},
        code(
            [
                "%matplotlib inline\n",
                "!pip install x\n",
                "import pandas as pd\n",
                "\n",
                "df.head?\n",
                "df.mean()  # why\n",
            ]
        ),
        code("%%html\n<b>no</b>"),
    )

    digest = "Operations, and how often: mean 1\n\n# Floods\n\n## Levels\n\nimport pandas as pd\ndf.mean()  # why"
    assert digest_notebook(text) == digest


def test_format_3_is_read() -> None:
    """Old notebooks have worksheets, headings and inputs."""
    cells = [{"cell_type": "heading", "source": "Floods"}, {"cell_type": "code", "input": "x = 1"}]

    assert digest_notebook(json.dumps({"nbformat": 3, "worksheets": [{"cells": cells}]})) == "# Floods\n\nx = 1"


def test_markdown_is_read() -> None:
    """A reference.md gives its headings and its Python."""
    text = "# Floods\n\nProse.\n\n```python\n# comment\nx = 1\n```\n\n```sh\nrm -rf /\n```\n~~~\ny = 2\n~~~\n"

    assert digest_notebook(text) == "# Floods\n\nx = 1\n\ny = 2"


def test_a_long_notebook_loses_ends_of_cells_first() -> None:
    """Every cell keeps its beginning as long as that fits; then the end of the notebook is cut."""
    long = [code("\n".join(f"line_{cell}_{line} = {line}" for line in range(30))) for cell in range(20)]
    digest = digest_notebook(notebook(*long), budget=3_000)

    assert len(digest) <= 3_000
    assert all(f"line_{cell}_0" in digest for cell in range(20))
    assert len(digest_notebook(notebook(*long), budget=100)) <= 100


def test_hidden_characters_are_shown() -> None:
    """A notebook is a stranger's text."""
    assert digest_notebook(notebook(code("x = '\u202e'"))) == "x = '\\u202e'"


@settings(deadline=None)
@given(st.text() | JSON.map(lambda value: json.dumps({"cells": value})) | JSON.map(json.dumps))
def test_any_text_gives_a_digest(text: str) -> None:
    """Nothing a file holds stops a draft, and no digest is longer than its budget."""
    assert len(digest_notebook(text, budget=500)) <= 500


def test_nesting_gives_an_empty_digest() -> None:
    """What is nested too deep for any reader says nothing."""
    assert digest_notebook("[" * 100_000) == ""
    assert digest_notebook('{"cells":' * 50_000) == ""
