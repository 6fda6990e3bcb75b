"""What a dry run is bounded by and what it shows, and the evidence that a person decides by."""

from enum import StrEnum
from typing import Any, Literal

from pydantic import Field, JsonValue, SerializerFunctionWrapHandler, model_serializer

from authoring.dseal.diagnostic import Diagnostic, Severity, errors_in
from authoring.records.base import Record, Sha256
from authoring.records.seed import InputFile
from authoring.validators.base import Correct, Difference, MismatchKind, PartialReason


class Limits(Record):
    """What code may use. A limit that is hit is printed with its name here and the way to raise it.

    Those of one problem come first, then those of a whole set. Each applies to one execution of one cell, or to all
    cells of one session.
    """

    max_time: float = 60.0
    """Wall-clock seconds of a cell, enforced from outside; `execution.max_time` of a problem comes first."""
    max_cpu: float = 120.0
    """Seconds of processor time of a cell, its threads together, in one process; enforced in whole seconds."""
    max_memory: float = 2048.0
    """Megabytes over the size of the session when the cell starts; `execution.max_memory` comes first."""
    max_processes: int = 64
    """Processes and threads of a session together."""
    max_open_files: int = 256
    """Files that one process may hold open."""
    max_output: int = 1_000_000
    """Bytes of standard output and error together, of one cell."""
    max_repr: int = 10_000
    """Characters of the text of a cell's value; a longer one is cut, and the outcome stays what it is."""
    max_file: int = 100_000_000
    """Bytes of any one file the code writes."""
    max_disk: int = 100_000_000
    """Bytes of all files that the cells of one session write, together."""
    max_files: int = 1_000
    """Files and folders that the cells of one session make."""
    max_inputs: int = 50_000_000
    """Bytes of all input files of one problem set."""
    max_set_time: float = 3_600.0
    """Wall-clock seconds of all cells of one problem set together."""


class Patience(Record):
    """How long a cell is waited for by the clock on the wall, beside its limits."""

    wall_factor: float = Field(default=1.0, ge=1, le=100)
    """How many times as long as `max_time` a cell may take that computes no longer than `max_time`."""
    max_silence: float | None = Field(default=None, gt=0)
    """Seconds after which a cell that prints nothing is ended; None where it may be silent. Time in which it waits for
    a processor does not count."""


EXACT = Patience()
"""A cell may take `max_time`, silent or not."""


class Pins(Record):
    """What is held fixed around code, so that it gives the same twice; varied on purpose to see whether it does."""

    hash_seed: int = Field(default=0, ge=0, le=4_294_967_295)
    """PYTHONHASHSEED."""
    random_state: int = Field(default=20_240_417, ge=0, le=4_294_967_295)
    """Seeds `random` and numpy's global generator."""
    timezone: str = "UTC"
    """TZ."""
    locale: str = "C.UTF-8"
    """LANG and LC_ALL."""
    threads: int = Field(default=1, ge=1, le=256)
    """Threads that BLAS, OpenMP and joblib may each use."""


REPEAT = Pins(hash_seed=1, random_state=1_729)
"""The surroundings of a second run: code that depends on the order of sets, or on chance, shows it."""


class Outcome(StrEnum):
    """How a cell ended. The sandbox failing is no outcome: it raises SandboxError."""

    OK = "ok"
    ERROR = "error"
    TIMEOUT = "timeout"
    OUT_OF_MEMORY = "out-of-memory"
    TOO_MUCH_OUTPUT = "too-much-output"
    TOO_MUCH_DISK = "too-much-disk"
    """Files over `max_file`, `max_disk` or `max_files`."""
    KILLED = "killed"
    """The process ended by itself or by a signal it caused."""

    @property
    def ends_session(self) -> bool:
        """Whether a session is always gone after it; see `CellRun.ended_session` for those where it may be."""
        return self in {Outcome.TIMEOUT, Outcome.KILLED}


class TableView(Record):
    """A table as a person may look at it: the first rows and columns, every cell as short text."""

    rows: int
    columns: int
    """The whole table's size."""
    header: tuple[str, ...]
    index: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]
    dtypes: tuple[str, ...] = ()


