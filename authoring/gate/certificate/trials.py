"""Trials of a validator: answers run as submissions in forks of the state before a problem; values are rewritten."""

import ast
import math
import re
import time
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, islice, zip_longest
from pathlib import Path
from threading import Event

from authoring.dseal.analysis.open_matters import open_matters
from authoring.dseal.model import Cell, Json, Problem, ProblemSet
from authoring.dseal.mutation.base import read_code
from authoring.dseal.parse import parse
from authoring.dseal.python_code import assigned_names, loads_of, names_in, nodes, parse_code
from authoring.dseal.readings import readings
from authoring.dseal.readings.similar_columns import unnamed_columns
from authoring.dseal.reference_cells import is_marked
from authoring.dseal.session import checks
from authoring.gate.certificate.examples import try_examples
from authoring.gate.certificate.findings import UNTELLING, measures
from authoring.gate.certificate.generated_cases import case_bench
from authoring.gate.certificate.idioms import WAYS
from authoring.gate.certificate.paraphrases import NAMES as PARAPHRASES
from authoring.gate.certificate.readings import COLUMNS_OF, try_readings
from authoring.gate.certificate.restatements import NAMES as RESTATEMENTS
from authoring.gate.certificate.rewrites import judge_rewrites
from authoring.gate.certificate.standing_answers import is_short, is_telling, standing_answers
from authoring.gate.certificate.value_judge import ValueJudge
from authoring.gate.certificate.variants import Variant, right_answers, wrong_answers
from authoring.gate.chain_walk import examine_problems
from authoring.gate.exact_comparison import exact_comparison
from authoring.gate.outcomes import LONGEST_TEXT, reason_of, scores_of, text_of
from authoring.records.base import sha256_of
from authoring.records.certificate.problem import Certificate, ProblemCertificate
from authoring.records.certificate.reading import ReadingTrial
from authoring.records.certificate.trial import RewriteTrial, Side, Trial, TrialOutcome
from authoring.records.evidence import CellRun, Judgement, Limits, Outcome, Patience
from authoring.records.progress import ProgressCallback
from authoring.sandbox.port import Sandbox, Session
from authoring.validators.base import Dialect
from authoring.validators.rewriting.matters import AnswerForm, Matter

MOST_VARIANTS, MOST_VARIANTS_QUICK = 30, 4
"""Answers that are run as code, for a problem: each takes a fork, and a rewritten value none."""
ENOUGH_RIGHT = 12
"""Right answers of a problem after which no further one is tried that only puts the reference's calls otherwise."""
ENOUGH_REWRITES_QUICK: Mapping[Side, int] = {"right": 2, "wrong": 8}
"""Rewritten values of a problem that say enough of a side where there is little time."""
MOST_SECONDS, MOST_SECONDS_QUICK = 20.0, 3.0
"""Seconds that the cells of a problem's answers may take together, looked at between them."""
CLOCK_FACTOR = 3.0
"""By the clock they may take so many times as long: what is tried is not to depend on how busy the machine is."""
TIME_FACTOR = 3.0
"""An answer may take so many times as long as the reference did, and a second more."""
PATIENCE = Patience(wall_factor=TIME_FACTOR)
CERTAIN = frozenset({"constant_predictor", "blank_figure"})
"""Answers that are wrong whatever the reference does."""
REARRANGED = RESTATEMENTS | PARAPHRASES
"""Right answers that make the reference's calls in other surroundings, of which one tells nearly what the next does."""
REWRITTEN = frozenset(WAYS) | REARRANGED
"""Right answers in other code, of which it is seen by their values whether they are right."""
LIMIT = "limit"
"""The operator of a trial of `judge_rewrites` that says what was left out."""
TABLE_TYPE = "DataFrame"
"""How the dotted name of a table's type ends, in every version of pandas."""


