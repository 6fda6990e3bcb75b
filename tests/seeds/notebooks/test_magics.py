"""What only IPython reads is taken out of code, and nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.dseal.python_code import parse_code
from authoring.seeds.notebooks.magics import without_magics


@pytest.mark.parametrize(
    ("source", "code", "removed"),
    [
        ("x = 1", "x = 1", 0),
        ("x = (a\n     % b)", "x = (a\n     % b)", 0),
        ('"""\n%time\n"""', '"""\n%time\n"""', 0),
        ("%matplotlib inline\nimport os", "import os", 1),
        ("%time df.mean()", "df.mean()", 1),
        ("%timeit -n 10 -r3 df.mean()", "df.mean()", 1),
        ("%%time\ndf.mean()", "df.mean()", 1),
        ("%%capture out\n%matplotlib inline\ndf.mean()", "df.mean()", 2),
        ("%%bash\nls", "", 1),
        ("%%writefile a.py\nx = 1", "", 1),
        ("!pip install \\\n  polars\nx = 1", "x = 1", 2),
        ("files = !ls\nx = 1", "x = 1", 1),
        ("if there:\n    !ls\nelse:\n    x", "if there:\n    pass\nelse:\n    x", 1),
        ("df.head?", "", 1),
        ("?df", "", 1),
        ("df.head??\nx", "x", 1),
        ("get_ipython().run_line_magic('matplotlib', 'inline')\nx", "x", 1),
        ("files = get_ipython().getoutput('ls')\nx", "x", 1),
        ("print 'old'", "print 'old'", 0),
        ("print 'old'\n%time", "print 'old'", 1),
    ],
)
def test_magics(source: str, code: str, removed: int) -> None:
    """Magics, shell commands and questions for help go; code that they time or hide stays."""
    plain = without_magics(source)

    assert plain.code == code
    assert len(plain.removed) == removed


@given(st.lists(st.sampled_from(["%time", "!ls", " ", "\n", "x = 1", "%%time", "?", "\\", "if a:", "\t"])).map("".join))
def test_python_stays_and_nothing_raises(source: str) -> None:
    """Code that Python reads comes back as it was, and what comes back has nothing more to be taken out."""
    plain = without_magics(source)

    if parse_code(source).error is None:
        assert plain.code == source
    if parse_code(plain.code).error is None:
        assert without_magics(plain.code).code == plain.code
