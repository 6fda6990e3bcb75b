"""What cells import and define is said in a line each."""

import pytest

from authoring.evaluation.solvers.dialogue.definitions import MOST_DEFINITIONS, MOST_LINE, definitions_text


@pytest.mark.parametrize(
    ("codes", "lines"),
    [
        (("import numpy as np\nimport os.path",), ["import numpy as np", "import os.path"]),
        (("from math import sqrt, pi as turn",), ["from math import sqrt", "from math import pi as turn"]),
        (("from math import *",), ["from math import *"]),
        (("from __future__ import annotations",), []),
        (("def f(a, *, b=1) -> int:\n    return a", "import re"), ["import re", "def f(a, *, b=1) -> int"]),
        (("async def f():\n    pass",), ["async def f()"]),
        (("class Model(Base):\n    pass",), ["class Model(Base)"]),
        (("import re", "import re"), ["import re"]),
        (("def f(a):\n    return a", "def f(b):\n    return b"), ["def f(b)"]),
        (("def f(a):\n    return a", "f = 3"), []),
        (("import re", "del re"), []),
        (("def f(a):\n    def g():\n        pass",), ["def f(a)"]),
        (("for (",), []),
    ],
)
def test_definitions(codes: tuple[str, ...], lines: list[str]) -> None:
    """Imports come first; what was bound again is no function any more."""
    assert definitions_text(codes).splitlines() == lines


def test_definitions_have_a_budget() -> None:
    """One long signature, and many of them, are cut."""
    text = definitions_text([f"def f{n}(a={'x' * 900!r}):\n    pass" for n in range(100)])

    assert max(map(len, text.splitlines())) <= MOST_LINE + 1
    assert len(text) <= MOST_DEFINITIONS + 50
