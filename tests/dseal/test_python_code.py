"""What can be said of code without running it."""

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.dseal import imports_of
from authoring.dseal.python_code import assigned_names, dotted_name, import_aliases, loads_of, open_string, parse_code


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("x = y = 1", {"x", "y"}),
        ("a, (b, *c) = v", {"a", "b", "c"}),
        ("for i in v:\n    with f() as g:\n        h: int = 1", {"i", "g", "h"}),
        ("import a.b\nimport c as d\nfrom e import f as g", {"a", "d", "g"}),
        ("def f(x):\n    y = 1\n    global z\n    z = 2", {"f", "z"}),
        ("class A:\n    b = 1", {"A"}),
        ("[q := p for p in v]", {"q"}),
        ("x += 1", {"x"}),
        (
            "match v:\n    case {'a': b, **c}:\n        pass\n    case [d, *e] as f:\n        pass",
            {"b", "c", "d", "e", "f"},
        ),
        ("df['a'] = 1", set()),
        ("lambda x: (y := x)", {"y"}),
    ],
)
def test_names_a_cell_assigns(code: str, names: set[str]) -> None:
    """Names of the session's own scope count; those inside functions and comprehensions do not."""
    assert names == assigned_names(code).bound


@pytest.mark.parametrize("code", ["from m import *", "exec('x = 1')", "globals()['x'] = 1", "x ="])
def test_names_that_cannot_be_known(code: str) -> None:
    """Code that assigns behind the reader's back, or cannot be read, says so."""
    assert assigned_names(code).open


def test_deleted_names() -> None:
    """A name that is deleted and not assigned again is gone."""
    assert assigned_names("x = 1\ndel x").deleted == {"x"}
    assert assigned_names("del x\nx = 1").deleted == set()


def test_imports_are_dotted_and_sorted() -> None:
    """Imports give modules, not the names taken from them; broken code gives none."""
    code = "import numpy as np\nfrom sklearn.model_selection import KFold\ndef f():\n    import scipy.stats"
    assert imports_of(code) == ("numpy", "scipy.stats", "sklearn.model_selection")
    assert imports_of("import (") == ()


def test_loads_tell_what_may_be_a_module_too() -> None:
    """What is taken from a module may be one; a star and a relative import name none."""
    code = "import numpy as np\nfrom scipy import stats, linalg as la\nfrom math import *\nfrom . import x"
    assert loads_of(code) == ("math", "numpy", "scipy", "scipy.linalg", "scipy.stats")
    assert loads_of("import (") == ()


def test_dotted_names_follow_imports() -> None:
    """A short name is traced to what was imported under it."""
    tree = parse_code("import numpy as np\nfrom random import sample as s\nnp.random.rand\ns").tree
    aliases = import_aliases(tree)
    dotted_names = [dotted_name(node.value, aliases) for node in tree.body if isinstance(node, ast.Expr)]
    assert dotted_names == ["numpy.random.rand", "random.sample"]
    assert dotted_name(ast.parse("f().g", mode="eval").body, aliases) == ""


@pytest.mark.parametrize("code", ["\0", "\ud800", "(" * 5000, "-" * 100_000 + "1", "x = '\\d'", "1 +\n"])
def test_code_that_is_hard_to_parse(code: str) -> None:
    """Null characters, surrogates and deep nesting are errors with a place; doubtful escapes are no error."""
    error = parse_code(code).error
    assert (error is None) == (code == "x = '\\d'")
    assert error is None or (error.line >= 1 and error.column >= 1)


@given(st.text(max_size=40))
def test_any_text_is_code_or_not(code: str) -> None:
    """No text raises."""
    assert isinstance(assigned_names(code).open, bool)
    assert isinstance(imports_of(code), tuple)


# Strings that code leaves open.


@pytest.mark.parametrize(
    ("code", "quotes"),
    [
        ('x = """a', '"""'),
        ("x = '''a\n\"\"\"", "'''"),
        ('"""a"""', ""),
        ("# it's '''", ""),
        ('x = \'it is """ here\'', ""),
        ('x = "a\\""\ny = """', '"""'),
        ('"""a\\"""', '"""'),
        ("don't '''", ""),
        ("", ""),
    ],
)
def test_open_strings(code: str, quotes: str) -> None:
    """Comments, other strings and escapes do not open or close a string."""
    assert quotes == open_string(code)
