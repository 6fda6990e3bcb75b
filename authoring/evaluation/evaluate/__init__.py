"""Evaluate: a solver answers the problems of one set, each in the state that the references left, and is judged."""

import ast
import copy
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from types import TracebackType
from typing import NamedTuple, Self

from authoring.dseal import Diagnostic, ProblemSet, Severity, input_files_of
from authoring.dseal.analysis.complexity import difficulty
from authoring.dseal.analysis.dependencies import effects_of, effects_of_statements
from authoring.dseal.analysis.taint import TaintTracker, import_statements, inspected_names, split_at_error
from authoring.dseal.model import Cell, CellKind, Problem
from authoring.dseal.parse import parse
from authoring.dseal.python_code import loads_of, parse_code
from authoring.dseal.session import checks
from authoring.dseal.validator_strength import weak_check_findings
from authoring.errors import BenchmarkError
from authoring.evaluation.evaluate.attempts import Judge, ProblemAttempts, attempt_problem
from authoring.evaluation.solvers.base import Solver
from authoring.records.evidence import CellRun, ErrorView, Limits, Outcome
from authoring.records.results import BenchmarkSet, EvaluationOptions, ProblemResult, RootCause, SetResult
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


def evaluate_set(
    problemset: BenchmarkSet,
    *,
    dialect: Dialect,
    solver: Solver,
    options: EvaluationOptions,
    sandbox: Sandbox,
    on_problem: OnProblem | None = None,
) -> SetResult:
    """Have one problem set answered and judged.

    Before each problem the state is what the references left, never what submissions did. A reference or a context cell
    that fails, and a validator that cannot work, block the problems that depend on them; all others are judged. The
    solver is asked once per problem and attempt, in order; `on_problem` hears of each problem, blocked ones too.

    Raises:
        SandboxError: the sandbox failed; what the code does is part of the result.
    """
    began = time.perf_counter()
    parsed = parse(problemset.text)
    modules = {name for cell in parsed.runnable for name in loads_of(cell.code)}
    modules |= {name for name in solver.imports(problemset.name) if name.partition(".")[0] in WIDELY_USED}
    begin = partial(sandbox.session, inputs=problemset.inputs, modules=sorted(modules), dialect=dialect)
    judge = Judge(problemset.name, solver, options, dialect)
    hidden = hidden_cells(problemset, parsed, dialect)
    with _Walk(problemset, parsed, judge, begin, begin(), on_problem, hidden, begin() if hidden else None) as walk:
        for index, cell in enumerate(parsed.cells):
            walk.step(index, cell)
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
    """Where validators are weak, as far as the reference's run shows it."""
    _blocking: TaintTracker = field(default_factory=TaintTracker)
    _untouched: bool = True
    """Whether nothing has run in the session."""
    _history: list[str] = field(default_factory=list)
    """What the solver is shown as run so far."""

    def step(self, index: int, cell: Cell) -> None:
        """Run, ask and judge one cell, as far as that can be done."""
        if cell.kind is CellKind.BROKEN:
            self._fail(index, cell, unreadable(self.parsed, cell))
            return
        if cell.kind not in {CellKind.CONTEXT, CellKind.PROBLEM}:
            return
        problem = cell.problem
        cause = self._blocking.blocker(effects_of(cell.code), () if problem is None else inspected_names(problem))
        own = cell.code
        if cause is not None:
            self._skip(cell, cause)
        elif problem is None:
            # A context cell is not judged, so no evidence for a validator is collected.
            self.session.prepare(None)
            with self._run(index, cell, self.judge.options.limits):
                pass
            if index in self.hidden:
                return
        else:
            cause, answer = self._problem(index, cell, problem)
            own = answer if answer is not None and self.judge.options.error_propagation else own
        if problem is not None and cause is not None:
            self._add(cell, problem, ProblemAttempts(), cause)
        self._history.append(own)

    def _problem(self, index: int, cell: Cell, problem: Problem) -> tuple[int | None, str | None]:
        """Judge a problem that nothing blocks; return the cause where it cannot be, and the solver's own code."""
        # As it is before the reference runs, which clears what the answer may still need.
        spoilt = copy.deepcopy(self._blocking)

        def blocker(code: str) -> int | None:
            # Code that is no Python does nothing, so it depends on nothing.
            return None if parse_code(code).error else spoilt.blocker(effects_of(code))

        self.session.prepare(problem.validator or {})
        with self._run(index, cell, self._generous(problem)) as before:
            if before is None:
                return index, None
            broken = unreadable(self.parsed, cell)
            if broken.message:
                self.causes[index] = broken
                return index, None
            attempts = attempt_problem(
                problem,
                cell.code,
                tuple(self._history),
                judge=self.judge,
                truth=self.session,
                before=before,
                blocker=blocker,
            )
        if attempts.fault:
            place = problem.positions.get(("validator",), problem.yaml_span)
            self.causes[index] = CellFailure(f"its validator cannot work: {attempts.fault}", place.line)
            return index, None
        if attempts.blocked_by is not None:
            return attempts.blocked_by, None
        self._add(cell, problem, attempts, None)
        return None, attempts.attempts[-1].submission.code if attempts.attempts else ""

    def _generous(self, problem: Problem) -> Limits:
        """Return the limits of a reference: a slow machine is no reason to end a set."""
        limits = self.judge.options.limits
        # DSEval's second for a submission says nothing of how long a reference may take.
        time_limit = max(limits.max_time, problem.max_time or self.judge.options.max_time)
        return limits.model_copy(
            update={"max_time": time_limit, "max_memory": max(limits.max_memory, problem.max_memory or 0)}
        )

    @contextmanager
    def _run(self, index: int, cell: Cell, limits: Limits) -> Iterator[Session | None]:
        """Run a cell of the references, and note what it did; give a fork of the state before a good problem."""
        forbidden = () if cell.problem is None else cell.problem.forbid_names
        keep_fork = cell.problem is not None
        with self._run_in_session(cell.code, limits, forbidden, keep_fork=keep_fork) as (run, before):
            if run.outcome is Outcome.OK:
                self._blocking.ran(effects_of(cell.code))
                self.findings += () if cell.problem is None else weak_check_findings(cell.problem, run)
                if self.open_session is None or index in self.hidden:
                    yield before
                else:
                    with self._run_in_the_open(index, cell, limits, self.open_session) as open_before:
                        yield open_before
            else:
                self._fail(index, cell, failure_of(self.problemset, self.parsed, cell, run), run)
                yield None

    @contextmanager
    def _run_in_the_open(self, index: int, cell: Cell, limits: Limits, session: Session) -> Iterator[Session | None]:
        """Run a cell where no hidden cell ran; give a fork of the state before a good problem."""
        before = session.branch() if cell.problem is not None else None
        try:
            session.prepare(None)
            run = session.run(cell.code, limits=limits, forbid_names=cell.problem.forbid_names if cell.problem else ())
            if run.outcome is not Outcome.OK:
                failure = failure_of(self.problemset, self.parsed, cell, run)
                message = f"without the cells in `reference_cells`, {failure.message}"
                self._fail(index, cell, failure._replace(message=message), run)
            yield before if run.outcome is Outcome.OK else None
        finally:
            if before is not None:
                before.close()

    @contextmanager
    def _run_in_session(
        self, code: str, limits: Limits, forbidden: tuple[str, ...] = (), *, keep_fork: bool = False
    ) -> Iterator[tuple[CellRun, Session | None]]:
        """Run code; where it ends the session, go on with a fork of the state before it."""
        # At the start there is no state to keep, unless the fork is wanted for itself; a fork costs as much as a cell.
        before = self.session.branch() if keep_fork or not self._untouched else None
        self._untouched = False
        try:
            run = self.session.run(code, limits=limits, forbid_names=forbidden)
            if run.ended_session:
                before, self.session = self.session, before or self.begin()
            yield run, before
        finally:
            if before is not None:
                before.close()

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
                self.open_session.run(code, limits=self.judge.options.limits)
            with self._run_in_session(code, self.judge.options.limits) as (run, _):
                if run.outcome is Outcome.OK:
                    self._blocking.ran(effects_of_statements((statement,)))

    def _add(self, cell: Cell, problem: Problem, attempts: ProblemAttempts, cause: int | None) -> None:
        result = ProblemResult(
            problemset=self.problemset.name,
            index=problem.number,
            question=problem.question,
            difficulty=difficulty(cell.code),
            validators=tuple(dict.fromkeys(check.alias for check in checks(problem))),
            attempts=attempts.attempts,
            blocked_by=cause,
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
        self.session.close()
        if self.open_session is not None:
            self.open_session.close()


def hidden_cells(problemset: BenchmarkSet, parsed: ProblemSet, dialect: Dialect) -> frozenset[int]:
    """Return the indexes of the cells that run beside the references alone; DSEval's dialect knows none.

    Raises:
        BenchmarkError: a number is not that of a context cell.
    """
    if dialect != "strict":
        return frozenset()
    for number in problemset.reference_cells:
        if not 1 <= number <= len(parsed.cells) or parsed.cells[number - 1].kind is not CellKind.CONTEXT:
            raise BenchmarkError(
                f"{problemset.name}: `reference_cells` names cell {number}, which is no context cell",
                hint=f"count all cells of {problemset.path.name} from 1, and correct _meta/{problemset.name}.yaml",
            )
    return frozenset(number - 1 for number in problemset.reference_cells)


def failure_of(problemset: BenchmarkSet, parsed: ProblemSet, cell: Cell, run: CellRun) -> CellFailure:
    """Say why a cell did not end well; a missing input file is named, with where it comes from and where it goes."""
    line = cell.code_span.line
    role = "the reference" if cell.kind is CellKind.PROBLEM else "the context"
    if run.error is None or run.outcome is not Outcome.ERROR:
        return CellFailure(f"{role} {run.detail or run.outcome.value}", line)
    line += (run.error.line or 1) - 1
    missing = _missing(problemset, cell, run.error)
    if missing:
        folder = (
            problemset.inputs[0].parent if problemset.inputs else problemset.path.parent / "_inputs" / problemset.name
        )
        urls = {name: url for _, problem in parsed.problems for name, url in problem.data.items()}
        source = f", from {urls[missing]}" if missing in urls else ""
        return CellFailure(f"the input file {missing} is missing: put it into {folder}{source}", line)
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
