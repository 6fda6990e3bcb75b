"""Which names may lead to the same object."""

import ast

import pytest

from authoring.dseal.analysis.aliasing import links, roots


def shared(code: str) -> str:
    """Return what the nodes of code link, as text."""
    link_set = {link for node in ast.walk(ast.parse(code)) for link in links(node)}
    return " ".join(
        sorted(f"{link.target}<{link.source}" + (f":{link.through}" * bool(link.through)) for link in link_set)
    )


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("a = b", "a<b"),
        ("a = b.c[0]", "a<b"),
        ("a = b.copy()", ""),
        ("a = b.groupby('c')", "a<b"),
        ("a = b + c", ""),
        ("a = [b, c]", "a<b a<c"),
        ("a = {'x': b}", "a<b"),
        ("a, c = b", "a<b c<b"),
        ("a['x'] = b", "a<b"),
        ("a.append(b)", "a<b"),
        ("a = f(b)", "a<b:f a<f:f"),
        ("a = list(b)", "a<b a<list:list"),
        ("a = np.log(b)", "a<b:log"),
        ("a = b if c else d", "a<b a<c a<d"),
        ("for a in zip(b, c):\n    pass", "a<b a<c"),
        ("a = len(b) > 3", ""),
    ],
)
def test_links_of_a_statement(code: str, expected: str) -> None:
    """Parts and elements are shared, results of arithmetic and of most methods are not."""
    assert shared(code) == expected


def test_roots_of_an_expression() -> None:
    """Attributes, items and calls lead back to the name they begin with."""
    code = ast.parse("df.loc[0].x.pop(k)", mode="eval").body

    assert roots(code) == {"df"}
    assert roots(ast.parse("(a if b else c)[0]", mode="eval").body) == {"a", "c"}
    assert roots(ast.parse("1 + 2", mode="eval").body) == frozenset()
