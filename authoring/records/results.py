"""What evaluating a benchmark takes and gives: benchmarks as DSEval loads them, submissions, verdicts, root causes."""

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any

from pydantic import Field, JsonValue, SerializerFunctionWrapHandler, model_serializer

from authoring.dseal.diagnostic import Diagnostic
from authoring.records.base import Record
from authoring.records.evidence import CellRun, Judgement, Limits, Patience
from authoring.validators.base import Dialect
from authoring.validators.verdicts import SubverdictName, VerdictName


class BenchmarkSet(Record):
    """One problem set of a benchmark that is to be run."""

    name: str
    """The file's stem; DSEval allows any."""
    path: Path
    text: str
    inputs: tuple[Path, ...]
    """Files and folders that stand in ``inputs/``."""
    reference_cells: tuple[int, ...] = ()
    """Context cells, from 1 among all cells, that the strict dialect runs beside the reference alone."""
    draws_figures: bool = False
    """Whether the pictures of figures that answers show are kept, because somebody compares them."""
    inputs_place: Path | None = None
    """What a person is told to put a missing input file into, where that is not on the machine that judges."""

    @property
    def inputs_folder(self) -> Path:
        """The folder that a missing input file belongs in."""
        if self.inputs_place is not None:
            return self.inputs_place
        return self.inputs[0].parent if self.inputs else self.path.parent / "_inputs" / self.name


class Benchmark(Record):
    """A folder with ``_manifest.yaml``, or a single file, that DSEval would load."""

    name: str
    version: str | int | float
    """As the manifest gives it."""
    dialect: Dialect = "dseval"
    sets: tuple[BenchmarkSet, ...]


MOST_CODE = 1_000_000
"""``submission_code``: characters of the code of one answer; longer code is no answer, and is never run."""


def refusal_of_code(code: str) -> str:
    """Return why code is refused before it is run; nothing where it may be."""
    if len(code) <= MOST_CODE:
        return ""
    return f"the code has {len(code):,} characters, and {MOST_CODE:,} are allowed (limit submission_code)"


LEFT_OUT = "left_out"
"""The key of an answer's statistics under which stand settings that the model's server does not take."""


class Submission(Record):
    """What a solver answered to one problem.

    A line that names its problem by the question alone has an empty `problemset` and `index` 0.
    """

    problemset: str
    index: int
    """From 1, among the problems that are asked."""
    attempt: int = 1
    code: str
    question: str = ""
    """As the solver saw it; empty where nobody kept it."""
    agent_exception: str = ""
    agent_stats: dict[str, JsonValue] = Field(default_factory=dict)


class RecordedResult(Submission):
    """One line of DSEval's result file (`EvaluationDetail` of its loop)."""

    benchmark: str | None = None
    version: str | int | float | None = None
    verdict: VerdictName
    subverdict: SubverdictName
    extended_verdict: str = ""
    validation: dict[str, JsonValue] = Field(default_factory=dict)
    """DSEval's result tree: correct, category, reason (a text, or a list of such trees), variable."""


class SubmissionNotice(Record):
    """Something about recorded submissions that a person should know, and that stops nothing."""

    place: str
    """``FILE:LINE``, or the problem as ``SET #INDEX``."""
    message: str
    """In one sentence without a final full stop."""
    hint: str = ""


class Attempt(Record):
    """One submission to a problem, with its run and its verdict."""

    submission: Submission
    run: CellRun
    judgement: Judgement
    verdict: VerdictName
    subverdict: SubverdictName
    reason: str


class Outage(Record):
    """An attempt that was not made, because the solver's model gave no reply: no answer, and no wrong one either."""

    attempt: int
    """From 1; with several samples the number of the sample."""
    message: str
    """Why, in one sentence."""
    is_pending: bool = False
    """Whether the reply is on its way, and no failure."""


class RootCause(Record):
    """Why problems cannot be judged: a cell whose reference does not run, or whose validator cannot work."""

    problemset: str
    cell: int
    """Index into ProblemSet.cells."""
    number: int | None
    """The problem's number among those asked, from 1; None for context."""
    line: int
    """In the set's file, from 1."""
    message: str
    blocked: tuple[int, ...] = ()
    """Numbers of the problems that cannot be judged because of it, its own included."""


