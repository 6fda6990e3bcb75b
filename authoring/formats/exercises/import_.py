"""Which Markdown is a question, and which code answers it, in an exercise notebook."""

import ast
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import takewhile

from authoring.dseal.python_code import parse_code
from authoring.formats.base.exercises.assembly import assemble
from authoring.formats.base.exercises.questions import (
    MOST_OF_QUESTION,
    Exercise,
    MarkdownBlock,
    blocks_of,
    doubts_about,
    is_request,
    is_solution,
    marks_of,
    plain_question,
)
from authoring.records.draft import ImportedSet
from authoring.seeds.notebooks.magics import without_magics
from authoring.seeds.notebooks.notebook import Notebook, NotebookCell

_BLANK = re.compile(r"_{2,}|\.\.\.")
"""Placeholders that students are to fill in: names of underscores only, and ellipses."""
_SPACED_MAGIC = re.compile(r"(?m)^%[ \t]+(?=[a-z]\w+\b)")
"""Line magics with a blank behind the sign, such as ``% matplotlib inline``, which IPython accepts as well."""
_LONGEST_QUOTE = 60
ORIGIN = "import:notebook"


@dataclass(slots=True)
class _PendingExercise:
    """The cells that were read since the last exercise ended, of which the next exercise is made."""

    blocks: list[MarkdownBlock] = field(default_factory=list)
    codes: list[str] = field(default_factory=list)
    cells: list[int] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    pictures: int = 0
    blank: bool = False
    """Whether a cell for an answer was met that holds none."""


def exercises_of(notebook: Notebook) -> tuple[Exercise, ...]:
    """Return the exercises of a notebook in order; code before the first question comes without one."""
    texts = [cell.source for cell in notebook.cells if cell.kind == "markdown"]
    walk = _Walk(marks_of(texts), has_text=any(text.strip() for text in texts))
    for cell in notebook.cells:
        if cell.kind == "markdown" and cell.source.strip():
            walk.markdown(cell)
        elif cell.kind == "code":
            walk.code(cell)
    walk.flush()
    return tuple(walk.found)


def title_of(notebook: Notebook) -> str:
    """Return the notebook's own title: the first heading of the first level; empty where there is none."""
    for cell in notebook.cells:
        if cell.kind == "markdown" and (match := re.search(r"(?m)^#[ \t]+(\S.*)$", cell.source)):
            return plain_question(match[1])
    return ""


class _Walk:
    """Walks the cells of a notebook and gathers exercises; an exercise ends where the next question begins."""

    def __init__(self, level: int, *, has_text: bool) -> None:
        self.level = level
        self.has_text = has_text
        self.begun = level < 0
        self.now = _PendingExercise()
        self.found: list[Exercise] = []

    def markdown(self, cell: NotebookCell) -> None:
        """Read a Markdown cell: a question, the continuation of one, or a heading that announces the answer."""
        if is_solution(cell.source):
            # What stands between a question and its announced answer is an attempt.
            self.now.codes.clear()
            self.now.cells.clear()
            return
        # Text behind an answer begins the next exercise.
        if self.now.codes or self.now.blank:
            self.flush()
        self.now.pictures += cell.attachments
        for block in self._blocks(cell.source):
            if block.mark:
                # The introduction before the first mark, and headings between exercises, are no part of a question.
                if not self.begun or not any(block_before.mark for block_before in self.now.blocks):
                    self.now.blocks.clear()
                self.begun = True
            self.now.blocks.append(block)
        if not self.now.cells:
            self.now.cells.append(cell.number)

    def _blocks(self, source: str) -> Sequence[MarkdownBlock]:
        if self.level < 0:
            return blocks_of(source, marked=False)
        # A mark of a shallower heading than those of the exercises titles a chapter, and is read as plain text.
        return [
            block
            if (block.level == 0 or block.level >= self.level) and (block.level != 1 or self.level == 1)
            else MarkdownBlock("", block.level, block.text)
            for block in blocks_of(source)
        ]

    def code(self, cell: NotebookCell) -> None:
        """Read a code cell: an answer, or an empty cell for one."""
        plain = without_magics(_SPACED_MAGIC.sub("%", cell.source))
        if is_blank(plain.code):
            self.now.blank = True
            self.now.removed += plain.removed
            return
        # In a notebook without any text, questions stand as comments above their answers.
        if not self.has_text and self.now.codes and _leading_question(plain.code):
            self.flush()
        self.now.codes.append(plain.code)
        self.now.cells.append(cell.number)
        self.now.removed += plain.removed

    def flush(self) -> None:
        """Complete the exercise that is being read, if there is one."""
        pending, self.now = self.now, _PendingExercise()
        source, heads = _question_text(pending.blocks, unmarked=self.level < 0)
        question = plain_question(source[:MOST_OF_QUESTION]) if self.begun else ""
        doubts = (
            list(doubts_about(question, source[:MOST_OF_QUESTION], marked=any(b.mark for b in pending.blocks)))
            if question
            else []
        )
        if len(source) > MOST_OF_QUESTION and question:
            doubts.append(f"the text is too long for a question: {MOST_OF_QUESTION:,} characters of it were taken")
        if heads:
            doubts.append(f"it is part of a larger step, whose heading was left out: '{heads}'")
        if pending.pictures:
            doubts.append("the question shows a picture, which no agent sees")
        if not question and pending.codes and not self.has_text and (comment := _leading_question(pending.codes[0])):
            question, doubts = comment, ["the question was taken from a comment"]
        if not question and not pending.codes:
            return
        place = f"cell {pending.cells[0]}" if pending.cells else "a cell"
        self.found.append(Exercise(question, tuple(pending.codes), place, tuple(doubts), tuple(pending.removed)))


