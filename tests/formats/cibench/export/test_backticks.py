"""Backticks are written otherwise, because OpenCompass' interpreter takes them for a quotation."""

import ast

import pytest

from authoring.formats.cibench.export.backticks import is_quotation, without_backticks

WRITTEN = [
    ("df.query('`a b` > 3')", r"df.query('\x60a b\x60 > 3')"),
    ('df.query(f"`{name}` > 3")', r'df.query(f"\x60{name}\x60 > 3")'),
    ('x = 1  # `x` is one\ny = b"`"', "x = 1  # 'x' is one\ny = b\"\\x60\""),
    ('def f():\n    """Give `a`."""\n', 'def f():\n    """Give \\x60a\\x60."""\n'),
]
LEFT = [r"r'`a\b`'", r"'\`a\`'", "!echo `ls`", "x = `1`"]


@pytest.mark.parametrize(("code", "written"), WRITTEN)
def test_strings_and_comments_are_written_otherwise(code: str, written: str) -> None:
    """The code means the same, and none of it is taken for a quotation."""
    assert without_backticks(code) == written
    assert ast.dump(ast.parse(written)) == ast.dump(ast.parse(code))
    assert not is_quotation(written)


@pytest.mark.parametrize("code", LEFT)
def test_what_cannot_be_written_otherwise_is_seen(code: str) -> None:
    """Raw strings, and what is no Python, keep theirs."""
    assert is_quotation(without_backticks(code))


def test_one_backtick_quotes_nothing() -> None:
    """A quotation has two ends."""
    assert not is_quotation("'`'")