class ProblemResult(Record):
    """What came out for one problem that is asked."""

    problemset: str
    index: int
    question: str
    difficulty: float
    """DSEval's measure of its reference code."""
    validators: tuple[str, ...]
    """Released names of what judges it, the template's included."""
    attempts: tuple[Attempt, ...] = ()
    """Judged, in order; empty where nothing was submitted or nothing could be judged."""
    blocked_by: int | None = None
    """Cell of the root cause, where it cannot be judged."""
    outages: tuple[Outage, ...] = ()
    """Attempts that are still to be made, because the solver's model gave no reply."""

    @property
    def verdict(self) -> VerdictName | None:
        """The last attempt's; None where there is none."""
        return self.attempts[-1].verdict if self.attempts else None

    @property
    def is_pending(self) -> bool:
        """Whether replies of the model are on their way, and none has failed."""
        return bool(self.outages) and all(outage.is_pending for outage in self.outages)


class SetResult(Record):
    """What came out for one problem set."""

    name: str
    problems: tuple[ProblemResult, ...]
    root_causes: tuple[RootCause, ...] = ()
    findings: tuple[Diagnostic, ...] = ()
    """Where validators are weak."""
    seconds: float = 0.0
    """Seconds of wall time."""
    packages: tuple[tuple[str, str], ...] = ()
    """Name and version of what its cells, answers and validators use; empty where that is not recorded."""

    @property
    def is_complete(self) -> bool:
        """Whether every problem that can be judged was put to the solver; another command makes up for the others."""
        return not any(problem.outages for problem in self.problems)


class StepMode(StrEnum):
    """What state the answer to a problem starts from, beside what its solver is shown."""

    SEPARATE = "separate"
    """What the references left, as in DSEval: no answer changes what a later one finds."""
    END_TO_END = "end-to-end"
    """What the solver's own answers left, failed ones too: CIBench's first mode."""
    ORACLE = "oracle"
    """What the solver's answers left, with each reference run behind the answer to its problem: CIBench's second."""


class EvaluationOptions(Record):
    """How submissions are judged; the names are DSEval's Evaluator's."""

    max_attempts: int = 1
    samples: int = Field(default=1, ge=1, le=100)
    """Independent answers to each problem, which are numbered as attempts; more than one allows no second attempt."""
    retry_reset: bool = False
    """Each further attempt starts from the state before the problem, not from what the last one left."""
    retry_hint: bool = False
    """The solver is told the validators' words on its last attempt."""
    error_propagation: bool = False
    """The history a solver is shown holds its own earlier answers instead of the references."""
    mode: StepMode = StepMode.SEPARATE
    """What state an answer starts from; in another mode than this one, the history is what ran in that state."""
    max_time: float = 1.0
    """Seconds for a submission to a problem without `execution.max_time`, DSEval's default."""
    wall_factor: float = Field(default=1.0, ge=1, le=100)
    """How many times as long by the clock on the wall an answer or a reference may take whose processor time is within
    its limit; 1 for none, as DSEval's loop has it and as results without this field were judged."""
    max_silence: float | None = Field(default=None, gt=0)
    """Seconds after which an answer or a reference that prints nothing is ended; None where it may be silent."""
    limits: Limits = Limits()
    """Limits of everything else, and of references."""

    @property
    def patience(self) -> Patience:
        """How long cells are waited for beside their limits."""
        return Patience(wall_factor=self.wall_factor, max_silence=self.max_silence)

    @model_serializer(mode="wrap")
    def _without_usual_keys(self, serialize: SerializerFunctionWrapHandler) -> dict[str, Any]:
        # What was seen and judged before there were modes and silence is known by options without these keys.
        content: dict[str, Any] = serialize(self)
        usual = {"mode"} if self.mode is StepMode.SEPARATE else set[str]()
        usual |= {"max_silence"} if self.max_silence is None else set()
        return {name: value for name, value in content.items() if name not in usual}


