"""Code is changed at the places of its tree; all the rest stays as it is."""

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.formats.base.exercises.python_code import with_replacements, without_statements

LINES = st.sampled_from(
    ["a = 1", "b = 'éß'", "f(a)  # a word", "for x in a:\n    f(x)", "c = (1,\n     2)", "d; e = 2", "", "# said"]
)


@given(st.lists(LINES, max_size=6))
def test_nothing_replaced_is_nothing_changed(lines: list[str]) -> None:
    """Putting each statement's own text in its place gives the code again."""
    code = "\n".join(lines)
    edits = [(node, ast.get_source_segment(code, node) or "") for node in ast.parse(code).body]

    assert with_replacements(code, edits) == code


@given(st.lists(LINES, max_size=6), st.sets(st.integers(0, 8)))
def test_other_statements_stay(lines: list[str], removed_numbers: set[int]) -> None:
    """What is left after statements are taken out is the others, in their order."""
    code = "\n".join(lines)
    body = ast.parse(code).body
    removed = [node for number, node in enumerate(body) if number in removed_numbers]
    remaining = [ast.dump(node) for number, node in enumerate(body) if number not in removed_numbers]

    assert [ast.dump(node) for node in ast.parse(without_statements(code, removed)).body] == remaining


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("a = 1; b\nc", "a = 1; b"),
        ("a\n\n\n\nb = 2  # said\nc", "a\n\nb = 2  # said"),
        ("x = 'é'; y = 'z'\nlast", "x = 'é'; y = 'z'"),
    ],
)
def test_last_statement_goes(code: str, expected: str) -> None:
    """A statement goes with its line where it has one of its own; columns count characters, not bytes."""
    assert without_statements(code, ast.parse(code).body[-1:]) == expected
