"""Reference cells are marked by their first line, in the text alone, and nothing else of a text changes with a mark."""

import pytest

from authoring.dseal import parse
from authoring.dseal.reference_cells import marked_cells, with_marked_cells

TEXT = '# %%\n\n  x = 1\n\n# %%\n\n# %%\n"""\nquestion: How much is 1 + 1?\n"""\n1 + 1\n\n# %%\ny = 2'


@pytest.mark.parametrize(
    ("line", "marks"),
    [
        *[("# reference only", True), ("#reference only", True), ("# Reference-only", True)],
        *[("# REFERENCE ONLY: labels", True), ("# reference only, no answer sees it", True)],
        *[("# reference only matters", False), ("# for reference only", False), ("# reference", False)],
        *[("x = 1  # reference only", False), ('"# reference only"', False), ("# %% reference only", False)],
    ],
)
def test_first_line_marks(line: str, *, marks: bool) -> None:
    """The comment marks a context cell where it is the first line, as people write it, and nothing else does."""
    assert marked_cells(parse(f"# %%\n{line}\ny = 1\n")) == ((1,) if marks else ())
    assert marked_cells(parse(f"# %%\nz = 1\n{line}\n")) == ()


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("numbers", [(), (1,), (4,), (1, 4)])
def test_marks_are_set_and_removed(newline: str, numbers: tuple[int, ...]) -> None:
    """Exactly the named cells are marked, what runs stays word for word, and unmarking gives the text back."""
    text = TEXT.replace("\n", newline)
    marked = with_marked_cells(text, numbers)

    assert marked_cells(parse(marked)) == numbers
    assert [cell.code.removeprefix("# reference only\n") for cell in parse(marked).cells] == [
        cell.code for cell in parse(text).cells
    ]
    assert with_marked_cells(marked, numbers) == marked
    assert with_marked_cells(marked, ()) == text


@pytest.mark.parametrize("number", [0, 2, 3, 5, -1])
def test_only_context_cells_are_marked(number: int) -> None:
    """A number of a problem, of an empty cell or of none is refused, with the numbers there are."""
    with pytest.raises(ValueError, match=f"cell {number} is no context cell.*context cells are 1, 4"):
        with_marked_cells(TEXT, (1, number))
