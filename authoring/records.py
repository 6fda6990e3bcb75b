"""What each stage hands to the next, in the order of the pipeline. All are frozen and closed to unknown fields."""

import hashlib
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from authoring.dseal.diagnostic import Diagnostic, Severity
from authoring.validators.base import Correct, Difference, How, Kind

Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Name = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_-]{0,63}$")]
"""The name of a seed, a draft or a problem set: also its file name, so lower-case and plain."""


class Record(BaseModel):
    """A value that crosses disk or process."""

    model_config = ConfigDict(frozen=True, extra="forbid")


def sha256_of(text: str) -> str:
    """Return the SHA-256 of a text as UTF-8, in hexadecimal; the identity of a draft's exact text."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


# --- seed ---------------------------------------------------------------------------------------------------------


class TableFormat(StrEnum):
    """The file formats a table is read from."""

    CSV = "csv"
    TSV = "tsv"
    JSON = "json"
    JSONL = "jsonl"
    PARQUET = "parquet"
    XLSX = "xlsx"


class TableFile(Record):
    """One table of a seed, as a file below the seed's ``data/``.

    `reader` is the pandas expression that reads it from a session's working directory, for example
    ``pd.read_csv("inputs/penguins.csv")``; reference code uses it word for word.
    """

    name: str
    """File name below ``data/`` and ``inputs/``; no folders."""
    format: TableFormat
    sha256: Sha256
    size: int
    """Bytes."""
    rows: int
    columns: tuple[str, ...]
    reader: str
    repairs: tuple[str, ...] = ()
    """What had to be assumed or changed to read it, in words, for example ``read with sep=';'``."""


class Publication(Record):
    """A data set as its page showed it when the seed was added; None and empty where it said nothing."""

    ref: str
    """``OWNER/SLUG``."""
    title: str = ""
    licence: str = ""
    version: int | None = None
    votes: int | None = None
    usability: float | None = None
    """From 0 to 1, the site's own measure."""
    downloads: int | None = None
    notebooks: int | None = None
    size: int | None = None
    """Bytes, as the page counts them, which may be those of the archive."""
    updated: datetime | None = None


class NotebookSource(Record):
    """Where a reference notebook came from."""

    ref: str
    """``OWNER/SLUG`` or a path as given."""
    title: str = ""
    votes: int | None = None


class Allowance(Record):
    """A finding of the seed gate that a person let pass: which, why, who, when."""

    code: str
    why: str
    who: str
    time: datetime


class Seed(Record):
    """What a problem set is about."""

    name: Name
    title: str
    description: str
    source: str
    """Where the data came from: ``package:palmerpenguins/penguins-raw`` or a path as given."""
    url: str = ""
    licence: str
    """SPDX identifier where there is one, else words; ``unknown`` when nobody said."""
    files: tuple[TableFile, ...]
    companions: tuple["InputFile", ...] = ()
    """Files that stand beside the tables and are read in ways of the code's own; only imports bring them."""
    publication: Publication | None = None
    """What the page it was published on said; None for what no page was asked about."""
    notebook: NotebookSource | None = None
    """Where the reference notebook came from; None without one."""
    allowed: tuple[Allowance, ...] = ()
    """Findings of the seed gate that a person let pass."""

    @property
    def data(self) -> tuple["TableFile | InputFile", ...]:
        """Every file below the seed's ``data/``."""
        return (*self.files, *self.companions)


# --- profile ------------------------------------------------------------------------------------------------------


class ColumnKind(StrEnum):
    """The type of a column as a person would say it."""

    IDENTIFIER = "identifier"
    """Names each row, or nearly: all distinct text or whole numbers."""
    CATEGORY = "category"
    """Few levels that repeat; text, or small whole numbers that stand for classes."""
    AMOUNT = "amount"
    """A measured or counted number."""
    DATE = "date"
    """Dates or times, or text that reads as such throughout."""
    TEXT = "text"
    """Free text."""
    FLAG = "flag"
    """Two levels: true and false, yes and no, 0 and 1."""
    EMPTY = "empty"
    """No value at all."""
    CONSTANT = "constant"
    """One value throughout."""


class Level(Record):
    """One value of a column, as text, and how often it stands there."""

    value: str
    count: int


