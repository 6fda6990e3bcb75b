"""Which expressions have a value that cannot be turned round."""

import ast

import pytest

from authoring.dseal.analysis.unordered import has_no_order, is_text


def is_unordered(code: str) -> bool:
    """Return whether the expression that code ends with has no order."""
    tree = ast.parse(code)
    last = tree.body[-1]
    assert isinstance(last, ast.Expr)
    return has_no_order(tree, last.value)


@pytest.mark.parametrize(
    "code",
    [
        "3",
        "'text'",
        "len(df)",
        "float(round(df.a.mean(), 2))",
        "round(float(x), 2)",
        "df.shape[0]",
        "'a' in values",
        "not values",
        "{'a': [1, 2]}",
        "{value for value in values}",
        "series.to_dict()",
        "', '.join(values)",
        "f'{values}'",
        "[len(df)]",
        "max((b - a for a, b in pairs), default=0)",
        "min(len(text) for text in texts)",
        "total = 0\nfor value in values:\n    total += len(value)\ntotal",
        "sum(values) / len(values)",
        "count = len(values)\ncount if count else 0",
        "first = second = 1\nlen(values) + int(first)",
        "name.strip('_') or 'column'",
        "LinearRegression().fit(x, y)",
        "def total(row):\n    return sum(row)\ntotal(rows[0]) / len(rows)",
        "def nothing():\n    return\nnothing()",
    ],
)
def test_single_values(code: str) -> None:
    """Numbers, texts, truth values, dicts and sets are what they are, whichever way one reads them."""
    assert is_unordered(code)


@pytest.mark.parametrize(
    "code",
    [
        "df",
        "df.a",
        "df.sort_values('a')",
        "[1, 2]",
        "[*values]",
        "[1] + [2]",
        "max(pair for pair in pairs)",
        "max([a + b for a, b in pairs])",
        "max(tables)",
        "values = [1]\nvalues += [2]\nvalues",
        "df.a > 3",
        "round(df.a, 2)",
        "df.join(other)",
        "df.to_dict('records')",
        "def f(total):\n    return total\ntotal = 1\ntotal",
        "for total in values:\n    pass\ntotal",
        "total = len(df)\ntotal = df\ntotal",
        "import total\ntotal",
        "total = total\ntotal",
        "df.name.str.strip()",
        "def rows():\n    return df\nrows()",
        "def rows():\n    yield 1\nrows()",
        "def rows():\n    return rows()\nrows()",
        "def rows():\n    return 1\nrows = sorted\nrows(df)",
        "@cached\ndef rows():\n    return 1\nrows()",
        "def rows(one):\n    return 1\ndef rows(two):\n    return df\nrows()",
        "total",
    ],
)
def test_what_may_have_an_order(code: str) -> None:
    """Whatever may be a table, a list or an array counts as ordered."""
    assert not is_unordered(code)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("'text'", True),
        ("f'{value}'", True),
        ("name.lower().strip('_') or 'column'", True),
        ("'_'.join(words) if words else str(value)", True),
        ("df.name.str.lower()", False),
        ("name.strip() or None", False),
        ("3", False),
        ("name", False),
    ],
)
def test_texts(code: str, *, expected: bool) -> None:
    """A text is told by what makes it; whatever may be something else is none."""
    assert is_text(ast.parse(code, mode="eval").body) is expected
