"""`ProblemSet` to text, and edits that touch one cell only."""

from authoring.dseal.model import CellKind, ProblemSet
from authoring.dseal.positions import NEWLINE
from authoring.errors import UsageError
from authoring.validators import PAPER_NAMES


def dump(problemset: ProblemSet) -> str:
    """Return the text of a problem set, character by character what was parsed."""
    return "".join(cell.source for cell in problemset.cells)


def replace_cell(problemset: ProblemSet, index: int, source: str) -> str:
    """Return the text with one cell's source replaced.

    A marker line is put before a source that has none, and a line ending behind it where another cell follows.

    Raises:
        UsageError: when there is no such cell.
    """
    _check(problemset, index)
    sources = [cell.source for cell in problemset.cells]
    if problemset.cells[index].kind is not CellKind.PREAMBLE and not source.startswith("# %%"):
        source = "# %%" + _newline(problemset) + source
    sources[index] = source
    return _join(sources, _newline(problemset))


def drop_cell(problemset: ProblemSet, index: int) -> str:
    """Return the text without one cell.

    Raises:
        UsageError: when there is no such cell.
    """
    _check(problemset, index)
    return "".join(cell.source for position, cell in enumerate(problemset.cells) if position != index)


def move_cell(problemset: ProblemSet, from_index: int, to_index: int) -> str:
    """Return the text with one cell moved, so that it becomes cell `to_index`.

    Raises:
        UsageError: when there is no such cell, or the preamble would have to move.
    """
    _check(problemset, from_index)
    _check(problemset, to_index)
    if problemset.cells[0].kind is CellKind.PREAMBLE and 0 in {from_index, to_index} and from_index != to_index:
        raise UsageError("what stands before the first cell cannot move", hint="choose a cell after it")
    sources = [cell.source for cell in problemset.cells]
    sources.insert(to_index, sources.pop(from_index))
    return _join(sources, _newline(problemset))


def canonical(problemset: ProblemSet) -> str:
    """Return the text with the paper's spellings (`query`, `Variables`) replaced by those DSEval 0.0.1 knows."""
    edits: dict[tuple[int, int], str] = {}
    for _, problem in problemset.problems:
        for path, span in problem.positions.items():
            written = problemset.text[span.start : span.end]
            if path == ("query",) and ("question",) not in problem.positions:
                edits[span.start, span.end] = "question"
            # Validators stand in the block, in `and` and in `or`; anywhere deeper the word is a name of the user's.
            elif path[0] == "validator" and written.strip("\"'") in PAPER_NAMES and {*path[1:-1]} <= {"and", "or"}:
                edits[span.start, span.end] = PAPER_NAMES[written.strip("\"'")]
    text = dump(problemset)
    # From the end on, so that the offsets of the edits before stay true.
    for (start, end), word in sorted(edits.items(), reverse=True):
        text = text[:start] + word + text[end:]
    return text


def _check(problemset: ProblemSet, index: int) -> None:
    if not 0 <= index < len(problemset.cells):
        count = len(problemset.cells)
        raise UsageError(f"there is no cell {index}", hint=f"the cells are numbered from 0 to {count - 1}")


def _newline(problemset: ProblemSet) -> str:
    # The text's own line ending, so that an edit does not bring in a second kind.
    match = NEWLINE.search(problemset.text)
    return match[0] if match is not None else "\n"


def _join(sources: list[str], newline: str) -> str:
    """Join cells; one that must not be the last any more gets the line ending it lacked."""
    # A byte order mark alone is a preamble too: it stays right before the first marker.
    closed = [
        source if not source or source.endswith(("\n", "\r", "\ufeff")) else source + newline for source in sources[:-1]
    ]
    return "".join([*closed, *sources[-1:]])
