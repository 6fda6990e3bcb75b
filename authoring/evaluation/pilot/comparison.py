"""Answers beside each other: the set's own judge says which of them are one, and a forgiving one which are right.

The references run once more, in two chains: one judges by the problems' own validators, the other forgives form. A
third session has no data: what a blind solver answers runs there, and so does each reference, to see if it needs any.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field

from authoring.dseal.analysis.taint import import_statements, split_at_error
from authoring.dseal.model import Cell, Problem, ProblemSet
from authoring.dseal.parse import parse
from authoring.dseal.python_code import loads_of
from authoring.errors import SandboxError
from authoring.evaluation.evaluate import hidden_cells
from authoring.evaluation.evaluate.attempts import PastCell
from authoring.evaluation.evaluate.scratchpad import answer_limits
from authoring.evaluation.pilot.blind_answers import BlindAsking, tokens_of
from authoring.evaluation.pilot.blind_solver import BlindSolver
from authoring.evaluation.pilot.form_comparison import NEAR, form_block
from authoring.records.evidence import CellRun, Judgement, Limits, Outcome
from authoring.records.pilot import AnswerCluster, AnswerOutcome, PilotAnswer, PilotProblem
from authoring.records.results import Attempt, BenchmarkSet, EvaluationOptions, ProblemResult, SetResult
from authoring.records.wording import one_line, short_text
from authoring.sandbox.port import Sandbox, Session
from authoring.validators.base import Dialect, Difference
from authoring.validators.verdicts import VerdictName

MOST_COMPARED = 12
"""Different answers to one problem that are compared, the most frequent first: each pair costs two judgements."""
LONGEST_VALUE = 300
"""Characters of a value that a record shows."""
OnCompared = Callable[[PilotProblem], None]


@dataclass(frozen=True, slots=True)
class GivenAnswer:
    """An answer with its verdict."""

    solver: str
    attempt: Attempt
    sample: int


@dataclass(frozen=True, slots=True)
class PilotBench:
    """What the answers to one set are compared with, and where."""

    problemset: BenchmarkSet
    dialect: Dialect
    options: EvaluationOptions
    sandbox: Sandbox
    blind: Sequence[BlindSolver] = ()
    """Solvers that are asked once more without the data."""
    levels: Mapping[int, str] = field(default_factory=dict)
    """The level that each problem claims, by its number."""


def compare_answers(
    bench: PilotBench, results: Mapping[str, SetResult], *, on_problem: OnCompared = lambda _: None
) -> tuple[PilotProblem, ...]:
    """Return what came of each problem: its answers in clusters, and what solvers answer without the data.

    Args:
        bench: the set, and where it runs.
        results: what came of each solver's answers, by the solver's name.
        on_problem: hears of each problem when its answers are compared.

    Raises:
        SandboxError: the sandbox failed; what answers do is part of the result.
    """
    parsed = parse(bench.problemset.text)
    modules = sorted({name for cell in parsed.runnable for name in loads_of(cell.code)})
    begin, inputs = bench.sandbox.session, bench.problemset.inputs
    with ExitStack() as stack:
        # Entered first and so left last: its threads use the sessions.
        threads = max((solver.simultaneous for solver in bench.blind), default=1)
        executor = stack.enter_context(ThreadPoolExecutor(max_workers=threads))
        walk = _ChainWalk(
            bench,
            parsed,
            BlindAsking(bench.problemset.name, bench.blind, bench.options, bench.dialect, executor),
            own=stack.enter_context(begin(inputs=inputs, modules=modules, dialect=bench.dialect)),
            forms=stack.enter_context(begin(inputs=inputs, modules=modules, dialect="strict")),
            bare=stack.enter_context(begin(modules=modules, dialect=bench.dialect)),
            hidden=hidden_cells(bench.problemset, parsed, bench.dialect),
        )
        stack.callback(walk.close)
        return tuple(walk.problems(results, on_problem))


@dataclass(slots=True)
class _ChainWalk:
    """The way through one set, with the sessions that walk it."""

    bench: PilotBench
    parsed: ProblemSet
    blind: BlindAsking
    """Has solvers asked without the data."""
    own: Session
    """Judges by the problems' own validators."""
    forms: Session
    """Judges and forgives form."""
    bare: Session
    """Has no data, and imports alone have run in it."""
    hidden: frozenset[int]
    """Cells that answers may not see the work of."""
    answering: Session | None = None
    """The session without such cells, once there was one."""
    is_over: bool = False
    """Whether a cell ended a session, so that nothing further can be compared."""
    history: list[PastCell] = field(default_factory=list)

    def problems(self, results: Mapping[str, SetResult], on_problem: OnCompared) -> list[PilotProblem]:
        """Walk all cells, and return the problems."""
        by_number = {
            number: {
                solver: problem
                for solver, result in results.items()
                for problem in result.problems
                if problem.index == number
            }
            for number in (problem.number for _, problem in self.parsed.problems)
        }
        records: list[PilotProblem] = []
        for index, cell in enumerate(self.parsed.cells):
            if cell not in self.parsed.runnable:
                continue
            with self.blind.turn:
                if cell.problem is None or self.is_over:
                    self._run_context(index, cell)
                if cell.problem is None:
                    continue
                records.append(self._problem(cell, cell.problem, by_number[cell.problem.number]))
            if not self.blind.is_asked(cell.problem.number):
                on_problem(records[-1])
        for place, record in enumerate(records):
            if self.blind.is_asked(record.number):
                records[place] = self.blind.completed(record)
                on_problem(records[place])
        return records

    def _run_context(self, index: int, cell: Cell) -> None:
        if self.is_over:
            return
        is_hidden = index in self.hidden
        if is_hidden and self.answering is None:
            self.answering = self.own.branch()
        self._run(cell, [self.own, self.forms, *([self.answering] if self.answering and not is_hidden else [])])
        self.history.append(PastCell(cell.code))

    def _run(self, cell: Cell, sessions: Sequence[Session]) -> CellRun:
        """Run a cell in every session, and its imports where there are no data; return its first run."""
        limits = self.bench.options.limits
        if cell.problem is not None:
            own = {"max_time": cell.problem.max_time, "max_memory": cell.problem.max_memory}
            limits = limits.model_copy(
                update={name: max(getattr(limits, name), value) for name, value in own.items() if value}
            )
        runs = [self._run_code(cell.code, session, limits, cell.problem) for session in sessions]
        for _, code in import_statements(split_at_error(cell, None)[1]):
            self.bare.prepare(None)
            self._run_code(code, self.bare, limits, None)
        self.is_over = any(run.ended_session for run in runs)
        return runs[0]

    def _run_code(self, code: str, session: Session, limits: Limits, problem: Problem | None) -> CellRun:
        forbidden = problem.forbid_names if problem is not None else ()
        return session.run(code, limits=limits, forbid_names=forbidden, patience=self.bench.options.patience)

    def _problem(self, cell: Cell, problem: Problem, results: Mapping[str, ProblemResult]) -> PilotProblem:
        """Compare the answers to one problem, and run its reference."""
        given = [
            GivenAnswer(solver, attempt, attempt.submission.attempt)
            for solver, result in results.items()
            for attempt in result.attempts
        ]
        record = PilotProblem(
            number=problem.number,
            question=problem.question,
            reference=cell.code,
            level=self.bench.levels.get(problem.number, ""),
            outages=sum(len(result.outages) for result in results.values()),
            is_blocked=any(result.blocked_by is not None for result in results.values()),
        )
        if self.is_over:
            return record.model_copy(
                update={"answers": tuple(_answer(item, None, _outcome_of(item.attempt)) for item in given)}
            )
        with ExitStack() as stack:
            before = stack.enter_context((self.answering or self.own).branch())
            forms_before = stack.enter_context(self.forms.branch())
            self.own.prepare(problem.validator or {})
            self.forms.prepare(form_block(problem) or None)
            sessions = [self.own, self.forms, *([self.answering] if self.answering else [])]
            run = self._run(cell, sessions)
            self.history.append(PastCell(cell.code, problem.question))
            if self.is_over or record.is_blocked or run.outcome is not Outcome.OK:
                return record
            forms = self.forms if form_block(problem) else None
            table = _ClusterTable(problem, self.bench, before, forms_before, forms, stack)
            answers, clusters = table.sorted_out(given)
            needs_data = not self._is_solved_bare(cell, problem)
            if self.bench.blind and needs_data:
                self.blind.submit(problem, cell.code, tuple(self.history[:-1]), before=self.bare, truth=self.own)
        tokens = sum(answer.tokens for answer in answers)
        update = {"answers": answers, "clusters": clusters, "value": _value_of(run), "needs_data": needs_data}
        return record.model_copy(update={**update, "tokens": tokens})

    def _is_solved_bare(self, cell: Cell, problem: Problem) -> bool:
        """Tell whether the reference is right where there are no data."""
        if not self.bench.blind:
            return False
        with self.bare.branch() as branch:
            branch.confine()
            branch.prepare(None)
            run = self._run_code(cell.code, branch, answer_limits(problem, self.bench.options), problem)
            return run.outcome is Outcome.OK and self.own.judge(branch).correct == "yes"

    def close(self) -> None:
        """End what was opened on the way; the other sessions belong to whoever opened them."""
        self.blind.close()
        if self.answering is not None:
            self.answering.close()


