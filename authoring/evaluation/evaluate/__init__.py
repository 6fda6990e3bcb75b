"""Evaluate: a solver answers the problems of one set, each in the state that the references left, and is judged."""

import ast
import re
import time
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from types import TracebackType
from typing import NamedTuple, Self

from authoring.dseal import Diagnostic, ProblemSet, Severity, input_files_of
from authoring.dseal.analysis.complexity import difficulty
from authoring.dseal.analysis.dependencies import effects_of, effects_of_statements
from authoring.dseal.analysis.taint import TaintTracker, import_statements, inspected_names, split_at_error
from authoring.dseal.changed_inputs import changed_input_findings
from authoring.dseal.model import Cell, CellKind, Problem
from authoring.dseal.parse import parse
from authoring.dseal.python_code import loads_of
from authoring.dseal.reference_cells import marked_cells
from authoring.dseal.session import checks, path_of_reason
from authoring.dseal.validator_strength import weak_check_findings
from authoring.errors import BenchmarkError
from authoring.evaluation.evaluate.answering import Answering, Answers, ReachedCell, reference_limits
from authoring.evaluation.evaluate.attempts import Judge, StartState, fault_of, output_of
from authoring.evaluation.evaluate.packages import packages_of
from authoring.evaluation.evaluate.verdict_memo import VerdictMemo
from authoring.evaluation.solvers.base import Solver
from authoring.records.base import sha256_of
from authoring.records.evidence import CellRun, ErrorView, Limits, Outcome
from authoring.records.results import (
    BenchmarkSet,
    EvaluationOptions,
    ProblemResult,
    RootCause,
    SetResult,
    StepMode,
)
from authoring.sandbox.port import Sandbox, Session
from authoring.validators.base import Dialect

WIDELY_USED = frozenset(
    {"matplotlib", "numpy", "pandas", "plotly", "scipy", "seaborn", "sklearn", "statsmodels", "imblearn", "xgboost"}
    | {"lightgbm", "catboost", "nltk", "wordcloud", "networkx", "PIL", "tqdm"}
)
"""Packages that are imported beforehand where submissions use them: a first import can take longer than a problem's
second, and in DSEval an earlier problem has often paid for it."""
QUOTED_CHARACTERS = 300
"""Characters of an exception's message that are repeated."""
# The path in the message of a FileNotFoundError, up to its quote.
_MISSING = re.compile(r"inputs[/\\]+([^'\"\n]+)")
OnProblem = Callable[[ProblemResult], None]
"""Hears of each problem when nothing more will happen to it."""


