"""What a cell reads is what it looks up before it has bound it."""

import ast

import pytest

from authoring.dseal.analysis.flow import free_names, outer_nodes, reads_before_binding


def reads(code: str) -> str:
    """Return what code reads, sorted."""
    return " ".join(sorted(reads_before_binding(ast.parse(code)).reads))


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("a = b", "b"),
        ("a = 1\na", ""),
        ("a = a + 1", "a"),
        ("a += 1", "a"),
        ("a['x'] = 1", "a"),
        ("a.x = b", "a b"),
        ("del a", "a"),
        ("a, (b, *c) = d\na, b, c", "d"),
        ("x: int = y", "int y"),
        ("x: int\nx", "int x"),
        ("if a:\n    b = 1\nb", "a b"),
        ("if a:\n    b = 1\nelse:\n    b = 2\nb", "a"),
        ("for i in a:\n    b = i\nb", "a b"),
        ("while a:\n    b = 1\nb", "a b"),
        ("while a:\n    b = 1\nelse:\n    b", "a b"),
        ("with a as b:\n    c = b\nc", "a"),
        ("try:\n    a = 1\nexcept E as e:\n    e\na", "E a"),
        ("try:\n    e = 1\nexcept E as e:\n    pass\ne", "E e"),
        ("try:\n    a = 1\nfinally:\n    b = 1\na, b", ""),
        ("match a:\n    case [b, *c]:\n        b, c\n    case d if d:\n        pass", "a"),
        ("[a for a in b if c]", "b c"),
        ("{a: d for a in b}", "b d"),
        ("a = [a for a in a]", "a"),
        ("(a := 1) + a", ""),
        ("lambda a: a + b", "b"),
        ("def f(a=b):\n    return c", "b"),
        ("@d\ndef f():\n    return c", "c d"),
        ("class A(B):\n    x = c\n    y = x", "B c"),
        ("import a.b\na", ""),
        ("from a import b as c\nb, c", "b"),
        ("f'{a:{b}}'", "a b"),
    ],
)
def test_reads_are_what_is_needed_from_before(code: str, expected: str) -> None:
    """A name that the cell may not have bound yet when it looks it up is needed from before."""
    assert reads(code) == expected


def test_definite_is_what_every_path_binds() -> None:
    """A name bound in one branch only is not certain."""
    code = "a = 1\nif a:\n    b = 1\n    c = 1\nelse:\n    b = 2\nfor i in a:\n    d = 1\nimport e"

    assert reads_before_binding(ast.parse(code)).definite == {"a", "b", "e"}


def test_bodies_of_functions_run_later() -> None:
    """What runs with the cell are its own nodes, with defaults and decorators, but no bodies of functions."""
    tree = ast.parse("@d\ndef f(a=b):\n    c\nclass A:\n    e = 1")
    names = {node.id for node in outer_nodes(tree) if isinstance(node, ast.Name)}

    assert names == {"d", "b", "e"}


def test_free_names_of_a_function() -> None:
    """Parameters and local names are its own, unless `global` says otherwise."""
    tree = ast.parse("def f(a):\n    global g\n    b = a + c\n    g = g + 1\n    return [b for b in d]")

    assert free_names(tree.body[0]) == {"c", "d", "g"}