@dataclass(slots=True)
class _Representative:
    """The first answer of a cluster, and the session that it ran in."""

    session: Session
    run: CellRun
    outcome: AnswerOutcome
    form: Session | None
    """Has run it too, and judges by value; None where nothing is compared by value."""
    members: list[GivenAnswer] = field(default_factory=list)
    likeness: str = ""
    """See `AnswerCluster`."""


@dataclass(slots=True)
class _ClusterTable:
    """Sorts the answers to one problem into clusters."""

    problem: Problem
    bench: PilotBench
    before: Session
    forms_before: Session
    forms: Session | None
    """Has run the reference, and judges by value; None where nothing is compared by value."""
    stack: ExitStack
    """Closes the sessions of the representatives."""
    _representatives: list[_Representative] = field(default_factory=list)

    def sorted_out(self, given: Sequence[GivenAnswer]) -> tuple[tuple[PilotAnswer, ...], tuple[AnswerCluster, ...]]:
        """Return the answers in their order, and the clusters, the largest first."""
        right = [item for item in given if _outcome_of(item.attempt) is AnswerOutcome.RIGHT]
        refused = [item for item in given if _outcome_of(item.attempt) is AnswerOutcome.WRONG]
        outcomes: dict[str, AnswerOutcome] = {}
        counts = Counter(item.attempt.submission.code for item in refused)
        for code, _ in counts.most_common(MOST_COMPARED):
            form = self._form_session(code)
            judged = self.forms.judge(form) if self.forms is not None and form is not None else None
            is_right = judged is not None and judged.correct == "yes"
            outcomes[code] = AnswerOutcome.FORM if is_right else AnswerOutcome.WRONG
            members = [item for item in refused if item.attempt.submission.code == code]
            self._place(code, outcomes[code], form, members, _likeness(judged) if judged is not None else "")
        groups = [(item.outcome, item.members, item.likeness) for item in self._representatives]
        groups += [(AnswerOutcome.RIGHT, right, "")] if right else []
        groups.sort(key=lambda group: -len(group[1]))
        order = {id(item): number for number, item in enumerate(given)}
        for _, members, _ in groups:
            members.sort(key=lambda item: order[id(item)])
        places = {id(item): place for place, (_, members, _) in enumerate(groups) for item in members}
        # Of answers that were refused it is known by now which say the same in another form.
        answers = tuple(
            _answer(
                item, places.get(id(item)), outcomes.get(item.attempt.submission.code, own) if item in refused else own
            )
            for item, own in ((item, _outcome_of(item.attempt)) for item in given)
        )
        return answers, tuple(_cluster(*group) for group in groups)

    def _form_session(self, code: str) -> Session | None:
        """Run a refused answer where it can be compared with others by its value, whatever its form."""
        if self.forms is None:
            return None
        session = self.stack.enter_context(self.forms_before.branch())
        session.confine()
        session.prepare(form_block(self.problem), is_last=True)
        return session if self._run(code, session).outcome is Outcome.OK else None

    def _place(
        self, code: str, outcome: AnswerOutcome, form: Session | None, members: Sequence[GivenAnswer], likeness: str
    ) -> None:
        """Put an answer into the cluster whose first answer it is equal to, else into one of its own."""
        session = self.stack.enter_context(self.before.branch())
        session.confine()
        if self.bench.dialect == "dseval":
            session.separate()
        # An answer stands in the reference's place here, to judge others of its kind. It is looked at in its own
        # process, because the sandbox ends whatever an answer's process forks.
        session.prepare(self.problem.validator or {}, is_last=True)
        run = self._run(code, session)
        for representative in self._representatives:
            if representative.outcome is outcome and (
                self._are_one(representative, session, run)
                # Forms of the right value are what the author is shown; of a wrong one they are one answer.
                or (outcome is AnswerOutcome.WRONG and _accept_each_other(representative.form, form))
            ):
                representative.members.extend(members)
                return
        self._representatives.append(_Representative(session, run, outcome, form, list(members), likeness))

    def _are_one(self, representative: _Representative, session: Session, run: CellRun) -> bool:
        """Tell whether the problem's judge, built from either of two answers, accepts the other."""
        if run.digest and run.digest == representative.run.digest:
            return True
        if run.outcome is not Outcome.OK or representative.run.outcome is not Outcome.OK:
            return False
        return _accept_each_other(representative.session, session)

    def _run(self, code: str, session: Session) -> CellRun:
        options = self.bench.options
        limits = answer_limits(self.problem, options)
        return session.run(code, limits=limits, forbid_names=self.problem.forbid_names, patience=options.patience)


