"""The earlier cells that each cell of a notebook needs."""

import pytest

from authoring.formats.base.prerequisites import needed_steps, only_imports


@pytest.mark.parametrize(
    ("codes", "needed"),
    [
        (("x = 1", "y = 2", "x + y"), [[], [], [0, 1]]),
        (("x = 1", "y = x", "y"), [[], [0], [0, 1]]),
        (("import pandas as pd", "df = pd.DataFrame()", "df.head()"), [[], [], [1]]),
        (("x = [1]", "x.append(2)", "len(x)"), [[], [0], [0, 1]]),
        (("x = 1", "x = 2", "x"), [[], [], [1]]),
        (("def f(): return x", "x = 1", "f()"), [[], [], [0, 1]]),
        (("%matplotlib inline\nx = 1", "!ls\nx"), [[], [0]]),
        (("open('a.txt', 'w').write('1')", "open('a.txt').read()"), [[], [0]]),
        (("x = 1", "exec('y = x')", "2"), [[], [0], []]),
        (("x = ", "1"), [[], []]),
        ((), []),
    ],
)
def test_a_step_needs_what_it_reads(codes: tuple[str, ...], needed: list[list[int]]) -> None:
    """Variables, objects and files that an earlier step left or changed count, directly and through others."""
    assert [sorted(indices) for indices in needed_steps(codes)] == needed


def test_imports_are_told_from_other_code() -> None:
    """A comment is no code."""
    assert only_imports("# first\nimport a\nfrom b import c\n")
    assert not only_imports("import a\na.seed(1)")
