"""Strings that code leaves open."""

import pytest

from authoring.dseal.strings import open_string


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
