"""A notebook's text is one that can be written."""

from authoring.seeds.notebooks.notebook import Notebook, NotebookCell, plain_lines


def test_plain_lines() -> None:
    """Lines end in one way, and half characters are replaced."""
    assert plain_lines("a\r\nb\rc\ud800") == "a\nb\nc\ufffd"


def test_code_leaves_out_empty_cells() -> None:
    """Cells of prose and empty cells are no code."""
    cells = (NotebookCell("markdown", "# A", 1), NotebookCell("code", " ", 2), NotebookCell("code", "x", 3))

    assert [cell.number for cell in Notebook(cells, "python").code] == [3]