def _accept_each_other(first: Session | None, second: Session | None) -> bool:
    """Tell whether each of two answers is right where the other one stands in the reference's place."""
    if first is None or second is None:
        return False
    try:
        return first.judge(second).correct == second.judge(first).correct == "yes"
    except SandboxError:
        # An answer may break the session that it ran in; then it is equal to none.
        return False


def _outcome_of(attempt: Attempt) -> AnswerOutcome:
    """Return what became of an answer, as far as its verdict tells it."""
    if attempt.verdict is VerdictName.CORRECT:
        return AnswerOutcome.RIGHT
    if not attempt.submission.code.strip():
        return AnswerOutcome.NO_CODE
    return AnswerOutcome.WRONG if attempt.run.outcome is Outcome.OK else AnswerOutcome.FAILED


def _answer(given: GivenAnswer, cluster: int | None, outcome: AnswerOutcome) -> PilotAnswer:
    attempt = given.attempt
    return PilotAnswer(
        solver=given.solver,
        sample=given.sample,
        outcome=outcome,
        cluster=cluster,
        verdict=attempt.verdict,
        subverdict=attempt.subverdict,
        reason=attempt.submission.agent_exception or attempt.reason,
        error=_error_of(attempt.run),
        code=attempt.submission.code,
        tokens=tokens_of(attempt),
    )