def evaluate_set(  # noqa: PLR0913 - ports and choices of the evaluation, all by keyword
    problemset: BenchmarkSet,
    *,
    dialect: Dialect,
    solver: Solver,
    options: EvaluationOptions,
    sandbox: Sandbox,
    on_problem: OnProblem | None = None,
    verdicts: VerdictMemo | None = None,
    executor: Executor | None = None,
    is_stopped: Callable[[], bool] = lambda: False,
) -> SetResult:
    """Have one problem set answered and judged.

    All cells of the set run first, and every reference is judged against itself, so that no answer can change which
    problems count. Then each problem is answered in a fork of the state that the references left before it, or in the
    session that the solver goes on in where `StepMode` says so. A reference or a context cell that fails, and a
    validator that cannot work, block the problems that depend on them; all others are judged. The solver is asked once
    per problem, sample and attempt: in order, or where no task shows its own answers by the threads of an `executor`,
    which begin in order. Answers are judged in order; `on_problem` hears of each problem, blocked ones too. One that is
    the same as an earlier one in the same state has its verdict, as have those of other solvers with the same
    `verdicts`. Where a model gives no reply, the attempt is no answer and is noted as still to be made.
    Once `is_stopped` says that nobody waits for the result, no further code runs.

    Raises:
        AbandonedError: nobody waits for the result.
        SandboxError: the sandbox failed, or a reference that was right before the answers cannot be judged against any
            more; what the code does is part of the result.
    """
    began = time.perf_counter()
    parsed = parse(problemset.text)
    modules = {name for cell in parsed.runnable for name in loads_of(cell.code)}
    modules |= {name for name in solver.imports(problemset.name) if name.partition(".")[0] in WIDELY_USED}
    begin = partial(sandbox.session, inputs=problemset.inputs, modules=sorted(modules), dialect=dialect)
    # Of one answer to each problem none can be the same as an earlier one.
    is_asked_again = options.samples > 1 or options.max_attempts > 1
    memo = VerdictMemo() if verdicts is None and is_asked_again else verdicts
    judge = Judge(problemset.name, solver, options, dialect, problemset.draws_figures, memo, is_stopped=is_stopped)
    hidden = hidden_cells(problemset, parsed, dialect)
    with _Walk(problemset, parsed, judge, begin, begin(), on_problem, hidden, begin() if hidden else None) as walk:
        for index, cell in enumerate(parsed.cells):
            walk.step(index, cell)
        walk.answer(executor)
    # What the parser says against a cell that is a cause is told with the cause already.
    unread = {cause.line for cause in walk.causes.values()}
    misread = [
        finding for finding in parsed.diagnostics if finding.severity is Severity.ERROR and finding.line not in unread
    ]
    findings = sorted([*misread, *walk.findings], key=lambda finding: (finding.line, finding.column, finding.code))
    return SetResult(
        name=problemset.name,
        problems=tuple(walk.results),
        root_causes=tuple(walk.root_causes()),
        findings=tuple(finding.model_copy(update={"path": str(problemset.path)}) for finding in findings),
        seconds=time.perf_counter() - began,
        packages=packages_of(parsed, walk.results, sandbox),
    )


class CellFailure(NamedTuple):
    """What is wrong with a cell, and where in the set's file, as a line from 1."""

    message: str
    line: int


