"""A source without notebooks refuses one that is named."""

import pytest

from authoring.errors import SeedError
from authoring.seeds.sources.base import NotebookRequest, refuse_notebook


def test_named_notebook_is_refused() -> None:
    """The message says what comes with no notebook, and the hint how to give one."""
    with pytest.raises(SeedError, match="a package's table comes with no notebook") as caught:
        refuse_notebook(NotebookRequest(reference="ada/shop"), "a package's table")

    assert "--notebook FILE.ipynb" in caught.value.hint


def test_no_notebook_is_no_error() -> None:
    """Who names none gets none."""
    refuse_notebook(NotebookRequest(), "a local table")
    refuse_notebook(NotebookRequest(excluded=True), "a local table")
