"""Reading one cell of a reply as a cell of a problem set, mended as far as needed."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from authoring.drafting.replies import codes
from authoring.drafting.replies.characters import has_entities_in_code, without_entities
from authoring.drafting.replies.code_mending import mend_code
from authoring.drafting.replies.docstrings import SplitCell, read_docstring, split_cell
from authoring.drafting.replies.input_references import mend_paths
from authoring.drafting.replies.lines import ReplyFinding, ReplyLine, excerpt, place_of, renumbered, stripped, text_of
from authoring.drafting.replies.markers import PLAIN
from authoring.drafting.replies.options import Fitted, fit_docstring
from authoring.drafting.replies.raw_cells import RawCell
from authoring.dseal.compose import compose_problem
from authoring.dseal.diagnostic import Severity
from authoring.dseal.model import InputTable
from authoring.dseal.parse import parse
from authoring.dseal.python_code import open_string
from authoring.errors import DraftError


@dataclass(frozen=True, slots=True)
class ReadCell:
    """A cell that can stand in a problem set; `question` is empty for context."""

    question: str
    code: tuple[ReplyLine, ...]
    lines: tuple[ReplyLine, ...]
    """All below the marker, docstring included."""
    notes: tuple[ReplyFinding, ...] = ()

    @property
    def text(self) -> str:
        """The cell as it stands in the set, marker included."""
        return f"{PLAIN}\n{text_of(self.lines)}\n"

    @property
    def identity(self) -> tuple[str, str]:
        """What makes two cells the same but for spacing."""
        return " ".join(self.question.split()).casefold(), "".join(text_of(self.code).split())


def read_cell(raw: RawCell, inputs: Sequence[InputTable]) -> tuple[ReadCell | None, tuple[ReplyFinding, ...]]:
    """Return a cell, mended as far as needed, and its notes; None where nothing of it can be used."""
    notes: list[ReplyFinding] = []
    rows = stripped(raw.lines)
    # A marker with nothing below it is no loss, and nothing is said of it.
    if not rows:
        return None, ()
    split = split_cell(rows, notes)
    if split is None:
        cell = _context(rows, raw.question, inputs, notes)
    elif not split.code and not any(line.text.strip() for line in split.docstring):
        notes.append(ReplyFinding(codes.UNUSABLE, place_of(rows), "a cell holds an empty docstring and no code"))
        cell = None
    else:
        cell = _problem(rows, split, inputs, notes)
    if cell is not None:
        cell = _guarded(cell, notes)
    return (replace(cell, notes=tuple(notes)) if cell else None), tuple(notes)


def _context(
    rows: Sequence[ReplyLine], question: str, inputs: Sequence[InputTable], notes: list[ReplyFinding]
) -> ReadCell | None:
    """Return a cell without a docstring: context, or a problem where prose above it holds the question."""
    code = mend_paths(mend_code(rows, notes), inputs, notes)
    if not code:
        return None
    if question:
        return _composed(Fitted(question=question), code, notes)
    return ReadCell("", code, code)


def _problem(
    rows: Sequence[ReplyLine], split: SplitCell, inputs: Sequence[InputTable], notes: list[ReplyFinding]
) -> ReadCell | None:
    # Whether the cell can stay as it came: only while nothing about it had to be mended.
    regular = not notes
    docstring, escaped = split.docstring, has_entities_in_code(text_of(split.code))
    # Entities in the code, where none can be meant, say that the docstring is escaped as well.
    if escaped:
        docstring = tuple(ReplyLine(without_entities(line.text), line.number) for line in docstring)
    read = read_docstring(docstring, notes)
    fitted = fit_docstring(read, notes) if read is not None else Fitted()
    as_written = regular and not notes and not escaped
    written = split.code
    if fitted.code and not stripped(written):
        as_written, written = False, tuple(renumbered(fitted.code, place_of(docstring)))
        notes.append(ReplyFinding(codes.DOCSTRING, place_of(docstring), "the code stands in the docstring"))
    if not stripped(written):
        quoted = excerpt(fitted.question or text_of(docstring))
        message = f"no reference code follows the question '{quoted}'" if split.closed else f"'{quoted}' has no end"
        notes.append(ReplyFinding(codes.UNUSABLE, place_of(rows), message, "the problem is left out"))
        return None
    code = mend_paths(mend_code(written, notes), inputs, notes)
    if not code:
        return None
    if not fitted.question.strip():
        reason = "its docstring cannot be read" if read is None else "its docstring asks nothing"
        notes.append(ReplyFinding(codes.UNASKED, place_of(rows), f"{reason}; its code stays as context"))
        return ReadCell("", code, code)
    # A flow mapping is what JSON was turned into on the way here.
    if as_written and not text_of(docstring).lstrip().startswith("{") and rows[0].text.startswith(('"""', 'r"""')):
        # The docstring stays as the model wrote it; the code below it may have been mended.
        head = rows[: len(rows) - len(split.code)]
        return ReadCell(fitted.question, code, (*head, *code))
    return _composed(fitted, code, notes)


def _composed(fitted: Fitted, code: tuple[ReplyLine, ...], notes: list[ReplyFinding]) -> ReadCell | None:
    """Return a problem written anew; without its validator where only that keeps it from being written."""
    try:
        text = compose_problem(
            fitted.question,
            text_of(code),
            validator=fitted.validator,
            execution=fitted.execution,
            data=fitted.data or None,
        )
    except DraftError as error:
        notes.append(ReplyFinding(codes.UNUSABLE, place_of(code), error.message, "the problem is left out"))
        return None
    # Without the marker, and with the code's own lines in their place, which know their numbers in the reply.
    rows = text.rstrip("\n").split("\n")[1:]
    head = renumbered("\n".join(rows[: len(rows) - len(code)]), place_of(code))
    return ReadCell(fitted.question, code, (*head, *code))


def _guarded(cell: ReadCell, notes: list[ReplyFinding]) -> ReadCell | None:
    """Return a cell that the parser reads as what it is meant to be, or None with the reason."""
    parsed = parse(cell.text)
    errors = [
        finding
        for finding in parsed.diagnostics
        # A context cell alone is a set without problems, and that is no fault of the cell.
        if finding.severity is Severity.ERROR and finding.code.startswith("DS1") and finding.name != "no-problems"
    ]
    problems = len(parsed.problems)
    # A string that stays open would swallow the marker of the next cell.
    unclosed = open_string(text_of(cell.code))
    if not errors and not unclosed and len(parsed.cells) == 1 and problems == bool(cell.question):
        return cell
    if unclosed:
        reason = f"a string that begins with {unclosed} is never closed"
    elif cell.question and not errors:
        reason = "it would not read as one problem"
    else:
        reason = errors[0].message if errors else "it would not read as one cell"
    notes.append(
        ReplyFinding(codes.UNUSABLE, place_of(cell.lines), f"the cell cannot be used: {reason}", "it is left out")
    )
    return None
