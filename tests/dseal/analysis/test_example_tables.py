"""Examples that a question draws as tables are read with their types, and compared by what they say."""

import ast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from authoring.dseal.analysis.example_tables import DrawnExample, DrawnTable, drawn_examples, shows
from authoring.dseal.python_code import parse_code
from tests.examples import examples

INPUT = """
orders:
+------+------------+-------+
| shop | day        | price |
+------+------------+-------+
| 07   | 2024-01-02 | 2     |
| 8    | 2024-01-03 | null  |
+------+------------+-------+
"""
OUTPUT = "| shop | total |\n|---|---|\n| 07 | 2 |\n"


def examples_of(question: str, code: str) -> list[DrawnExample]:
    """Return the examples of the first function of a code."""
    function = parse_code(code).tree.body[0]
    assert isinstance(function, ast.FunctionDef)
    return list(drawn_examples(question, function))


def test_tables_are_read_with_their_types() -> None:
    """Whole numbers, missing ones, dates, and what the question calls a text are made as that."""
    question = f"`orders` has the columns:\n- shop: varchar\n\nExample input:\n{INPUT}\nExample output:\n\n{OUTPUT}"
    (example,) = examples_of(question, "def f(orders):\n    return orders")

    assert example.call == "f(orders)"
    assert "{'shop': ['07', '8'], " in example.expression
    assert "to_datetime(['2024-01-02', '2024-01-03'])" in example.expression
    assert "array([2, None], dtype='Int64')" in example.expression
    assert example.output == DrawnTable(("shop", "total"), (("07", "2"),))


@pytest.mark.parametrize(
    ("question", "code", "calls"),
    [
        (f"输入\n{INPUT}\n输出\n{OUTPUT}", "def f(orders): pass", ["f(orders)"]),
        (f"Input:\n{INPUT}n = 2\nOutput:\n{OUTPUT}", "def f(orders, n): pass", ["f(orders, n=2)"]),
        (f"Input 1:\n{INPUT}Output 1:\n{OUTPUT}Input 2:\n{INPUT}Output 2:\n{OUTPUT}", "def f(t): pass", ["f(t)"] * 2),
        (f"Input:\n{INPUT}Output:\n{OUTPUT}", "def f(orders, shops): pass", []),
        (f"Input:\n{INPUT}", "def f(orders): pass", []),
        (f"The tables are:\n{INPUT}\n{OUTPUT}", "def f(orders): pass", []),
        ("Input:\n| a | b |\n| 1 |\nOutput:\n| a |\n", "def f(t): pass", []),
    ],
)
def test_every_parameter_is_given(question: str, code: str, calls: list[str]) -> None:
    """Tables go by their names, one alone to the parameter that takes it; what is not told, is no example."""
    assert [example.call for example in examples_of(question, code)] == calls


@pytest.mark.parametrize(
    ("labels", "rows", "expected"),
    [
        (["shop", "total"], [["a", 7], ["b", 3.5]], True),
        (["total", "shop"], [[3.5, "b"], [7.0, "a"]], True),
        (["shop", "total"], [["a", 7.2], ["b", 3.504]], True),
        (["shop", "total"], [["a", 7], ["b", 3.6]], False),
        (["shop", "sum"], [["a", 7], ["b", 3.5]], False),
        (["shop", "total"], [["a", 7], ["b", None]], False),
        (["shop", "total"], [["a", 7]], False),
        (["shop", "total"], [["a", 7], ["a", 7]], False),
    ],
)
def test_table_is_compared(labels: list[str], rows: list[list[object]], *, expected: bool) -> None:
    """Rows and columns may stand in another order, and numbers count as far as they are shown."""
    assert shows(DrawnTable(("shop", "total"), (("a", "7"), ("b", "3.5"))), labels, rows) is expected


def test_what_is_missing_and_when() -> None:
    """Missing values have many names, and days of one digit are the same days."""
    drawn = DrawnTable(("day", "is_new"), (("2024-1-2", "null"), ("2024-01-03", "true")))

    assert shows(drawn, ["day", "is_new"], [["2024-01-02", None], ["2024-01-03", True]])
    assert not shows(drawn, ["day", "is_new"], [["2024-01-02", None], ["2024-01-03", False]])


@settings(max_examples=examples(100), derandomize=True)
@given(st.text(alphabet="|+-a1 \n=:", max_size=80))
def test_any_drawing_is_read(text: str) -> None:
    """Whatever stands between bars, nothing is raised."""
    examples_of(f"Input:\n{text}\nOutput:\n{text}", "def f(t): pass")
