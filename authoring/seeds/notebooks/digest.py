"""What a notebook asks and does with the data, for a model that is to ask further questions."""

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, takewhile
from typing import Literal

from authoring.dseal.python_code import CUSTOMARY, dotted_name, import_aliases, nodes, parse_code
from authoring.records.wording import one_line
from authoring.seeds.notebooks.cleaning import cleaned_cells
from authoring.seeds.notebooks.magics import without_magics
from authoring.seeds.notebooks.notebook import Notebook, NotebookCell

StepKind = Literal["heading", "question", "code"]
Counts = tuple[tuple[str, int], ...]
_HEADING = re.compile(r"#{1,6}\s+\S")
_FENCE = re.compile(r"\s*(?:```|~~~)")
# -, *, 1., a), Q3: and the like, also several of them, as in "1. a)".
_BULLET = re.compile(r"(?:[>\s]*(?:[-*+]|\d{1,3}[.)]|\(?[a-z]\)|Q\d{0,3}[.:)])\s+)+", re.IGNORECASE)
# Emphasis, code marks and HTML tags.
_MARKS = re.compile(r"[*_`]{1,3}|</?\w[^<>]{0,100}>")
# Of a link its words stay; of a bare address nothing.
_LINK = re.compile(r"!?\[([^\[\]\n]{0,200})\]\([^()\s]{0,500}\)|https?://\S+")
# What stands between the last full stop and a question mark that ends a word.
_SENTENCE = re.compile(r"[^.!?]{8,400}\?(?=\s|$)")
_ASKS = re.compile(
    r"(?i)(?:add|apply|assign|calculate|change|check|compare|compute|convert|count|create|delete|describe|determine|"
    r"discover|display|divide|drop|estimate|explore|extract|fill|filter|find|get|give|group|identify|join|list|load|"
    r"look|make|merge|name|plot|predict|present|print|rank|remove|rename|replace|report|select|set|show|sort|split|"
    r"sum|test|train|transform|use|visuali[sz]e|write)\b"
)
"""What a task begins with, where it stands in a list."""
_OBJECT = re.compile(
    r"\[?(?:<(?:Figure|Axes)\b[^<>\n]{0,200}>|<[^<>\n]{1,200} at 0x[0-9a-fA-F]{1,16}>(?:,\s{0,200})?){0,20}\]?",
    re.ASCII,
)
"""What says only that there is an object, such as a figure: ``<Figure size 640x480 with 1 Axes>``."""
# Methods of Python's own types and calls that only show, but for three that mean something in pandas as well.
_PYTHON = (
    frozenset((*dir(str), *dir(list), *dir(dict), *dir(set), "show", "close", "tight_layout", "figure", "set_option"))
) - {"count", "replace", "join"}
"""Methods that say nothing of the data."""
_MOST_LINES = 500
"""Lines that are read one by one of a cell that is no Python as a whole."""
MOST_OF_STEPS = 4_500
"""Characters that all steps may take where as little as possible of each is shown; a digest has 6,000."""
_SHOWN_OF_LINE = 160
"""Characters of a line that a digest shows."""
_AROUND_STEP = 8
"""Characters that a digest puts around a step."""
_ACCESSORS = frozenset({"str", "dt", "cat", "plot"})
_QUERIES = frozenset({"query", "eval", "ols", "logit", "glm"})
"""Calls whose text names columns."""


@dataclass(frozen=True, slots=True)
class DigestStep:
    """One thing a notebook says or does."""

    kind: StepKind
    lines: tuple[str, ...]
    """A heading with its hashes, a question in one line, or code without blank lines and comments."""
    output: tuple[str, ...] = ()
    """The lines of what the code gave, as text."""


@dataclass(frozen=True, slots=True)
class NotebookDigest:
    """What a notebook asks and does, in its own order; without secrets, persons and pictures."""

    steps: tuple[DigestStep, ...]
    operations: Counts
    """Calls and how often each stands there, the most frequent first: ``groupby``, ``pandas.merge``."""
    columns: Counts
    """Columns that its code names, likewise."""

    @property
    def questions(self) -> tuple[str, ...]:
        """What it asks, in order, be it in a heading or in the text."""
        return tuple(
            step.lines[0].lstrip("# ")
            for step in self.steps
            if step.kind == "question" or (step.kind == "heading" and step.lines[0].endswith("?"))
        )


def digest_of(notebook: Notebook, columns: Sequence[str] = ()) -> NotebookDigest:
    """Return what a notebook asks and does.

    Args:
        notebook: as it was read; it is cleaned here, whether it was before or not.
        columns: of the seed's tables; where they are not known, texts in brackets count as columns.
    """
    cells = cleaned_cells(notebook).cells
    trees = [tree for cell in cells if cell.kind == "code" for tree in _trees(without_magics(cell.source).code)]
    # pd is pandas also where no cell imports it.
    aliases = dict(CUSTOMARY)
    for tree in trees:
        aliases |= import_aliases(tree)
    return NotebookDigest(
        _shortened(tuple(step for cell in cells for step in _steps(cell))),
        _counted(name for tree in trees for name in _operations(tree, aliases)),
        _counted(name for tree in trees for name in _columns(tree, frozenset(columns))),
    )


def _shortened(steps: tuple[DigestStep, ...]) -> tuple[DigestStep, ...]:
    """Return the steps of a notebook that is too long for a prompt without repeated lines, then without its middle.

    Where a notebook leads is seen at its end, which is what would be cut off otherwise. Shorter ones stay as they are.
    """
    if sum(map(_length, steps)) <= MOST_OF_STEPS:
        return steps
    distinct = tuple(_without_repeated_lines(steps))
    if sum(map(_least_length, distinct)) <= MOST_OF_STEPS:
        return distinct
    first = _leading(distinct)
    last = _leading(distinct[:0:-1])
    left_out = len(distinct) - first - last
    middle = DigestStep("heading", (f"(… {left_out:,} further steps are left out …)",))
    return (*distinct[:first], middle, *distinct[len(distinct) - last :])