class ColumnProfile(Record):
    """What one column really holds. Numbers are None where they make no sense for the kind."""

    name: str
    kind: ColumnKind
    dtype: str
    """The dtype pandas gives it when read with the table's reader."""
    missing: int
    distinct: int
    """Distinct values, missing ones not counted."""
    minimum: float | str | None = None
    """Numbers as numbers, dates as ISO text, None else."""
    maximum: float | str | None = None
    mean: float | None = None
    deviation: float | None = None
    """Sample standard deviation."""
    decimals: int | None = None
    """The most decimal places in use, up to 9; 0 for whole numbers; None for what is no number."""
    levels: tuple[Level, ...] = ()
    """The most frequent levels first, ties by value, at most 30; for categories and flags only."""
    histogram: tuple[int, ...] = ()
    """Counts in ten bins of equal width from minimum to maximum; for amounts and dates only."""
    date_format: str | None = None
    """strptime format that reads every value of a text column of kind date, else None."""
    is_text: bool = False
    """Whether values are strings in pandas."""
    longest: int | None = None
    """Characters of the longest value of a text column."""


class TableProfile(Record):
    """What one table really holds."""

    file: str
    """Name of its TableFile."""
    reader: str
    rows: int
    duplicate_rows: int
    """Rows that repeat an earlier row in every column."""
    columns: tuple[ColumnProfile, ...]
    keys: tuple[tuple[str, ...], ...] = ()
    """Candidate keys: one column, or two, without missing values and without repetition; at most five."""
    sample: tuple[tuple[str, ...], ...] = ()
    """The first five rows as text; missing values are empty."""


class Join(Record):
    """Two tables that fit together: every value of `left`'s column that is there stands in `right`'s key column."""

    left: str
    left_column: str
    right: str
    right_column: str
    coverage: float
    """Share of `left`'s rows that find a partner, from 0 to 1."""


class Profile(Record):
    """What the data really holds. Computing it twice gives the same bytes."""

    seed: Name
    tables: tuple[TableProfile, ...]
    joins: tuple[Join, ...] = ()


# --- draft --------------------------------------------------------------------------------------------------------


class Template(Record):
    """One problem-set template, as text; parsed by the template drafter."""

    name: Name
    text: str


class Example(Record):
    """An admitted problem set, offered to a drafter as a model of what is wanted."""

    name: Name
    text: str


class ProblemOrigin(Record):
    """Where one problem of a draft came from."""

    origin: str
    """``template:NAME``, ``model:NAME``, ``person`` or ``context``."""
    knowledge: tuple[str, ...] = ()
    """Knowledge points, for example ``missing values``."""
    level: Literal["easy", "medium", "hard"] | None = None


class Making(Record):
    """What a draft was made with, so that it can be said later what helped; empty for templates."""

    model: str = ""
    guides: tuple[tuple[str, str], ...] = ()
    """Name and version of every guide."""
    prompts: tuple[tuple[str, str], ...] = ()
    examples: tuple[Name, ...] = ()


class Draft(Record):
    """A problem set that is not admitted yet. Every change makes a new revision; none is lost."""

    name: Name
    seed: Name
    revision: int
    """From 1."""
    text: str
    origins: tuple[ProblemOrigin, ...]
    """One per problem, in order; empty when a person's edit changed the number of problems and nothing is known."""
    made_with: Making = Making()
    came_from: str = ""
    """The hash of the draft that a model made this one from; empty where nobody or a person did."""
    mended: tuple[Diagnostic, ...] = ()
    """What had to be repaired in the reply of a model to read it, and what of it could not be used."""

    @property
    def sha256(self) -> str:
        """The identity of the exact text."""
        return sha256_of(self.text)


# --- dry run ------------------------------------------------------------------------------------------------------


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
    """Of BLAS, OpenMP and joblib each."""


REPEAT = Pins(hash_seed=1, random_state=1_729)
"""The surroundings of a second run: code that depends on the order of sets, or on chance, shows it."""


class InputFile(Record):
    """A file that stands as ``inputs/NAME`` in the session's working directory."""

    name: str
    sha256: Sha256
    size: int
    """Bytes."""


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
    """Of the figure and its axes, in order; those without one are left out."""
    sha256: str = ""
    """Of the picture."""
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
    """Of everything a validator may look at; equal digests mean equal evidence. Empty when it did not end well."""
    detail: str = ""
    """What happened, in words, with the name of a limit and the way to raise it: for every outcome but ok, and but an
    error that is of no limit."""

    @property
    def printed(self) -> str:
        """What went to standard output."""
        return self.stream if self.stdout is None else self.stdout

    @property
    def ended_session(self) -> bool:
        """Whether no process is left that could run another cell."""
        # Where the kernel ends a process for want of memory, there is nobody left to raise an error.
        return self.outcome.ends_session or (self.outcome is Outcome.OUT_OF_MEMORY and self.error is None)