def certify(  # noqa: PLR0913 - all by keyword but the text
    draft_text: str,
    *,
    inputs: Sequence[Path],
    limits: Limits,
    sandbox: Sandbox,
    dialect: Dialect = "dseval",
    quick: bool = False,
    numbers: Collection[int] | None = None,
    max_seconds: float = math.inf,
    progress: ProgressCallback | None = None,
) -> Certificate:
    """Try wrong and right answers to every problem, and return which of them its validator refuses and accepts.

    Args:
        draft_text: the problem set, whose references are known to run.
        inputs: files that stand in ``inputs/``.
        limits: per cell, as in a dry run.
        sandbox: where it runs.
        dialect: whose rules judge.
        quick: whether only the most telling answers are tried.
        numbers: of the problems that are tried; all if None.
        max_seconds: by the clock, after which no further problem is begun.
        progress: told after each cell.

    Raises:
        SandboxError: the sandbox failed; what answers do is part of the result.
    """
    problemset = parse(draft_text)
    modules = tuple(sorted({name for cell in problemset.runnable for name in loads_of(cell.code)}))

    @contextmanager
    def opened(stopped: Event) -> Iterator[_Chains]:
        with ExitStack() as stack:
            chains = _Chains(
                problemset=problemset,
                reference=stack.enter_context(sandbox.session(inputs=inputs, modules=modules, dialect=dialect)),
                exact=ValueJudge(partial(sandbox.session, inputs=inputs, modules=modules, dialect="strict")),
                dialect=dialect,
                quick=quick,
                stopped=stopped,
            )
            stack.callback(chains.close)
            yield chains

    ends = time.monotonic() + max_seconds
    problems = examine_problems(problemset, limits, opened, numbers=numbers, ends=ends, progress=progress)
    return Certificate(draft=sha256_of(draft_text), problems=problems, is_quick=quick)


@dataclass(slots=True)
class _Chains:
    """The sessions of a walker."""

    problemset: ProblemSet
    reference: Session
    """Judges by the problems' own validators."""
    exact: ValueJudge
    """Tells answers that say what the reference says."""
    dialect: Dialect
    quick: bool
    stopped: Event
    """Set when nobody waits for what is tried any more."""
    answering: Session | None = None
    """The session without cells for references alone, once there was such a cell; answers begin there from then on."""
    types: dict[str, str] = field(default_factory=dict)
    """The type of each variable where answers begin, by its name."""

    def walk(self, cell: Cell, limits: Limits) -> bool:
        """Run a cell in every session; tell whether it ended well."""
        # In the strict dialect answers do not see what cells for references alone leave behind.
        hidden = self.dialect == "strict" and is_marked(cell)
        if hidden and self.answering is None:
            self.answering = self.reference.branch()
        sessions = [self.reference]
        self.exact.walk(cell, limits)
        if self.answering is not None and not hidden:
            sessions.append(self.answering)
        forbidden = () if cell.problem is None else cell.problem.forbid_names
        runs = [session.run(cell.code, limits=limits, forbid_names=forbidden) for session in sessions]
        if self.answering is None or not hidden:
            self.note_types(runs[0 if self.answering is None else -1])
        return all(run.outcome is Outcome.OK for run in runs)

    def note_types(self, run: CellRun) -> None:
        """Note the types of the variables that a cell changed where answers begin."""
        for change in run.changes:
            self.types[change.name] = change.type

    @property
    def tables(self) -> tuple[str, ...]:
        """The names of the tables where answers begin."""
        return tuple(sorted(name for name, kind in self.types.items() if kind.rpartition(".")[2] == TABLE_TYPE))

    def examine(self, index: int, cell: Cell, problem: Problem, limits: Limits) -> ProblemCertificate | None:
        """Run the reference, try answers, and return what came of it; None where the reference did not end well."""
        return _Bench(self, index, cell, problem, limits).certificate()

    def close(self) -> None:
        """End the sessions that were opened on the way; the first one belongs to whoever opened it."""
        self.exact.close()
        if self.answering is not None:
            self.answering.close()


