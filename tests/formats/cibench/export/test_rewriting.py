"""Changes to code touch the last statement only, and keep what it means."""

import ast
import contextlib
import io
import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.formats.cibench.export.rewriting import (
    assign_value,
    is_quotation,
    join_code,
    print_value,
    prints_at_once,
    sets_figure_size,
    suppress_value,
    without_backticks,
    without_prints,
)


def indented(code: str) -> str:
    """Return code one level deeper."""
    return textwrap.indent(code, "    ")


EXPRESSIONS = st.sampled_from(
    [
        *("x", "(x)", "x + 1", "(x + 1)", "x, 1", "(x, 1)", "(x).real, 1", "[x,\n 1]", "(x\n + 1)", "3", "'é'"),
        *(
            "x if x else 2",
            "'é' * 2",
            "x == 3",
            "not x",
            "{x: 1}",
            "(lambda: x)()",
            "max(\n    x,  # of all\n    2,\n)",
        ),
    ]
)

BEFORE = st.sampled_from(["", "y = 'é' ; ", "y = 1\n", "# é\n", "def f():\n    return 1\n\n"])

BEHIND = st.sampled_from(["", "  # done", "\n# done"])


STATEMENTS = st.recursive(
    st.sampled_from(["print(1)", "y = 1", "print(1) or print(2)", "z = [print(i) for i in ()]", "max(1, 2)"]),
    lambda inner: st.one_of(
        st.builds("if x == 3:\n{0}\nelse:\n{1}".format, inner.map(indented), inner.map(indented)),
        st.builds("for i in range(2):\n{0}".format, inner.map(indented)),
        st.builds("def f():\n{0}\nf()\nf()".format, inner.map(indented)),
        st.builds("{0}\n{1}".format, inner, inner),
        st.builds("try:\n{0}\nfinally:\n{1}".format, inner.map(indented), inner.map(indented)),
    ),
    max_leaves=6,
)


def value_of(code: str, name: str) -> object:
    """Run code and return a variable."""
    space: dict[str, object] = {"x": 3}
    exec(code, space)  # noqa: S102 - of this file
    return space[name]


@given(BEFORE, EXPRESSIONS, BEHIND)
def test_last_value_is_caught(before: str, expression: str, behind: str) -> None:
    """The name gets the value that the cell would have shown."""
    code = assign_value(before + expression + behind, "found")

    assert code is not None
    assert value_of(code, "found") == value_of(f"found = (\n{expression}\n)", "found")


@given(BEFORE, EXPRESSIONS, BEHIND, st.sampled_from(["print(repr(@))", "print(@.__class__)", "print(*[repr(@)])"]))
def test_last_value_is_printed(before: str, expression: str, behind: str, call: str) -> None:
    """What the call says of the value is what it would say of a name for it."""
    code = print_value(before + expression + behind, call)
    pages = [io.StringIO(), io.StringIO()]

    assert code is not None
    for page, text in zip(pages, (code, f"v = (\n{expression}\n)\n{call.replace('@', 'v')}"), strict=True):
        with contextlib.redirect_stdout(page):
            value_of(text, "x")
    assert pages[0].getvalue() == pages[1].getvalue()


@pytest.mark.parametrize(
    ("code", "written"),
    [
        ("x = 1", "x = 1"),
        ("x", "x;"),
        ("x;", "x;"),
        ("x  # shown", "x;  # shown"),
        ("plt.show()", "plt.show()"),
        ("f(\n    x\n)", "f(\n    x\n);"),
        ("", ""),
    ],
)
def test_cell_is_muted(code: str, written: str) -> None:
    """A semicolon keeps a kernel from showing the value; what has none stays as it is."""
    assert suppress_value(code) == written


@pytest.mark.parametrize(
    ("code", "written"),
    [
        ("print(x)\nx", "x"),
        ("y = 1\nprint(\n    x,\n)  # shown\nx", "y = 1\nx"),
        ("print(x); y = 1\nx", "print(x); y = 1\nx"),
        ("print(x.pop())\nx", "print(x.pop())\nx"),
        ("print(y := 1)\ny", "print(y := 1)\ny"),
        ("print(1)\nprint(x)", "print(1)\nprint(x)"),
        ("print(x)\ny = 1", "print(x)\ny = 1"),
        ("if x:\n    print(x)\nx", "if x:\n    print(x)\nx"),
    ],
)
def test_prints_on_the_way_are_left_out(code: str, written: str) -> None:
    """Those that do nothing else, before a value that is judged."""
    assert without_prints(code) == written


def test_what_has_no_value_is_not_printed() -> None:
    """There is nothing to catch or print then."""
    assert assign_value("x = 1", "v") is None
    assert print_value("", "print(@)") is None


def test_pieces_are_joined() -> None:
    """Empty ones leave no gap."""
    assert join_code("a = 1\n", "", "\nb = 2") == "a = 1\n\nb = 2"


@pytest.mark.parametrize(
    ("code", "sets"),
    [
        ("plt.figure(figsize=(4, 3))", True),
        ("t.plot(figsize=(4, 3))", True),
        ('plt.rcParams["figure.figsize"] = (4, 3)', True),
        ("fig.set_size_inches(4, 3)", True),
        ("plt.bar(x, height=3)", False),
    ],
)
def test_size_in_code_is_seen(code: str, *, sets: bool) -> None:
    """Each of matplotlib's ways to set a figure's size counts."""
    assert sets_figure_size(code) == sets


@given(STATEMENTS)
def test_one_print_is_one(code: str) -> None:
    """Code that is said to print at once never prints twice, whatever surrounds the call."""
    calls: list[object] = []
    exec(code, {"x": 3, "print": calls.append})  # noqa: S102 - of this file

    assert len(calls) <= 1 or not prints_at_once(code)


@pytest.mark.parametrize(
    ("code", "at_once"),
    [
        ("print(1)", True),
        ("y = 1", True),
        ("if x:\n    print(1)\nelse:\n    print(2)", True),
        ("print('\\n'.join(str(i) for i in range(3)))", True),
        ("print(1)\nprint(2, file=page)", True),
        ("print(1)\nprint(2)", False),
        ("for i in range(3):\n    print(i)", False),
        ("from pprint import pprint\npprint(1)\npprint(2)", False),
    ],
)
def test_prints_are_counted(code: str, *, at_once: bool) -> None:
    """One call is one block of output; of two branches one runs."""
    assert prints_at_once(code) is at_once


# Backticks are written otherwise, because OpenCompass' interpreter takes them for a quotation.

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
