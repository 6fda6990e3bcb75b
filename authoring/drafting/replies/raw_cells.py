"""The cells of a reply as raw lines, before their content is read."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from authoring.drafting.replies import codes
from authoring.drafting.replies.fences import PYTHON, WRAPPERS, YAML, ReplyBlock, blocks_of
from authoring.drafting.replies.lines import ReplyFinding, ReplyLine, excerpt, is_python, place_of, stripped, text_of
from authoring.drafting.replies.markers import MARKDOWN, marker_of, opening_of
from authoring.drafting.replies.packed import unescaped, unpacked
from authoring.drafting.replies.prose import code_within, question_in, tell_prose, without_reasoning
from authoring.dseal.diagnostic import Severity
from authoring.dseal.model import Cell, CellKind, ProblemSet
from authoring.dseal.parse import parse

# The key of a question, in a comment or in quotes; U+FF1A is the full-width colon.
_QUESTION_KEY = re.compile(r"[ \t]*(?:#[ \t]?)?[\"']?(?:question|query|prompt)[\"']?[ \t]*[:\uff1a]", re.IGNORECASE)
# Names of findings that leave no doubt about where cells begin and end.
_NO_STRUCTURE = frozenset({"no-problems", "docstring-without-code", "marker-without-newline"})
# Codes of findings that stand inside a cell, and are no reason to doubt where it begins and ends.
_INSIDE = ("DS12", "DS13", "DS3", "DS113", "DS114", "DS112")


@dataclass(frozen=True, slots=True)
class RawCell:
    """The lines below a marker, or those that one is missing above."""

    lines: tuple[ReplyLine, ...]
    marked: bool = True
    question: str = ""
    """From prose above the cell; used only where the cell has no docstring."""


def raw_cells(lines: Sequence[ReplyLine], notes: list[ReplyFinding]) -> list[RawCell]:
    """Return the cells of a reply, unpacked, without fences, prose and reasoning."""
    problemset = parse(text_of(lines))
    # What the parser can cut is cut by it, so that prose in a question is never taken for prose around code.
    if is_sound(problemset):
        return [
            RawCell(tuple(lines[cell.span.line : cell.span.line - 1 + height_of(cell)]))
            for cell in problemset.cells
            if cell.kind not in {CellKind.PREAMBLE, CellKind.EMPTY}
        ]
    blocks = _blocks(lines, notes)
    collector = _CellCollector(notes, fenced=any(block.language is not None for block in blocks))
    for block in blocks:
        collector.add_block(block)
    return collector.finish()


def height_of(cell: Cell) -> int:
    """Return how many lines a cell takes, its marker included."""
    return cell.source.count("\n") + (not cell.source.endswith("\n"))


def is_sound(problemset: ProblemSet) -> bool:
    """Return whether cells begin and end where the parser sees it, whatever is wrong inside of them."""
    return any(cell.problem is not None for cell in problemset.cells) and not any(
        finding.severity is not Severity.NOTE
        and finding.name not in _NO_STRUCTURE
        and not finding.code.startswith(_INSIDE)
        for finding in problemset.diagnostics
    )


def _blocks(lines: Sequence[ReplyLine], notes: list[ReplyFinding]) -> list[ReplyBlock]:
    blocks: list[ReplyBlock] = []
    for block in blocks_of(without_reasoning(lines, notes), notes):
        opened = unpacked(block, notes) if block.language in {None, "", "json", "jsonc", "ipynb", "python"} else block
        if opened is block:
            opened = ReplyBlock(block.language, tuple(unescaped(block.lines, notes)))
        # What was packed may hold fences of its own.
        blocks += blocks_of(opened.lines, notes) if opened != block and block.language is None else [opened]
    return blocks


class _CellCollector:
    """Walks the blocks of a reply and keeps what may be cells."""

    def __init__(self, notes: list[ReplyFinding], *, fenced: bool) -> None:
        self.notes = notes
        self.fenced = fenced
        self.cells: list[RawCell] = []
        self.yaml: tuple[ReplyLine, ...] = ()
        """A docstring that stood in a fence of its own, and waits for its code."""
        self.prose: list[ReplyLine] = []
        self.questions: list[tuple[int, list[ReplyLine]]] = []
        """Prose by the position of the cell that follows it."""

    def add_block(self, block: ReplyBlock) -> None:
        """Take what may be cells of one block."""
        language = block.language
        if language in YAML:
            self.drop_yaml()
            self.yaml = tuple(stripped(block.lines))
        elif language is None:
            self.outside(block.lines)
        # Whatever a fence calls its language: markers and questions tell what it holds.
        elif language in PYTHON or any(marker_of(line.text) or _QUESTION_KEY.match(line.text) for line in block.lines):
            self.code(block.lines)
        elif language in WRAPPERS:
            self.prose += block.lines
        else:
            rows = stripped(block.lines)
            message = f"a block of {excerpt(language)} is left out: '{excerpt(rows[0].text)}'"
            self.notes.append(ReplyFinding(codes.LINES, rows[0].number, message))

    def outside(self, lines: Sequence[ReplyLine]) -> None:
        """Take what stands outside of fences: prose, up to the first marker."""
        parts = _at_markers(lines)
        if parts and not parts[0].marked:
            head = list(parts.pop(0).lines)
            begins = next((at for at, line in enumerate(head) if _begins_problem(line.text)), None)
            if begins is not None:
                self.prose += head[:begins]
                self.cell(RawCell(tuple(head[begins:]), marked=False))
            # Where code stands in fences, nothing outside of them is code.
            elif self.fenced:
                self.prose += head
            else:
                prose, code = code_within(head)
                self.prose += prose
                if code:
                    self.cell(RawCell(tuple(code), marked=False))
        for part in parts:
            self.cell(part)

    def code(self, lines: Sequence[ReplyLine]) -> None:
        """Take a block of code; without a marker it belongs to the docstring that waits, or is a cell."""
        for part in _at_markers(lines):
            rows = tuple(stripped(part.lines))
            if not part.marked and rows and not _begins_problem(rows[0].text) and self.joins(rows):
                continue
            self.cell(part)

    def joins(self, rows: tuple[ReplyLine, ...]) -> bool:
        """Put code below the docstring that waits for it; return whether one did."""
        if self.yaml:
            head, self.yaml = self.yaml, ()
            body = (
                head
                if opening_of(head[0].text)
                else (ReplyLine('"""', head[0].number), *head, ReplyLine('"""', head[-1].number))
            )
            self.append(RawCell((*body, ReplyLine("", head[-1].number), *rows)))
            return True
        if self.cells and _is_bare_docstring(self.cells[-1].lines):
            self.cells[-1] = RawCell(
                (*self.cells[-1].lines, ReplyLine("", rows[0].number), *rows), self.cells[-1].marked
            )
            return True
        return False

    def cell(self, part: RawCell) -> None:
        """Keep a cell that is not empty; a markdown cell is prose."""
        title = marker_of(part.lines[0].text) if part.marked else None
        if title is not None and title.title.lower().startswith(MARKDOWN):
            self.prose += [ReplyLine(_uncommented(line.text), line.number) for line in part.lines[1:]]
            return
        body = part.lines[1:] if part.marked else part.lines
        misplaced = (
            [ReplyLine(title.first_line, part.lines[0].number)] if title is not None and title.first_line else []
        )
        if not part.marked:
            place = place_of(part.lines)
            self.notes.append(
                ReplyFinding(codes.MARKER, place, "a cell begins without a marker", "write `# %%` above it")
            )
        elif title is not None and not title.plain:
            message = f"the marker is written '{excerpt(part.lines[0].text)}'"
            self.notes.append(
                ReplyFinding(codes.MARKER, part.lines[0].number, message, "write `# %%` alone on its line")
            )
        rows = tuple(stripped([*misplaced, *body]))
        if rows:
            self.drop_yaml()
            self.append(RawCell(rows, part.marked))

    def append(self, cell: RawCell) -> None:
        """Add a cell, and remember the prose above it in case that is its question."""
        if self.prose:
            self.questions.append((len(self.cells), self.prose))
            self.prose = []
        self.cells.append(cell)

    def drop_yaml(self) -> None:
        """Give up on a docstring whose code did not come: it stays a cell, and is found to have none."""
        if self.yaml:
            head, self.yaml = self.yaml, ()
            self.append(RawCell((ReplyLine('"""', head[0].number), *head, ReplyLine('"""', head[-1].number))))

    def finish(self) -> list[RawCell]:
        """Return the cells; prose becomes questions only where no cell asks anything by itself."""
        self.drop_yaml()
        asks = any(_begins_problem(stripped(cell.lines)[0].text) for cell in self.cells)
        for position, prose in self.questions:
            question = "" if asks else question_in(prose)
            if question:
                message = "a question stands in prose above its code, and is moved into a docstring"
                self.notes.append(ReplyFinding(codes.PROSE, place_of(prose), message))
                cell = self.cells[position]
                self.cells[position] = RawCell(cell.lines, cell.marked, question)
            else:
                tell_prose(prose, self.notes)
        tell_prose(self.prose, self.notes)
        return self.cells


def _at_markers(lines: Sequence[ReplyLine]) -> list[RawCell]:
    """Cut lines at the markers; each part but the first begins with its marker."""
    parts: list[list[ReplyLine]] = [[]]
    for line in lines:
        if marker_of(line.text) is not None:
            parts.append([])
        parts[-1].append(line)
    first = [RawCell(tuple(parts[0]), marked=False)] if any(line.text.strip() for line in parts[0]) else []
    return [*first, *(RawCell(tuple(part)) for part in parts[1:])]


def _begins_problem(text: str) -> bool:
    return opening_of(text) is not None or _QUESTION_KEY.match(text) is not None


def _is_bare_docstring(lines: Sequence[ReplyLine]) -> bool:
    """Return whether a cell is a docstring and nothing else."""
    rows = stripped(lines)
    opening = opening_of(rows[0].text) if rows else None
    if opening is None:
        return bool(rows) and _QUESTION_KEY.match(rows[0].text) is not None and not is_python(rows[-1:])
    return rows[-1].text.rstrip().endswith(opening[1]) and text_of(rows).count(opening[1]) == 2  # noqa: PLR2004 - open, close


def _uncommented(text: str) -> str:
    return text[1:].removeprefix(" ") if text.startswith("#") and not text.startswith("##") else text