def _length(step: DigestStep) -> int:
    """Return the characters that a step takes where all of it is shown."""
    return sum(min(len(line), _SHOWN_OF_LINE) + 1 for line in (*step.lines, *step.output)) + _AROUND_STEP


def _least_length(step: DigestStep) -> int:
    """Return the characters that a step takes where as little as possible of it is shown."""
    return min(len(step.lines[0]), _SHOWN_OF_LINE) + _AROUND_STEP


def _leading(steps: Sequence[DigestStep]) -> int:
    """Return how many of the leading steps fit into half of what there is room for."""
    ends = accumulate(map(_least_length, steps))
    return sum(1 for _ in takewhile(lambda end: end <= MOST_OF_STEPS // 2, ends))


def _without_repeated_lines(steps: Iterable[DigestStep]) -> Iterator[DigestStep]:
    seen: set[str] = set()

    def new(lines: tuple[str, ...]) -> tuple[str, ...]:
        fresh = tuple(line for line in dict.fromkeys(lines) if line.strip() not in seen)
        seen.update(line.strip() for line in fresh)
        return fresh

    for step in steps:
        lines = new(step.lines)
        if lines:
            yield DigestStep(step.kind, lines, new(step.output))


def _counted(names: Iterable[str]) -> Counts:
    return tuple(sorted(Counter(names).items(), key=lambda item: (-item[1], item[0])))


def _trees(code: str) -> Iterator[ast.Module]:
    """Yield what Python there is in a cell: all of it, or else each line that is."""
    whole = parse_code(code)
    if whole.error is None:
        yield whole.tree
    else:
        yield from (parse_code(line.strip()).tree for line in code.split("\n", _MOST_LINES)[:_MOST_LINES])


def _steps(cell: NotebookCell) -> Iterator[DigestStep]:
    if cell.kind == "markdown":
        yield from _prose(cell.source)
    elif cell.kind == "code":
        lines = [line.rstrip() for line in without_magics(cell.source).code.split("\n") if line.strip()]
        comments = [line.strip().lstrip("# ") for line in lines if line.lstrip().startswith("#")]
        for question in (comment for comment in comments if _SENTENCE.fullmatch(comment)):
            yield DigestStep("question", (one_line(question),))
        code = tuple(line for line in lines if not line.lstrip().startswith("#"))
        if code:
            # The last output is what the cell was written for.
            results = [output.text for output in reversed(cell.outputs) if not _OBJECT.fullmatch(output.text.strip())]
            yield DigestStep(
                "code", code, tuple(line.rstrip() for line in "".join(results[:1]).split("\n") if line.strip())
            )


def _prose(text: str) -> Iterator[DigestStep]:
    """Yield headings and questions of Markdown; what stands in fences is neither."""
    fenced = False
    for line in text.split("\n"):
        if _FENCE.match(line):
            # Headings and questions within a code block are code.
            fenced = not fenced
        elif not fenced and _HEADING.match(line):
            yield DigestStep("heading", (one_line(line),))
        elif not fenced:
            yield from (DigestStep("question", (question,)) for question in _questions(line))


def _questions(line: str) -> Iterator[str]:
    bullet = _BULLET.match(line)
    text = one_line(_MARKS.sub("", _LINK.sub(r"\1", line[bullet.end() :] if bullet else line)))
    questions = [one_line(sentence) for sentence in _SENTENCE.findall(text)]
    if questions:
        yield from questions
    elif bullet and _ASKS.match(text):
        yield text


def _operations(tree: ast.AST, aliases: Mapping[str, str]) -> Iterator[str]:
    """Yield what code calls: what was imported by its whole name, methods by their last one or two."""
    roots = {name.partition(".")[0] for name in aliases.values()}
    for node in nodes(tree):
        if not isinstance(node, ast.Call):
            continue
        name = dotted_name(node.func, aliases)
        # pandas.merge and numpy.log are named whole; of a variable's method only the method says something.
        if "." in name and name.partition(".")[0] in roots:
            yield name
            continue
        match node.func:
            case ast.Attribute(attr=method, value=ast.Attribute(attr=accessor)) if accessor in _ACCESSORS:
                yield f"{accessor}.{method}"
            case ast.Attribute(attr=method, value=value) if method not in _PYTHON and not isinstance(
                value, ast.Constant
            ):
                yield method
            case _:
                pass


def _columns(tree: ast.AST, columns: frozenset[str]) -> Iterator[str]:
    for node in nodes(tree):
        match node:
            case ast.Constant(value=str(text)) if text in columns:
                yield text
            # df.price reads a column like df["price"].
            case ast.Attribute(attr=name, ctx=ast.Load()) if name in columns:
                yield name
            case ast.Call(func=ast.Attribute(attr=called), args=[ast.Constant(value=str(text)), *_]) if (
                called in _QUERIES and text not in columns
            ):
                yield from (word for word in re.findall(r"[^\W\d]\w*", text) if word in columns)
            # Without known columns only what stands in brackets can be told to be one.
            case ast.Subscript(slice=index) if not columns:
                yield from _texts(index)
            case _:
                pass


def _texts(index: ast.expr) -> Iterator[str]:
    """Yield what stands in brackets as text: ``df["a"]``, ``df[["a", "b"]]``, ``df.loc[rows, "a"]``."""
    parts = index.elts if isinstance(index, ast.List | ast.Tuple) else [index]
    for part in parts:
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield part.value
        elif isinstance(part, ast.List):
            yield from _texts(part)