@dataclass(slots=True)
class _Bench:
    """One problem, and what is tried on it."""

    chains: _Chains
    index: int
    cell: Cell
    problem: Problem
    limits: Limits
    began: float = field(default_factory=time.monotonic, init=False)
    spent: float = field(default=0.0, init=False)
    """Seconds that the cells of answers took."""

    def certificate(self) -> ProblemCertificate | None:
        """Return what came of the reference and of answers; None where the reference did not end well."""
        chains, problem, tables = self.chains, self.problem, self.chains.tables
        with ExitStack() as stack:
            # Forked before the reference runs: every answer begins where an agent would, without what the reference
            # makes.
            before = stack.enter_context((chains.answering or chains.reference).branch())
            chains.exact.begin(self.cell, self.limits, _exact_block(problem))
            stack.callback(chains.exact.end)
            chains.reference.prepare(problem.validator or {})
            run = self._reference_run()
            if run is None:
                return None
            own = chains.reference.judge(chains.reference)
            # A validator that refuses its own reference accepts nothing, and what it makes of other answers says
            # nothing.
            if own.correct != "yes":
                reason = f"the validator does not accept its own reference: {reason_of(own)}"
                return ProblemCertificate(number=problem.number, cell=self.index, trials=(), left_out=(reason,))
            rewrites = judge_rewrites(chains.reference, problem, run, code=self.cell.code, quick=chains.quick)
            variants = self._variants(tables, run, rewrites)
            trials: list[Trial] = []
            left_out = [trial.reason for trial in rewrites if trial.operator == LIMIT]
            for position, variant in enumerate(variants):
                # Asked between answers, and not within one: what is under way ends at its own limit.
                if chains.stopped.is_set() or self._is_over():
                    left_out.append(f"{len(variants) - position} answers, for want of time")
                    break
                if variant.operator not in REARRANGED or _counted(trials, rewrites) < ENOUGH_RIGHT:
                    trials.append(self._trial(variant, before, run))
            trials, idle_cases, reasons = self._on_generated_cases(trials, before, run)
            left_out += reasons
            trials += [_of_rewrite(trial) for trial in rewrites if trial.operator != LIMIT]
            readings = () if self.chains.quick else self._readings(before, run, tables)
            standing = self._standing(before, run)
            examples = try_examples(problem.question, self.cell.code, chains.reference, self.limits)
        return ProblemCertificate(
            number=problem.number,
            cell=self.index,
            trials=tuple(trials),
            left_out=tuple(left_out),
            readings=readings,
            examples=examples,
            idle_cases=idle_cases,
            standing=standing,
        )

    def _is_over(self) -> bool:
        """Tell whether the answers took as long as they may together."""
        most = MOST_SECONDS_QUICK if self.chains.quick else MOST_SECONDS
        return self.spent > most or time.monotonic() - self.began > CLOCK_FACTOR * most

    def _on_generated_cases(
        self, trials: list[Trial], before: Session, run: CellRun
    ) -> tuple[list[Trial], tuple[int, ...], tuple[str, ...]]:
        """Return trials with what further test cases of a `table_test` say, cases that tell nothing, what is left out.

        Answers begin without what cells for references alone make, and such a reference has no further cases.
        """
        bench = case_bench(
            self.cell,
            self.problem,
            start=before,
            submit=lambda code, judge: self._submitted(code, before, judge, run),
            limits=self.limits,
            dialect=self.chains.dialect,
        )
        if bench is None or self.chains.quick or self.chains.answering is not None:
            return trials, (), ()
        result = bench.tried(trials)
        return list(result.trials), result.idle, result.left_out

    def _readings(self, before: Session, run: CellRun, tables: Sequence[str]) -> tuple[ReadingTrial, ...]:
        """Run the other readings of the question, and compare what they give with the reference.

        `tables` are those that stand before the reference.
        """
        chains, problem = self.chains, self.problem
        columns = self._columns(before, tables)
        if not readings(self.cell.code, problem.question, problem.conventions, columns):
            return ()
        by_value = chains.exact.sessions()
        if by_value is None:
            return ()
        return try_readings(
            self.cell.code,
            self.problem.question,
            run,
            by_value=lambda code: self._submitted(code, *by_value, run),
            by_validator=lambda code: self._submitted(code, before, chains.reference, run),
            is_over=self._is_over,
            conventions=self.problem.conventions,
            columns=columns,
        )

    def _standing(self, before: Session, run: CellRun) -> tuple[str, ...]:
        """Return the variables that hold the answer before the problem, and that nobody was told to use."""
        if run.value is None or self.chains.quick or not (is_telling(run.value) or is_short(run.value)):
            return ()
        questions = (
            problem.question
            for cell, problem in self.chains.problemset.problems
            if cell.span.start <= self.cell.span.start
        )
        spoken = {word for question in questions for word in re.findall(r"\w+", question)}
        code = read_code(self.cell.code, ())
        spoken |= names_in(code.tree) if code is not None else set()
        idle = self._idle_names() - spoken
        # Variables are looked at in a fork, so that most problems should do without.
        if not ({*self.chains.types} if is_telling(run.value) else idle) - spoken:
            return ()
        return standing_answers(run.value, before.variables(), spoken=spoken, idle=idle)

    def _idle_names(self) -> set[str]:
        """Return the names that references of earlier problems bind, and that no code up to this problem reads."""
        cells = [cell for cell in self.chains.problemset.runnable if cell.span.start <= self.cell.span.start]
        bound = {name for cell in cells[:-1] if cell.problem is not None for name in assigned_names(cell.code).bound}
        names = (node for cell in cells for node in nodes(parse_code(cell.code).tree) if isinstance(node, ast.Name))
        return bound - {node.id for node in names if isinstance(node.ctx, ast.Load)}

    def _columns(self, before: Session, tables: Sequence[str]) -> tuple[str, ...]:
        """Return the columns of the tables that the reference reads, where its question does not name all it takes."""
        code = read_code(self.cell.code, ())
        if code is None or not unnamed_columns(code, self.problem.question):
            return ()
        names = [name for name in tables if name in names_in(code.tree)]
        if not names:
            return ()
        with before.attempt() as attempt:
            attempt.prepare(None)
            run = attempt.run(COLUMNS_OF.format(", ".join(names)), limits=self.limits, patience=PATIENCE)
            self.spent += run.seconds
            return tuple(run.stream.splitlines()) if run.outcome is Outcome.OK else ()

    def _reference_run(self) -> CellRun | None:
        """Run the reference in every chain; return its run beside the problem's own validator."""
        chains, forbidden = self.chains, self.problem.forbid_names
        run = chains.reference.run(self.cell.code, limits=self.limits, forbid_names=forbidden)
        others = [chains.answering] if chains.answering is not None else []
        runs = [session.run(self.cell.code, limits=self.limits, forbid_names=forbidden) for session in others]
        chains.note_types(run if chains.answering is None else runs[-1])
        return run if all(other.outcome is Outcome.OK for other in (run, *runs)) else None

    def _variants(self, tables: Sequence[str], run: CellRun, rewrites: Sequence[RewriteTrial]) -> tuple[Variant, ...]:
        """Return the answers to try as code; of a quick certificate a few, where few values were rewritten."""
        columns = () if run.value is None or run.value.table is None else run.value.table.header
        form = None if self.chains.quick else self._form()
        right = right_answers(self.chains.problemset, self.cell, self.problem, form, tables=tables)
        wrong = wrong_answers(self.cell, self.problem, columns=tuple(columns), tables=tables)
        if self.chains.quick:
            few = (variant for variant in chain(right, wrong) if variant.side in self._sides_by_code(rewrites))
            return tuple(islice(few, MOST_VARIANTS_QUICK))
        # In turn, so that want of time leaves out some of both sides.
        in_turn = (variant for pair in zip_longest(right, wrong) for variant in pair if variant is not None)
        return tuple(islice(in_turn, MOST_VARIANTS))

    def _sides_by_code(self, rewrites: Sequence[RewriteTrial]) -> tuple[Side, ...]:
        """Return the sides of which rewritten values say too little: of functions both."""
        if self._is_untelling():
            return ("right", "wrong")
        counts = Counter(trial.side for trial in rewrites if trial.operator != LIMIT)
        return tuple(side for side, enough in ENOUGH_REWRITES_QUICK.items() if counts[side] < enough)

    def _form(self) -> AnswerForm:
        """Return what the question leaves open of its answer's form."""
        return open_matters(self.problem.question, conventions=self.problem.conventions, code=self.cell.code)

    def _is_untelling(self) -> bool:
        """Return whether what is compared does not tell all answers apart that differ."""
        return bool({check.alias for check in checks(self.problem)} & UNTELLING)

    def _trial(self, variant: Variant, before: Session, reference: CellRun) -> Trial:
        """Run an answer where the reference began, have it judged, and where it passes see whether it is another."""
        run, judgement = self._submitted(variant.code, before, self.chains.reference, reference)
        outcome: TrialOutcome = "accepted" if judgement.correct == "yes" else "refused"
        reason = scores_of(judgement) if judgement.correct == "yes" else reason_of(judgement)
        if variant.side == "wrong" and outcome == "accepted" and variant.operator not in CERTAIN:
            outcome, reason = self._told_apart(variant, reference)
        if variant.side == "right" and run.outcome is not Outcome.OK:
            # Where it does not even run, it was too slow here, or is not as right as was thought.
            outcome = "undecided"
        if variant.operator in REWRITTEN and outcome == "refused" and not self._is_same(variant, reference):
            outcome, reason = "undecided", "written this way it gives other values on these data"
        return Trial(
            side=variant.side,
            operator=variant.operator,
            description=variant.description,
            code=variant.code,
            text=text_of(run),
            outcome=outcome,
            crashed=run.outcome is not Outcome.OK,
            reason=reason[:LONGEST_TEXT],
        )

    def _is_same(self, variant: Variant, reference: CellRun) -> bool:
        """Tell whether an answer gives what the reference gives, by its values alone; not where it cannot be told."""
        form = self._form()
        by_value = None if self._is_untelling() or Matter.CHANCE in form.open else self.chains.exact.sessions()
        if by_value is None:
            return False
        _, judgement = self._submitted(variant.code, *by_value, reference)
        return judgement.correct == "yes"

    def _told_apart(self, variant: Variant, reference: CellRun) -> tuple[TrialOutcome, str]:
        """Return what a spoiled answer is that the validator accepts: the same by its values, wrong, or not known."""
        form = self._form()
        if Matter.CHANCE in form.open:
            return "undecided", "the question leaves the answer to chance"
        by_value = self.chains.exact.sessions()
        if by_value is None:
            return "undecided", "its validator alone tells this answer from the reference"
        run, judgement = self._submitted(variant.code, *by_value, reference)
        if run.outcome is not Outcome.OK or judgement.category == "validator_error":
            return "undecided", reason_of(judgement)
        if judgement.correct == "yes":
            if self._is_untelling():
                return "undecided", "what it leaves is the same as far as it can be compared"
            return "equivalent", ""
        return "accepted", reason_of(judgement)

    def _submitted(self, code: str, before: Session, judge: Session, reference: CellRun) -> tuple[CellRun, Judgement]:
        """Run code in a fork, as a submission runs, and judge it."""
        # An answer that takes many times as long as the reference is wrong or of no use, and hundreds of them are
        # tried.
        seconds = min(self.limits.max_time, 1.0 + TIME_FACTOR * reference.seconds)
        limits = self.limits.model_copy(update={"max_time": seconds})
        with before.attempt() as attempt:
            # Nothing is compared within the fork: it collects, and `judge` stands in another process.
            attempt.prepare(None)
            run = attempt.run(code, limits=limits, forbid_names=self.problem.forbid_names, patience=PATIENCE)
            self.spent += run.seconds
            return run, judge.judge(attempt)