@dataclass(slots=True)
class _Walk:
    """The way through one set: the session of the references, what is spoilt in it, and what came out so far."""

    problemset: BenchmarkSet
    parsed: ProblemSet
    judge: Judge
    begin: Callable[[], Session]
    """Opens a session in which nothing has run."""
    session: Session
    on_problem: OnProblem | None
    hidden: frozenset[int] = frozenset()
    """Context cells that run beside the references alone, by index."""
    open_session: Session | None = None
    """Where there are such cells: the session without them, which answers start from."""
    results: list[ProblemResult] = field(default_factory=list)
    causes: dict[int, CellFailure] = field(default_factory=dict)
    findings: list[Diagnostic] = field(default_factory=list)
    """Where validators are weak and inputs are changed, as far as the reference's run shows it."""
    _blocking: TaintTracker = field(default_factory=TaintTracker)
    _untouched: bool = True
    """Whether nothing has run in the session."""
    _reached: list[ReachedCell] = field(default_factory=list)
    _sessions: list[Session] = field(default_factory=list)
    """Forks that answers are still to be judged in, or by."""

    def step(self, index: int, cell: Cell) -> None:
        """Run one cell of the references, as far as that can be done."""
        self.judge.require_use()
        if cell.kind is CellKind.BROKEN:
            self._fail(index, cell, unreadable(self.parsed, cell))
            return
        if cell.kind not in {CellKind.CONTEXT, CellKind.PROBLEM}:
            return
        problem = cell.problem
        cause = self._blocking.blocker(effects_of(cell.code), () if problem is None else inspected_names(problem))
        reached = ReachedCell(cell, cause)
        if cause is not None:
            self._skip(cell, cause)
        elif problem is None:
            # A context cell is not judged, so no evidence for a validator is collected.
            self.session.prepare(None)
            context_run = self._run(index, cell, self.judge.options.limits)
            reached.output = output_of(context_run.run)
            context_run.close()
            if index in self.hidden:
                return
        else:
            self._refer(index, problem, reached)
        self._reached.append(reached)

    def _refer(self, index: int, problem: Problem, reached: ReachedCell) -> None:
        """Run the reference of a problem that nothing blocks, and judge it against itself."""
        # Answers start from the state before it.
        is_last = reached.cell is self.parsed.runnable[-1]
        self.session.prepare(problem.validator or {}, is_last=is_last)
        run = self._run(index, reached.cell, reference_limits(problem, self.judge.options))
        reached.output = output_of(run.run)
        broken = unreadable(self.parsed, reached.cell)
        if not run.good:
            reached.cause = index
        elif broken.message:
            reached.cause, self.causes[index] = index, broken
        elif fault := fault_of(self.session.judge(self.session)):
            path = path_of_reason(problem, fault)
            place = problem.positions.get(path) or problem.positions.get(("validator",), problem.yaml_span)
            reached.cause = index
            self.causes[index] = CellFailure(f"its validator cannot work: {fault}", place.line)
        else:
            reached.before, reached.truth = run.start, self.session
            return
        run.close()

    def answer(self, executor: Executor | None) -> None:
        """Have every problem answered and judged, in order; nothing runs in the references' session any more."""
        with closing(Answering(self.judge, self.begin, executor)) as answering:
            origins: list[StartState] = []
            for reached in self._reached:
                origins.append(self._origin(reached))
                answering.submit(reached, origins[-1])
            for reached, origin in zip(self._reached, origins, strict=True):
                answers = answering.answers(reached, origin)
                if reached.cell.problem is not None:
                    self._add(reached, reached.cell.problem, answers)

    def _origin(self, reached: ReachedCell) -> StartState:
        """Return what the state before a problem follows from: the cells up to it, those that failed, the limits."""
        cells = self.parsed.cells[: self.parsed.cells.index(reached.cell) + 1]
        failed = [index for index in sorted(self.causes) if index < len(cells)]
        options = self.judge.options.model_copy(update={"samples": 1}).model_dump_json()
        judged = (self.judge.dialect, self.judge.draws_figures, options)
        parts = (self.problemset.name, *judged, failed, sorted(self.hidden))
        identity = sha256_of("\0".join([*map(str, parts), *(cell.source for cell in cells)]))
        chain = tuple(cell.code for cell in cells if cell in self.parsed.runnable)
        # Once for all samples, since each of them begins with the same state.
        is_common = self.judge.options.mode is StepMode.SEPARATE and self.judge.solver.looks
        before = reached.before if is_common else None
        with self.judge.turn:
            self.judge.require_use()
            return StartState(identity, chain, before.variables() if before is not None else ())

    def _run(self, index: int, cell: Cell, limits: Limits) -> "_ReferenceRun":
        """Run a cell of the references, and note what it did."""
        forbidden = () if cell.problem is None else cell.problem.forbid_names
        reference_run = self._run_in_session(cell.code, limits, forbidden, keep_fork=cell.problem is not None)
        run = reference_run.run
        if reference_run.good:
            self._blocking.ran(effects_of(cell.code))
            self.findings += () if cell.problem is None else weak_check_findings(cell.problem, run)
            self.findings += changed_input_findings(self.parsed, cell, run.files_written)
            if self.open_session is not None and index not in self.hidden:
                return self._run_in_the_open(index, cell, limits, self.open_session, reference_run)
        else:
            self._fail(index, cell, failure_of(self.problemset, self.parsed, cell, run), run)
        return reference_run

    def _run_in_the_open(
        self, index: int, cell: Cell, limits: Limits, session: Session, reference_run: "_ReferenceRun"
    ) -> "_ReferenceRun":
        """Run a cell where no hidden cell ran; the answers to its problem start from the state before it there."""
        start = session.branch() if cell.problem is not None else None
        if start is not None:
            self._sessions.append(start)
        session.prepare(None)
        forbidden = cell.problem.forbid_names if cell.problem else ()
        run = session.run(cell.code, limits=limits, forbid_names=forbidden, patience=self.judge.options.patience)
        if run.outcome is not Outcome.OK:
            failure = failure_of(self.problemset, self.parsed, cell, run)
            message = f"without the cells in `reference_cells`, {failure.message}"
            self._fail(index, cell, failure._replace(message=message), run)
        return replace(reference_run, run=run, start=start)

    def _run_in_session(
        self, code: str, limits: Limits, forbidden: tuple[str, ...] = (), *, keep_fork: bool = False
    ) -> "_ReferenceRun":
        """Run code; where it ends the session, go on with a fork of the state before it."""
        # At the start there is no state to keep, unless the fork is wanted for itself; a fork costs as much as a cell.
        before = self.session.branch() if keep_fork or not self._untouched else None
        self._untouched = False
        # The fork of the state after a reference judges in its stead, so that this session can go on.
        judging = [reached for reached in self._reached if reached.truth is self.session]
        for reached in judging:
            reached.truth = before
        try:
            options = self.judge.options
            run = self.session.run(code, limits=limits, forbid_names=forbidden, patience=options.patience)
            if run.ended_session:
                ended, self.session = self.session, before or self.begin()
                ended.close()
                # What judges must not run any further cell.
                before = self.session.branch() if judging else None
                for reached in judging:
                    reached.truth = before
        finally:
            if before is not None:
                self._sessions.append(before)
        return _ReferenceRun(run, before, before, retained=bool(judging))

    def _fail(self, index: int, cell: Cell, failure: CellFailure, run: CellRun | None = None) -> None:
        """Note a cell that did not do what it should: it is the root cause of whatever depends on it."""
        self.causes[index] = failure
        # Statements before the one that raised have done their work; the others, and whatever they changed halfway,
        # spoil what depends on them.
        completed, remaining = split_at_error(cell, run.error if run and run.outcome is Outcome.ERROR else None)
        self._blocking.ran(effects_of_statements(completed))
        changed = () if run is None else (change.name for change in run.changes)
        own = frozenset(name for statement in completed for name in effects_of_statements((statement,)).definite)
        spoilt = (name for name in changed if name not in own)
        self._blocking.failed(effects_of_statements(remaining, broken=not (completed or remaining)), index, spoilt)
        self._import(remaining)

    def _skip(self, cell: Cell, cause: int) -> None:
        """Leave out a cell that depends on a failed one."""
        self._blocking.failed(effects_of(cell.code), cause)
        self._import(split_at_error(cell, None)[1])

    def _import(self, statements: tuple[ast.stmt, ...]) -> None:
        """Do the imports of a cell that was not run."""
        # They depend on nothing, and later cells rely on them.
        for statement, code in import_statements(statements):
            self.session.prepare(None)
            if self.open_session is not None:
                options = self.judge.options
                self.open_session.run(code, limits=options.limits, patience=options.patience)
            imported = self._run_in_session(code, self.judge.options.limits)
            if imported.good:
                self._blocking.ran(effects_of_statements((statement,)))
            imported.close()

    def _add(self, reached: ReachedCell, problem: Problem, answers: Answers) -> None:
        result = ProblemResult(
            problemset=self.problemset.name,
            index=problem.number,
            question=problem.question,
            difficulty=difficulty(reached.cell.code),
            validators=tuple(dict.fromkeys(check.alias for check in checks(problem))),
            attempts=tuple(attempt for attempts in answers.samples.values() for attempt in attempts),
            blocked_by=reached.cause,
            outages=answers.outages,
        )
        self.results.append(result)
        if self.on_problem is not None:
            self.on_problem(result)

    def root_causes(self) -> list[RootCause]:
        """Return every cause, once, with the problems it blocks."""
        return [
            RootCause(
                problemset=self.problemset.name,
                cell=index,
                number=problem.number if (problem := self.parsed.cells[index].problem) else None,
                line=failure.line,
                message=failure.message,
                blocked=tuple(result.index for result in self.results if result.blocked_by == index),
            )
            for index, failure in sorted(self.causes.items())
        ]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for session in (*self._sessions, self.session, *filter(None, [self.open_session])):
            session.close()


