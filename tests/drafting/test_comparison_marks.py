"""What rules wrote is not shown, and is there again, word for word, in what comes back."""

import textwrap

import pytest

from authoring.drafting.comparison_marks import MARK, holds_mark, with_marks, without_marks
from authoring.dseal.comparison_code import (
    SAME_LABELLED_ROWS,
    SAME_ROWS,
    SAME_TABLE,
    SAME_VALUES,
    forgiving,
    is_generated,
)
from authoring.dseal.model import Json
from authoring.dseal.parse import parse

FLAGS: list[dict[str, Json]] = [
    {},
    {"ignore_names": True},
    {"ignore_index": True},
    {"ignore_names": True, "ignore_index": True, "atol": 0.01},
]
GENERATED = [
    forgiving(code, flags) for code in (SAME_TABLE, SAME_ROWS, SAME_LABELLED_ROWS, SAME_VALUES) for flags in FLAGS
]
OWN = "def compare_fn(reference, submission):\n    return {'match': reference == submission, 'reason': ''}\n"


def cell(code: str, *, step: str = "  ") -> str:
    """Return a problem that compares a variable and its value by this code."""
    block = textwrap.indent(code, f"    {step}")
    return (
        '# %%\n"""\nquestion: |-\n  How much is it?\nvalidator:\n'
        f"  namespace_check:\n    total: |\n{block}  result:\n    compare_fn: |\n{block}"
        '"""\n\ntotal = df.sum()\ntotal'
    )


@pytest.mark.parametrize("code", GENERATED)
@pytest.mark.parametrize("step", ["  ", "    "])
def test_a_cell_comes_back_as_it_went(code: str, step: str) -> None:
    """Each comparison that rules write is one line in between, and the cell the same afterwards."""
    source = cell(code, step=step)
    shown = with_marks(source)

    assert is_generated(code)
    assert "assert_" not in shown
    assert "math" not in shown
    assert shown.count(MARK) == 2
    assert len(shown.splitlines()) == len(cell(OWN).splitlines()) - 4
    assert parse(shown).problems[0][0].code == "total = df.sum()\ntotal"
    assert without_marks(shown, [source]) == source


@pytest.mark.parametrize("code", [OWN, SAME_TABLE.replace("False", "True", 1), SAME_VALUES + "# more\n"])
def test_what_a_model_or_a_person_wrote_is_shown(code: str) -> None:
    """Only what rules write, to the letter, is left out."""
    assert not is_generated(code)
    assert with_marks(cell(code)) == cell(code)


@pytest.mark.parametrize("quote", ["", "'", '"'])
def test_a_mark_may_be_moved_and_quoted(quote: str) -> None:
    """Under another key, deeper or without its note, it stands for the same code; a strange one stays, and is seen."""
    source = cell(SAME_TABLE)
    mark = with_marks(source).partition(MARK)[2][:10]
    moved = f"# problem 4\n# %%\nvalidator:\n  or:\n    result:\n      compare_fn: {quote}{MARK}{mark}{quote}\nx"
    back = without_marks(moved, ["1 + 1", source])

    assert back == moved.replace(f"{quote}{MARK}{mark}{quote}", "|\n" + textwrap.indent(SAME_TABLE, " " * 8)[:-1])
    assert not holds_mark(back)
    strange = f"compare_fn: {MARK}{'0' * 10}"
    assert holds_mark(without_marks(strange, [source]))