class Judgement(Record):
    """A validator's word on one submission: DSEval's result tree. Fields as in `authoring.validators.Verdict`."""

    correct: Correct
    category: str
    reason: str = ""
    parts: tuple["Judgement", ...] = ()
    """The results an `and`, an `or` or a check of several variables is made of; `reason` is empty then."""
    subject: str = ""
    kind: Kind = ""
    how: tuple[How, ...] = ()
    errors: tuple[str, ...] = ()
    differences: tuple[Difference, ...] = ()


class Variable(Record):
    """One name of a session, as a solver or a person is told of it."""

    name: str
    type: str
    """Dotted name of its type."""
    size: int
    """Bytes the value takes, measured as its kind allows: buffers of arrays and frames, shallow sizes of the rest."""
    text: str
    """Its `repr`, cut short."""


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


class DryRun(Record):
    """The reference of every problem, run twice under limits."""

    draft: Sha256
    """Of the text that ran."""
    cells: tuple[ProblemRun, ...]
    """In order; ends with the first cell that did not end well."""
    inputs: tuple[InputFile, ...]
    python: str
    packages: tuple[tuple[str, str], ...]
    """Name and version of what was there to import: numpy, pandas and what the set imports."""
    pins: tuple[Pins, Pins] = (Pins(), REPEAT)
    """Of the two sessions."""


# --- review -------------------------------------------------------------------------------------------------------


class Evidence(Record):
    """All that is known of one revision."""

    draft: Sha256
    diagnostics: tuple[Diagnostic, ...]
    dry_run: DryRun | None = None
    """None when the text could not be run at all."""

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """The findings that keep the draft from admission."""
        return tuple(d for d in self.diagnostics if d.severity is Severity.ERROR)


class Action(StrEnum):
    """What a person may say of a revision."""

    ADMIT = "admit"
    REVISE = "revise"
    REJECT = "reject"


class Comment(Record):
    """A reviewer's word on one problem, or on the whole set (`problem` None)."""

    problem: int | None
    text: str


class Decision(Record):
    """What a person said of one revision: who, when, why, and the exact text it was about."""

    draft: Sha256
    action: Action
    reviewer: str
    time: datetime
    reason: str = ""
    comments: tuple[Comment, ...] = ()
    accepted: tuple[int, ...] = ()
    """Problems marked as good so far; a review that is resumed goes on behind them."""
    text: str | None = None
    """The whole edited text, for a revision that the person wrote."""
    for_model: bool = False
    """Whether the run's model is to carry the comments out."""


class Admission(Record):
    """A decision carried out: what stands in problemsets/ and in _meta/."""

    name: Name
    text: str
    meta: str
    """YAML: provenance, knowledge points, decisions, findings that were left standing."""
    inputs: tuple[InputFile, ...]


class Rejection(Record):
    """A decision not to use a draft."""

    name: Name
    decision: Decision


class Waiting(Record):
    """A draft that a person has to look at."""

    draft: Draft
    evidence: Evidence


# --- export -------------------------------------------------------------------------------------------------------


class TranslatedQuestion(Record):
    """A question in another language."""

    number: int
    """Of the problem."""
    original: str
    """The question as it stood when it was translated; one that has changed since has no translation."""
    text: str
    model: str = ""
    """Who translated it; empty where a person wrote every word."""
    reviewer: str = ""
    """Who looked at it; empty as long as nobody did."""


class Translation(Record):
    """The questions of a problem set in another language."""

    language: str
    """``zh``."""
    questions: tuple[TranslatedQuestion, ...]


class AdmittedSet(Record):
    """A problem set of the benchmark, with its data and what is kept beside it."""

    name: Name
    text: str
    inputs: tuple["FileContent", ...]
    meta: str = ""
    """What stands in _meta/, as YAML; see `authoring.provenance`."""
    translations: tuple[Translation, ...] = ()


class FileContent(Record):
    """A file as data."""

    path: str
    """Relative, with forward slashes."""
    content: bytes


EXPORT_MANIFEST = "export.json"
"""The file at the top of an export that names all others with their hashes."""


class Bundle(Record):
    """Files to be written below one folder, sorted by path."""

    files: tuple[FileContent, ...]
    findings: tuple[Diagnostic, ...] = ()
    """What the target format could not say; with an error among them, nothing is written."""