def hidden_cells(problemset: BenchmarkSet, parsed: ProblemSet, dialect: Dialect) -> frozenset[int]:
    """Return the indexes of the cells that run beside the references alone, by `_meta` or by their mark.

    DSEval's dialect knows none.

    Raises:
        BenchmarkError: a number is not that of a context cell.
    """
    if dialect != "strict":
        return frozenset()
    numbers = {*problemset.reference_cells, *marked_cells(parsed)}
    for number in sorted(numbers):
        if not 1 <= number <= len(parsed.cells) or parsed.cells[number - 1].kind is not CellKind.CONTEXT:
            raise BenchmarkError(
                f"{problemset.name}: `reference_cells` names cell {number}, which is no context cell",
                hint=f"count all cells of {problemset.path.name} from 1, and correct _meta/{problemset.name}.yaml",
            )
    return frozenset(number - 1 for number in numbers)


@dataclass(frozen=True, slots=True)
class _ReferenceRun:
    """A cell that ran in the references' session, and the fork of the state before it."""

    run: CellRun
    before: Session | None
    start: Session | None
    """The state that answers start from: that fork, or one of the session without hidden cells."""
    retained: bool
    """Whether the fork still judges the problem before."""

    @property
    def good(self) -> bool:
        """Whether the cell ran as it should."""
        return self.run.outcome is Outcome.OK

    def close(self) -> None:
        """Close the fork where nothing needs it."""
        if self.before is not None and not self.retained:
            self.before.close()