class ValueView(Record):
    """A value as a person may look at it."""

    type: str
    text: str
    """`repr`, cut to a limit, control characters as they are: whoever shows it makes them visible."""
    truncated: bool = False
    table: TableView | None = None
    """For frames and series."""
    html: str = ""
    """A frame as a notebook draws it; only where pictures are asked for."""


class ErrorView(Record):
    """An exception that code raised."""

    type: str
    message: str
    traceback: str
    """Without the frames of the harness."""
    line: int | None = None
    """Line of the cell's code, from 1, in which it was raised."""


class FigureView(Record):
    """A figure as a notebook would show it, without the picture unless that is asked for."""

    width: int
    height: int
    """Pixels, before a notebook cuts its margins."""
    axes: int
    """How many it has."""
    titles: tuple[str, ...] = ()
    """Titles of the figure and its axes, in order; those without one are left out."""
    sha256: str = ""
    """Hash of the picture."""
    png: str = ""
    """The picture that a kernel's inline backend would send, as base64."""


class VariableChange(Record):
    """What a cell did to one name of the session, as DSEval's namespace_diff says it."""

    name: str
    change: Literal["added", "updated", "replaced", "deleted"]
    type: str = ""


class CellRun(Record):
    """One execution of one cell."""

    outcome: Outcome
    seconds: float
    peak_memory: int
    """Bytes the process held at most while the cell ran."""
    stream: str = ""
    """Standard output and error together, cut to the limit."""
    stdout: str | None = None
    """Standard output alone, where something went to standard error; None where nothing did."""
    value: ValueView | None = None
    """The last expression's value; None where there is none or it is None."""
    error: ErrorView | None = None
    figures: tuple[FigureView, ...] = ()
    """Shown with ``plt.show()``, or new or drawn upon when the cell ended, in this order."""
    changes: tuple[VariableChange, ...] = ()
    files_written: tuple[str, ...] = ()
    """Paths below the working directory that the cell made, changed or removed."""
    reads: tuple[str, ...] = ()
    """Names of the session that the cell looked up and that an earlier cell had bound; only where a run is traced."""
    digest: str = ""
    """Hash of everything a validator may look at: equal digests mean equal evidence. Empty when it did not end well."""
    value_digest: str = ""
    """Hash of the last expression's value alone; empty where it cannot be had."""
    detail: str = ""
    """What happened, in words, with the name of a limit and the way to raise it: for every outcome but ok, and but an
    error that is of no limit."""

    @model_serializer(mode="wrap")
    def _without_empty_digest(self, serialize: SerializerFunctionWrapHandler) -> dict[str, Any]:
        # Journals know steps by what was written before there was this key.
        content: dict[str, Any] = serialize(self)
        if not self.value_digest:
            content.pop("value_digest", None)
        return content

    @property
    def printed(self) -> str:
        """What went to standard output."""
        return self.stream if self.stdout is None else self.stdout

    @property
    def ended_session(self) -> bool:
        """Whether no process is left that could run another cell."""
        # Where the kernel ends a process for want of memory, there is nobody left to raise an error.
        return self.outcome.ends_session or (self.outcome is Outcome.OUT_OF_MEMORY and self.error is None)


COMBINING_CATEGORIES = frozenset({"and", "or", "namespace_check"})
"""Categories of judgements that are composed of others."""


class Judgement(Record):
    """A validator's word on one submission: DSEval's result tree. Fields as in `validators.base.Verdict`."""

    correct: Correct
    category: str
    reason: str = ""
    parts: tuple["Judgement", ...] = ()
    """The results an `and`, an `or` or a check of several variables is made of; `reason` is empty then."""
    subject: str = ""
    kind: MismatchKind = ""
    how: tuple[PartialReason, ...] = ()
    errors: tuple[str, ...] = ()
    differences: tuple[Difference, ...] = ()

    def as_tree(self) -> dict[str, JsonValue]:
        """Return it as DSEval prints it: correct, category, variable where it is about one, reason.

        What DSEval composes of several results has the list of them as its reason, even an empty list.
        """
        tree: dict[str, JsonValue] = {"correct": self.correct, "category": self.category}
        if self.subject:
            tree["variable"] = self.subject
        combined = self.parts or (self.category in COMBINING_CATEGORIES and not self.reason)
        tree["reason"] = [part.as_tree() for part in self.parts] if combined else self.reason
        return tree