class SolverSetup(Record):
    """How a solver asks its model: all that its answers depend on beside the benchmark."""

    solver: str
    """The kind of solver: ``model``, ``selfdebug``, ``react`` or ``taskgraph``."""
    model: str
    server: str
    """Base URL of the model's server; empty for the provider's own."""
    temperature: float | None = None
    """None where it is left to the server."""
    seed: int | None = None
    """What the first sample of each answer was to be drawn by; None where nobody said, as a server may not obey it."""
    samples: int = 1
    context: tuple[str, ...]
    """What the solver is shown beside the question."""
    turns: int = 0
    """The most replies that it may give to one problem."""
    prompts: tuple[tuple[str, str], ...] = ()
    """Name and version of each page that it was asked with."""
    person: bool = False
    """Whether a person decided about its plans and tasks."""

    @model_serializer(mode="wrap")
    def _without_absent_keys(self, serialize: SerializerFunctionWrapHandler) -> dict[str, Any]:
        # Results are gone on with where the solver is the one that it was: those of older versions have no such keys.
        content: dict[str, Any] = serialize(self)
        absent = {"person"} if not self.person else set[str]()
        absent |= {"seed"} if self.seed is None else set()
        return {name: value for name, value in content.items() if name not in absent}


class Evaluation(Record):
    """The judged submissions of one solver to a whole benchmark."""

    benchmark: str
    version: str | int | float
    dialect: Dialect
    solver: str
    options: EvaluationOptions
    python: str
    """Version of the interpreter that ran the cells."""
    packages: tuple[tuple[str, str], ...]
    """Name and version of packages that the verdicts depend on, sorted."""
    lock: str = ""
    """SHA-256 of the lock that the benchmark names for its cells; empty where it names none."""
    sets: tuple[SetResult, ...]
    setup: SolverSetup | None = None
    """How the solver asked its model; None for a solver without one."""

    def with_sets(self, sets: Sequence[SetResult]) -> "Evaluation":
        """Return the evaluation with other sets, and the packages that those use."""
        packages = dict(self.packages)
        for result in sets:
            packages |= dict(result.packages)
        return self.model_copy(update={"sets": tuple(sets), "packages": tuple(sorted(packages.items()))})


VerdictPair = tuple[VerdictName, SubverdictName]


class VerdictChange(Record):
    """One verdict that is not what it was."""

    problemset: str
    index: int
    attempt: int
    old: VerdictPair
    new: VerdictPair | None
    """None where there is none."""


class Agreement(Record):
    """How far verdicts agree with earlier ones."""

    pairs: int
    """Earlier (verdict, sub-verdict) pairs."""
    same: int
    changes: tuple[VerdictChange, ...] = ()
    """What differs, or was not judged."""
    added: int = 0
    """Verdicts that have no earlier one."""

    @property
    def unjudged(self) -> int:
        """How many earlier verdicts have none against them."""
        return sum(change.new is None for change in self.changes)


SIGNIFICANCE = 0.05
"""The chance of taking any of several equal runs for another, from which on a difference is not called clear."""


class RateEstimate(Record):
    """A rate, or a difference of two, with the interval that covers the true one in 95 of 100 such samples."""

    rate: float
    low: float
    high: float


class RateComparison(Record):
    """Two runs, over the problems that both were asked; rates are from 0 to 1."""

    problems: int
    sets: int
    by_set: bool
    """Whether intervals take whole sets as drawn together, or each problem alone."""
    old: RateEstimate
    new: RateEstimate
    difference: RateEstimate
    """The new rate less the old one."""
    gained: int
    """Problems of which a larger share of answers is right in the new run."""
    lost: int
    p_value: float
    """How often as uneven gains and losses come about where both runs are equally good (McNemar's test, exact)."""
    smallest_difference: float
    """That such problems show in four of five repetitions."""

    @property
    def is_clear(self) -> bool:
        """Whether the interval of the difference leaves out zero."""
        return self.difference.low > 0 or self.difference.high < 0


