"""What a benchmark is made of: validators, difficulty, library calls, dependencies between problems, session size."""

from authoring.records.base import Record
from authoring.records.pilot.item import ItemStatistics
from authoring.records.results import PassAt


class Count(Record):
    """How often something occurs."""

    name: str
    count: int


class ValidatorUse(Record):
    """How the problems of a benchmark use one validator."""

    name: str
    """The released name."""
    written: int
    """Problems whose block names it, `and` and `or` included."""
    implied: int
    """Problems whose template adds it without a word."""
    subjects: int
    """Blocks it stands in; for `namespace_check` the variables it names."""
    plain: int
    """Subjects without any option."""
    options: tuple[Count, ...]
    """Subjects by option that is set, the most used first."""


class Usage(Record):
    """How problems say what is right."""

    problems: int
    context: int
    """Cells that run and are not asked."""
    without_block: int
    """Problems that leave the validator to DSEval's default."""
    execution: int
    """Problems with limits or forbidden names of their own."""
    data: int
    """Problems that name files to fetch."""
    templates: tuple[Count, ...]
    """Problems by the template they name."""
    validators: tuple[ValidatorUse, ...]
    """The most used first."""


class Spread(Record):
    """Figures of a number that many things have; all 0 where there are none."""

    count: int = 0
    mean: float = 0.0
    median: float = 0.0
    maximum: float = 0.0


class LibraryUse(Record):
    """The functions, classes and methods of one library that references call."""

    library: str
    """The top-level package; ``builtins`` for what needs no import."""
    calls: int
    apis: tuple[Count, ...]
    """Dotted public names, the most called first."""


class Coverage(Record):
    """What references call, from the places in their code where something is called."""

    calls: int
    own: int
    """Calls of functions and classes that the problem sets define themselves."""
    libraries: tuple[LibraryUse, ...]
    """The most called first."""
    unresolved: tuple[Count, ...]
    """Methods of objects nobody knows the type of, by the method's name."""


class ProblemStatistics(Record):
    """One problem that is asked."""

    number: int
    line: int
    """Line of its cell in the set's file, from 1."""
    difficulty: float
    """DSEval's measure of its reference."""
    depends_on: tuple[int, ...] | None = None
    """Numbers of the problems that last wrote what its reference read; None where it was not run to its end."""
    needs_context: bool = False
    """Whether it read what a context cell last wrote."""
    variables: int | None = None
    """In the session when the problem is asked."""
    bytes: int | None = None
    """That those variables take."""
    item: ItemStatistics | None = None
    """How solvers did on it in a pilot; None where there was none of this text."""


class StatisticsStop(Record):
    """The cell that ended the run of a set, and with it the figures that need a run."""

    number: int | None
    """The problem's number; None for context."""
    line: int
    message: str


class SetStatistics(Record):
    """The measures of one problem set."""

    name: str
    problems: tuple[ProblemStatistics, ...]
    broken: int = 0
    """Cells that cannot be read; they are left out."""
    usage: Usage
    coverage: Coverage
    seconds: float = 0.0
    """Seconds that running the references took."""
    stop: StatisticsStop | None = None
    chain: int | None = None
    """Problems on the longest path of dependencies, among those that ran; None where nothing was run."""
    variables: int | None = None
    """In the session after the last cell that ran."""
    bytes: int | None = None

    @property
    def ran(self) -> tuple[ProblemStatistics, ...]:
        """The problems whose reference was run to its end."""
        return tuple(problem for problem in self.problems if problem.depends_on is not None)


class SessionStatistics(Record):
    """What the runs of all sets come to."""

    problems: int
    """That ran to their end; the shares and spreads below are of these."""
    dependent: int
    """Problems that need an earlier problem, not only the context."""
    in_degree: Spread
    """Earlier problems that a problem needs directly."""
    chain: Spread
    """Problems on the longest path of dependencies of each set."""
    variables: Spread
    """Variables in the session at the end of each set."""
    bytes: Spread
    """Bytes that the variables take at the end of each set."""
    stopped: int
    """Sets that did not run to their end."""


class Statistics(Record):
    """The measures of a benchmark and of each of its sets."""

    benchmark: str
    version: str | int | float
    python: str = ""
    """Version of the interpreter that ran the references; empty where nothing was run."""
    packages: tuple[tuple[str, str], ...] = ()
    sets: tuple[SetStatistics, ...]
    difficulty: Spread
    usage: Usage
    coverage: Coverage
    session: SessionStatistics | None
    """None where nothing was run."""
    passes: tuple[PassAt, ...] = ()
    """How often solvers were right over all problems that were in a pilot, for each k; none without a pilot."""
