"""`ProblemSet` to text, and edits that touch one cell only."""

from collections.abc import Mapping

from authoring.dseal.compose import compose_problem, yaml_lines
from authoring.dseal.model import Cell, CellKind, Json, Problem, ProblemSet
from authoring.dseal.parse import parse
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


def replace_validator(problemset: ProblemSet, index: int, block: Mapping[str, Json]) -> str:
    """Return the text with another validator block in one problem; every other line stays as it is.

    Where the lines around it leave no room for that, the problem's docstring is written anew.

    Raises:
        UsageError: when there is no such problem.
        DraftError: when no docstring can hold the block.
    """
    cell, problem = _problem(problemset, index)
    lines = yaml_lines({"validator": dict(block)}) if block else []
    start, end = _lines_of_key(problemset, problem, "validator")
    newline = _newline(problemset)
    text = problemset.text[:start] + "".join(line + newline for line in lines) + problemset.text[end:]
    if _reads(text, index, problem.question, block, cell):
        return text
    return replace_cell(problemset, index, _composed(cell, problem, problem.question, block))


def add_sentence(problemset: ProblemSet, index: int, sentence: str) -> str:
    """Return the text with a sentence behind the question of one problem; every other line stays where it can.

    Raises:
        UsageError: when there is no such problem.
        DraftError: when no docstring can hold the question.
    """
    cell, problem = _problem(problemset, index)
    question = f"{problem.question.rstrip()}\n{sentence}"
    start, end = _lines_of_key(problemset, problem, problem.question_key)
    written = problemset.text[start:end].rstrip()
    last = NEWLINE.split(written)[-1]
    indent = last[: len(last) - len(last.lstrip())]
    text = problemset.text[:start] + written + _newline(problemset) + indent + sentence
    text += problemset.text[start + len(written) : end] + problemset.text[end:]
    for expected in (question, f"{question}\n", question.replace("\n", " ")):
        if indent and _reads(text, index, expected, problem.validator, cell):
            return text
    return replace_cell(problemset, index, _composed(cell, problem, question, problem.validator))


def replace_question(problemset: ProblemSet, index: int, question: str) -> str:
    """Return the text with another question in one problem; every other line stays where it can.

    Raises:
        UsageError: when there is no such problem.
        DraftError: when no docstring can hold the question.
    """
    cell, problem = _problem(problemset, index)
    start, end = _lines_of_key(problemset, problem, problem.question_key)
    newline = _newline(problemset)
    lines = "".join(line + newline for line in yaml_lines({problem.question_key: question}))
    text = problemset.text[:start] + lines + problemset.text[end:]
    if _reads(text, index, question, problem.validator, cell):
        return text
    return replace_cell(problemset, index, _composed(cell, problem, question, problem.validator))


def _problem(problemset: ProblemSet, index: int) -> tuple[Cell, Problem]:
    _check(problemset, index)
    cell = problemset.cells[index]
    if cell.problem is None:
        raise UsageError(f"cell {index} is no problem", hint="name the cell of a problem")
    return cell, cell.problem


def _lines_of_key(problemset: ProblemSet, problem: Problem, key: str) -> tuple[int, int]:
    """Return where the lines of a key of a docstring begin and end; both are the end where there is no such key.

    Comments that stand before the next key belong to that one.
    """
    starts = sorted(span.start for path, span in problem.positions.items() if len(path) == 1)
    ends = [*starts[1:], problem.yaml_span.end]
    own = problem.positions.get((key,))
    if own is None:
        return problem.yaml_span.end, problem.yaml_span.end
    lines = problemset.text[own.start : ends[starts.index(own.start)]].splitlines(keepends=True)
    while len(lines) > 1 and lines[-1].startswith("#"):
        lines.pop()
    return own.start, own.start + len("".join(lines))


def _reads(text: str, index: int, question: str, block: Mapping[str, Json] | None, before: Cell) -> bool:
    """Tell whether a text holds a problem with these parts in the place of another, and no new fault."""
    cells = parse(text).cells
    after = cells[index] if index < len(cells) else None
    if after is None or after.problem is None or before.problem is None:
        return False
    kept = ("data", "max_time", "max_memory", "forbid_names", "number")
    return (
        after.problem.question == question
        and repr(after.problem.validator or None) == repr(dict(block) if block else None)
        and after.code == before.code
        and all(getattr(after.problem, part) == getattr(before.problem, part) for part in kept)
    )


def _composed(cell: Cell, problem: Problem, question: str, block: Mapping[str, Json] | None) -> str:
    seconds = problem.max_time
    # DSEAL's seconds are whole ones, and are read as any number.
    limits = {
        "max_time": int(seconds) if seconds and seconds.is_integer() else seconds,
        "max_memory": problem.max_memory,
    }
    execution: dict[str, Json] = {name: limit for name, limit in limits.items() if limit is not None}
    if problem.forbid_names:
        execution["forbid_names"] = list(problem.forbid_names)
    source = compose_problem(question, cell.code, validator=block or None, execution=execution, data=problem.data)
    return source + "\n"


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