def _exact_block(problem: Problem) -> Mapping[str, Json]:
    """Return a validator that compares, by their values alone, all that a problem's own validator looks at.

    Empty where nothing is compared by value. Order counts only where the question asks for it.
    """
    is_ordered = Matter.ROW_ORDER in open_matters(problem.question, conventions=problem.conventions).settled
    # Where rows may be turned round, so may their labels.
    flags: dict[str, Json] = {} if is_ordered else {"ignore_order": True, "ignore_index": True}
    return exact_comparison(problem, flags, figures=True)


def _counted(trials: Sequence[Trial], rewrites: Sequence[RewriteTrial]) -> int:
    """Return how many right answers and rewritten values the validator accepted or refused."""
    outcomes = [trial.outcome for trial in trials if trial.side == "right"]
    outcomes += [trial.judgement for trial in rewrites if trial.side == "right"]
    return sum(outcome in {"accepted", "refused"} for outcome in outcomes)


def _of_rewrite(trial: RewriteTrial) -> Trial:
    return Trial(
        side=trial.side,
        operator=trial.operator,
        description=trial.description,
        subject=trial.subject,
        text=trial.text[:LONGEST_TEXT],
        outcome=trial.judgement,
        # Of what is accepted a validator says no more than that the code ended, unless it measured predictions.
        reason="" if trial.judgement == "accepted" and not measures(trial) else trial.reason[:LONGEST_TEXT],
    )
