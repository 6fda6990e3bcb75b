"""Functions that fail, beside the cases of DS432: which import an error is for the lack of."""

import pytest

from authoring.gate.failing_functions import import_hint


@pytest.mark.parametrize(
    ("error", "code"),
    [
        ("NameError: name 're' is not defined", "import re"),
        ("NameError: name 'pd' is not defined", "import pandas as pd"),
        ("NameError: name 'numpy' is not defined", "import numpy"),
        ("NameError: name 're' is not defined. Did you forget to import 're'?", "import re"),
        ("NameError: name 'total' is not defined", ""),
        ("KeyError: 're'", ""),
    ],
)
def test_a_missing_import_is_named(error: str, code: str) -> None:
    """A name of a module that all know is told with its import, any other name without."""
    assert import_hint(error) == (f"The import is missing: `{code}`." if code else "")