class Variable(Record):
    """One name of a session, as a solver or a person is told of it."""

    name: str
    type: str
    """Dotted name of its type."""
    size: int
    """Bytes the value takes, measured as its kind allows: buffers of arrays and frames, shallow sizes of the rest."""
    text: str
    """Its `repr`, cut short."""
    shape: tuple[int, ...] = ()
    """The shape of a table or an array; empty for everything else."""
    head: str = ""
    """The first rows of a table or a series; empty for everything else."""


class AnswerSide(Record):
    """A cell run where no reference cell ran: as answers find the state."""

    run: CellRun
    judgement: Judgement | None = None
    """A problem's reference run there, judged by its own validator; None for context, and where either run failed."""

    @property
    def is_sound(self) -> bool:
        """Whether it ended well, and as the reference does beside the reference cells."""
        return self.run.outcome is Outcome.OK and (self.judgement is None or self.judgement.correct == "yes")


class ProblemRun(Record):
    """What the dry run found of one cell."""

    cell: int
    """Index into ProblemSet.cells."""
    number: int | None
    """The problem's number; None for context."""
    run: CellRun
    repeat: CellRun | None = None
    """The second execution, in another session with another hash seed and random state; None if never reached."""
    judgement: Judgement | None = None
    """The second execution judged against the first by the problem's own validator; None for context."""
    answer_side: AnswerSide | None = None
    """The cell without the reference cells before it; None where there are none, or the dialect knows none."""

    @property
    def ended_well(self) -> bool:
        """Whether it ended well in every execution, and for answers as for the reference."""
        runs = (self.run, self.repeat)
        is_sound = self.answer_side is None or self.answer_side.is_sound
        return is_sound and all(run is not None and run.outcome is Outcome.OK for run in runs)

    @model_serializer(mode="wrap")
    def _without_empty_side(self, serialize: SerializerFunctionWrapHandler) -> dict[str, Any]:
        # As in `CellRun`.
        content: dict[str, Any] = serialize(self)
        if self.answer_side is None:
            content.pop("answer_side", None)
        return content


class DryRun(Record):
    """The reference of every problem, run twice under limits."""

    draft: Sha256
    """Hash of the text that ran."""
    cells: tuple[ProblemRun, ...]
    """In order; ends with the first cell that did not end well."""
    inputs: tuple[InputFile, ...]
    python: str
    packages: tuple[tuple[str, str], ...]
    """Name and version of what was there to import: numpy, pandas and what the set imports."""
    pins: tuple[Pins, Pins] = (Pins(), REPEAT)
    """What was held fixed in each of the two sessions."""


_OBJECTIONS = (
    "DS241 DS425 DS427 DS428 DS429 DS60 DS61 DS627 DS64 DS65 DS660 DS666 DS667 DS668 DS669 DS67 DS680 DS686 DS687 "
    "DS688 DS689 DS69 DS70 DS710 DS711 DS712 DS738 DS739 DS740 DS745 DS746 DS747 DS748 DS749 DS750 DS753 DS754 DS757 "
    "DS758 DS759 DS760 DS761 DS762 DS763 DS764 DS765 DS766 DS767 DS768 DS769 DS770 DS97"
)
OBJECTIONS = tuple(_OBJECTIONS.split())
"""How the codes begin of what a person has to give a reason for letting pass: of the form of answers, validators,
readings, questions beside references, surroundings, and pilots. What probes find is told, and left to the reviewer, but
for a column that the question names and that never counts (DS627), which is seldom anything but a mistake."""


class Evidence(Record):
    """All that is known of one revision."""

    draft: Sha256
    diagnostics: tuple[Diagnostic, ...]
    dry_run: DryRun | None = None
    """None when the text could not be run at all."""

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """The findings that keep the draft from admission."""
        return tuple(errors_in(self.diagnostics))

    @property
    def objections(self) -> tuple[Diagnostic, ...]:
        """The warnings of the gate, which a person has to give a reason for letting pass."""
        warnings = (d for d in self.diagnostics if d.severity is Severity.WARNING)
        return tuple(warning for warning in warnings if warning.code.startswith(OBJECTIONS))
