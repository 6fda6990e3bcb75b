"""`forbid_names` as a rule about text."""

import pytest

from authoring.validators.forbidden_names import ForbiddenNameError, forbidden_uses, refuse_forbidden

WRITING = [
    "a",
    "a + 1",
    "x = 1\na = 2",
    "del a",
    "import a",
    "import numpy.a.b",
    "import numpy as a",
    "from a import x",
    "from x import a",
    "from x import y as a",
    "def a(): pass",
    "class a: pass",
    "def f():\n    global a",
    "[a for x in y]",
    "(a := 3)",
    "try:\n    pass\nexcept E as a:\n    pass",
    "match x:\n    case a: pass",
    "match x:\n    case {**a}: pass",
    "f'{a}'",
    "lambda: a",
    "import builtins\nbuiltins.a",
    "__builtins__.a",
    "globals()['a']",
    "vars()['a']",
    "getattr(builtins, 'a')",
    "__import__('a')",
    "importlib.import_module('x.a')",
    "eval('a + 1')",
    "exec('x = eval(\"a\")')",
]
ALIKE = [
    "df.a",
    "df['a']",
    "f(a=1)",
    "lambda a: 1",
    "'a'",
    "# a",
    "ab + a_",
    "df.query('a > 1')",
    "a b",
    "",
]


@pytest.mark.parametrize("code", WRITING)
def test_text_that_writes_the_name(code: str) -> None:
    """Whatever reads, binds or imports a name writes it, and so does a text that is run or looked up on the spot."""
    assert [name for name, _ in forbidden_uses(code, ["a", "unused"])] == ["a"]


@pytest.mark.parametrize("code", ALIKE)
def test_text_that_is_only_spelt_alike(code: str) -> None:
    """An attribute, a column, a keyword, a parameter, a comment, and what is no Python are no use of a name."""
    assert forbidden_uses(code, ["a"]) == []


def test_refusal_names_each_line() -> None:
    """The message says which names are written, each with its first line."""
    with pytest.raises(ForbiddenNameError, match=r"`b` \(line 1\) and `a` \(line 3\), so the code was not run"):
        refuse_forbidden("b\n\na\nb\na", ["a", "b"])
    refuse_forbidden("a", ["b"])
    refuse_forbidden("a", [])