def is_blank(code: str) -> bool:
    """Tell whether code holds no answer: nothing, comments, ``pass``, or blanks to be filled in."""
    parsed = parse_code(code)
    if parsed.error is not None:
        return False
    names = {node.id for node in ast.walk(parsed.tree) if isinstance(node, ast.Name)}
    names |= {node.attr for node in ast.walk(parsed.tree) if isinstance(node, ast.Attribute)}
    # `__` is IPython's name of the last output but one, and no gap.
    if any(_BLANK.fullmatch(name) for name in names - {"__"}):
        return True
    return all(
        isinstance(node, ast.Pass) or (isinstance(node, ast.Expr) and _is_filler(node.value))
        for node in parsed.tree.body
    )


def _is_filler(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and (value.value is Ellipsis or isinstance(value.value, str))


def _question_text(blocks: Sequence[MarkdownBlock], *, unmarked: bool) -> tuple[str, str]:
    """Return the text that asks, and the first line of a step that it is part of."""
    if unmarked:
        return _last_section(blocks), ""
    marked = [block for block in blocks if block.mark]
    if not marked:
        return "\n".join(block.text for block in blocks), ""
    # Of marks such as 2, 2.1 and 2.2 only those of the last level ask; the others title them.
    parent = marked[-1].mark.rpartition(".")[0]
    parts = [block for block in marked if block.mark.rpartition(".")[0] == parent]
    parents = [block for block in marked if block not in parts]
    heads = plain_question(parents[-1].text).split("\n")[0][:_LONGEST_QUOTE] if parents else ""
    return "\n".join(block.text for block in parts), heads


def _last_section(blocks: Sequence[MarkdownBlock]) -> str:
    """Return what stands from the last heading on; a title that stands alone asks nothing."""
    lines = "\n".join(block.text for block in blocks).split("\n")
    headings = [place for place, line in enumerate(lines) if re.match(r"\s*#{1,6}\s", line)]
    if not headings:
        return "\n".join(lines)
    text = "\n".join(lines[headings[-1] :])
    is_title = re.match(r"\s*#\s", text) is not None and "?" not in text
    body = "\n".join(lines[headings[-1] + 1 :])
    return body if is_title and (body.strip() or len(blocks) > 1) else text


def _leading_question(code: str) -> str:
    """Return the comment that code begins with where it asks for something."""
    comments = takewhile(lambda line: line.startswith("#"), code.split("\n"))
    lines = [line.lstrip("# ") for line in comments]
    text = plain_question(" ".join(block.text for block in blocks_of("\n".join(lines))).strip())
    return text if is_request(text) and len(text.split()) > 2 else ""  # noqa: PLR2004 - fewer words ask nothing


def import_exercises(notebook: Notebook, *, files: Sequence[str]) -> ImportedSet:
    """Make a problem set of an exercise notebook.

    Nothing of it is run, and no model is asked. What a reviewer has to look at is a finding: every choice that could
    have gone another way (DS941 to DS946, with the number of the problem), and everything that was left out or became
    context (DS947, DS948). Where nothing can be judged, the text is empty and a finding is an error (DS949).
    """
    imported = assemble(
        exercises_of(notebook),
        files=files,
        origin=ORIGIN,
        hint="give the notebook with the solutions: questions in Markdown cells, and their answers in code cells",
    )
    return imported.model_copy(update={"findings": (*notebook.findings, *imported.findings)})