def failure_of(problemset: BenchmarkSet, parsed: ProblemSet, cell: Cell, run: CellRun) -> CellFailure:
    """Say why a cell did not end well; a missing input file is named, with where it comes from and where it goes."""
    line = cell.code_span.line
    role = "the reference" if cell.kind is CellKind.PROBLEM else "the context"
    if run.error is None or run.outcome is not Outcome.ERROR:
        return CellFailure(f"{role} {run.detail or run.outcome.value}", line)
    line += (run.error.line or 1) - 1
    missing = _missing(problemset, cell, run.error)
    if missing:
        urls = {name: url for _, problem in parsed.problems for name, url in problem.data.items()}
        source = f", from {urls[missing]}" if missing in urls else ""
        return CellFailure(f"the input file {missing} is missing: put it into {problemset.inputs_folder}{source}", line)
    first = run.error.message.strip().partition("\n")[0][:QUOTED_CHARACTERS]
    return CellFailure(f"{role} raises {run.error.type}" + (f": {first}" if first else ""), line)


def _missing(problemset: BenchmarkSet, cell: Cell, error: ErrorView) -> str:
    """Return the input file that an error is about and that is not there, else an empty text."""
    if error.type.rpartition(".")[2] != "FileNotFoundError":
        return ""
    present = {path.name for path in problemset.inputs}
    match = _MISSING.search(error.message)
    candidates = ([match[1]] if match else []) + list(input_files_of(cell.code))
    return next((name for name in candidates if name not in present), "")


def unreadable(parsed: ProblemSet, cell: Cell) -> CellFailure:
    """Return what the parser says against a cell that is meant as a problem; no message where it says nothing."""
    last = cell.span.line + cell.source.count("\n")
    for finding in parsed.diagnostics:
        about = finding.problem == cell.problem.number if cell.problem else cell.span.line <= finding.line <= last
        if about and finding.severity is Severity.ERROR:
            return CellFailure(f"the problem cannot be read: {finding.message}", finding.line)
    return CellFailure("the problem cannot be read" if cell.kind is CellKind.BROKEN else "", cell.span.line)
