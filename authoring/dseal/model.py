r"""The syntax tree of a DSEAL text.

The grammar, in the order in which the parser applies it. A *line* ends with ``\n``, ``\r\n`` or ``\r``::

    text      = preamble cell*                 preamble: everything before the first marker; kept, never run
    marker    = "# %%" [title]                 at the start of a line; DSEval itself knows the bare marker only
    cell      = marker-line body               the body ends before the next marker line
    problem   = docstring newline code         a body that begins with a docstring (r optional, double or single quotes)
    context   = code                           any other body; it runs before the problems after it and is never asked
    empty     = white space

Nothing is thrown away: the cells' sources, put together, are the text.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from authoring.dseal.conventions import conventions_of, with_conventions
from authoring.dseal.diagnostic import Diagnostic

YamlPath: TypeAlias = tuple[str | int, ...]

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of the text: offsets in characters (end exclusive), line and column of its start from 1."""

    start: int
    end: int
    line: int
    column: int


class CellKind(StrEnum):
    """What a cell is."""

    PREAMBLE = "preamble"
    EMPTY = "empty"
    CONTEXT = "context"
    PROBLEM = "problem"
    BROKEN = "broken"
    """Meant as a problem, but not readable as one; diagnostics say why. It is never run as context."""


@dataclass(frozen=True, slots=True)
class Problem:
    """What a problem's docstring says, read with a safe loader.

    Values are as YAML gives them where the schema accepts them; what the schema refuses is a diagnostic and reads as
    absent here.
    """

    number: int
    """From 1, as DSEval counts complete problems."""
    question: str
    question_key: str
    """``question``, or ``query`` as the paper spells it."""
    validator: Mapping[str, Json] | None
    """The block as written, with ``template`` still inside; None where there is none."""
    data: Mapping[str, str]
    max_time: float | None
    """Seconds; None where the problem sets no limit of its own."""
    max_memory: float | None
    """Megabytes over the size at the start; None where the problem sets no limit of its own."""
    forbid_names: tuple[str, ...]
    positions: Mapping[YamlPath, Span]
    """Where each key and item of the docstring stands in the text; the path of a key leads to the key itself."""
    yaml_span: Span
    """The text between the docstring's quotes."""
    conventions: tuple[str, ...] = ()
    """Those that context cells before it state; they hold where the question says nothing else."""

    @property
    def whole_question(self) -> str:
        """The question as it stands for itself, with the conventions of its set behind it."""
        return with_conventions(self.question, self.conventions)


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell; `source` is its exact text, marker line and line endings included."""

    kind: CellKind
    source: str
    span: Span
    title: str | None
    """What follows ``# %%`` on the marker line, stripped; None for a bare marker and for the preamble."""
    code: str
    """The code that runs, stripped of white space around it as DSEval strips it, line endings made ``\\n``."""
    code_span: Span
    problem: Problem | None


@dataclass(frozen=True, slots=True)
class ProblemSet:
    """A parsed DSEAL text. `diagnostics` holds what the parser had to say (codes DS1xx)."""

    text: str
    cells: tuple[Cell, ...]
    diagnostics: tuple[Diagnostic, ...]

    @property
    def problems(self) -> tuple[tuple[Cell, Problem], ...]:
        """The cells that are asked, with their problems, in order."""
        return tuple((cell, cell.problem) for cell in self.cells if cell.problem is not None)

    @property
    def conventions(self) -> tuple[str, ...]:
        """All that its context cells state, in order."""
        contexts = (cell for cell in self.cells if cell.kind is CellKind.CONTEXT)
        return tuple(dict.fromkeys(item for cell in contexts for item in conventions_of(cell.code)))

    @property
    def runnable(self) -> tuple[Cell, ...]:
        """The cells that run in a session, context and problems, in order."""
        # A broken cell never runs: as context it would change the state that later problems start from.
        return tuple(cell for cell in self.cells if cell.kind in {CellKind.CONTEXT, CellKind.PROBLEM})

    def shown_before(self, cell: Cell) -> str:
        """Return the cells that run before a cell; what stands above the first marker is shown to nobody."""
        return "".join(earlier.source for earlier in self.runnable if earlier.span.start < cell.span.start)


@dataclass(frozen=True, slots=True)
class InputTable:
    """A file below ``inputs/``; `columns` is None where it is no table, or nobody has looked."""

    name: str
    columns: tuple[str, ...] | None = None
    shared: bool = False
    """Whether other sets of the benchmark are given it, too."""
    levels: tuple[str, ...] = ()
    """Texts that stand in its cells, as far as somebody has looked."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What lint may know besides the text, because it reads no files itself.

    `inputs` is None where the files of a problem set are unknown; rules about them are silent then.
    """

    inputs: tuple[InputTable, ...] | None = None