def _error_of(run: CellRun) -> str:
    if run.outcome is Outcome.OK:
        return ""
    if run.error is None or run.outcome is not Outcome.ERROR:
        return run.outcome.value
    return short_text(f"{run.error.type.rpartition('.')[2]}: {run.error.message}", LONGEST_VALUE)


def _cluster(outcome: AnswerOutcome, members: Sequence[GivenAnswer], likeness: str) -> AnswerCluster:
    first = members[0].attempt
    return AnswerCluster(
        outcome=outcome,
        answers=len(members),
        solvers=tuple(dict.fromkeys(item.solver for item in members)),
        code=first.submission.code,
        value=_value_of(first.run),
        differences=_differences(first.judgement)[:3],
        reason="" if outcome is AnswerOutcome.RIGHT else first.reason,
        likeness=likeness,
        is_intact=first.verdict is not VerdictName.INTACT_VIOLATION,
    )


def _likeness(judgement: Judgement) -> str:
    """Return what the forgiving judge says of values that are the same but for their order or decimals."""
    reasons = {leaf.reason for leaf in _leaves(judgement) if leaf.correct == "no"}
    return next((near for near in NEAR if reasons and all(near in reason for reason in reasons)), "")


def _leaves(judgement: Judgement) -> Iterator[Judgement]:
    if not judgement.parts:
        yield judgement
    for part in judgement.parts:
        yield from _leaves(part)


def _differences(judgement: Judgement) -> tuple[Difference, ...]:
    """Return where an answer differs from the reference, as any part of its judgement says."""
    return judgement.differences or next((inner for part in judgement.parts if (inner := _differences(part))), ())


def _value_of(run: CellRun) -> str:
    """Return what a cell gave, as a person may look at it."""
    return short_text(one_line(run.value.text if run.value is not None else run.printed), LONGEST_VALUE)