class ComparedFigure(Record):
    """A figure of the project whose questions or tasks were evaluated, over those of them that all runs were asked."""

    name: str
    rate: RateEstimate
    rates: RateComparison | None = None
    """Against another run; None for the run that all are held against. Its p-value takes sizes of differences."""
    adjusted_p_value: float | None = None
    """The p-value by Holm's method, for as many comparisons of figures as are made at once; None as above."""

    @property
    def is_clear(self) -> bool:
        """Whether such differences seldom come about by chance, the other comparisons considered."""
        return self.adjusted_p_value is not None and self.adjusted_p_value <= SIGNIFICANCE


class RunComparison(Agreement):
    """Two runs over one benchmark: their verdicts, their pass rates, and what else differs between them."""

    rates: RateComparison | None = None
    """None where no problem is in both."""
    figures: tuple[ComparedFigure, ...] = ()
    """Those of the project whose questions or tasks both were asked; none for problem sets in DSEAL."""
    surroundings: tuple[str, ...] = ()
    """What verdicts depend on beside the answers, and is not the same in both, in words."""


class ComparedRun(Record):
    """One run in a table of several."""

    name: str
    file: str
    rate: RateEstimate
    rates: RateComparison | None = None
    """Against the run that all are held against; None for that one."""
    figures: tuple[ComparedFigure, ...] = ()
    """Those of the project whose questions or tasks all were asked; none for problem sets in DSEAL."""
    adjusted_p_value: float | None = None
    """The p-value by Holm's method, for as many comparisons as the table makes; None as above."""
    changed: int = 0
    """Verdicts that are not those of the run that all are held against."""
    surroundings: tuple[str, ...] = ()
    """What verdicts depend on beside the answers, and is not the same there, in words."""

    @property
    def is_clear(self) -> bool:
        """Whether so uneven gains and losses seldom come about by chance, the other comparisons considered."""
        return self.adjusted_p_value is not None and self.adjusted_p_value <= SIGNIFICANCE


class RunTable(Record):
    """Several runs over one benchmark side by side, over the problems that all were asked."""

    against: str
    """The name of the run that every other is held against."""
    problems: int
    sets: int
    runs: tuple[ComparedRun, ...]
    """That one first."""
    left_out: tuple[str, ...] = ()
    """The names of runs of which nothing was judged."""


class Tally(Record):
    """How many problems of a kind were asked, and how many were passed."""

    name: str
    """A verdict, a band of difficulty, a validator."""
    part: str = ""
    """A sub-verdict."""
    count: int
    correct: int


class PassAt(Record):
    """The probability that at least one of so many samples is right, by the unbiased estimator."""

    samples: int
    rate: float
    problems: int
    """Problems with at least so many judged samples, over which the mean is taken."""
    low: float = 0.0
    """The ends of its interval of 95 %, in which the answers to one problem hang together."""
    high: float = 1.0


class Metrics(Record):
    """An evaluation in figures; a rate is from 0 to 1, and None where no problem counts.

    With several samples every sample counts, as an answer of its own.
    """

    problems: int
    """That are asked."""
    judged: int
    blocked: int
    """In no rate: nobody could have passed them."""
    unanswered: int
    """In every rate, as not passed."""
    outages: int = 0
    """In no rate: the solver's model gave no reply, and the same command asks again."""
    pass_at: tuple[PassAt, ...] = ()
    """With several samples: pass@1, pass@2 and so on."""
    error_propagation: bool
    """Whether the solver was shown its own errors; the paper reports both ways."""
    pass_rate: float | None
    interval: RateEstimate | None = None
    """The pass rate with its interval of 95 %, as that of `PassAt`."""
    pass_rate_without_intact: float | None
    """With intact violations forgiven."""
    pass_rate_without_presentation: float | None
    """With presentation errors forgiven."""
    pass_rate_without_both: float | None
    by_verdict: tuple[Tally, ...]
    """In the catalogue's order, unanswered problems last."""
    by_subverdict: tuple[Tally, ...]
    by_difficulty: tuple[Tally, ...]
    by_error_mode: tuple[Tally, ...] = ()
    """Wrong answers by their kind, as `ErrorMode` names it; where a model judged some, the part says who did.

    ``not judged`` is a kind of its own then.
    """
    by_validator: tuple[Tally, ...]
    """A problem counts once for each of its validators."""
