"""Probes of one reference: it runs again in forks of the state before it, each with one thing changed."""

import ast
import re
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field

from authoring.dseal.analysis.open_matters import open_matters
from authoring.dseal.model import Cell, Json, Problem, ProblemSet
from authoring.dseal.python_code import assigned_names, parse_code
from authoring.dseal.readings import readings
from authoring.dseal.readings.base import Reading
from authoring.dseal.session import checked_variables
from authoring.gate.exact_comparison import exact_comparison
from authoring.gate.outcomes import LONGEST_TEXT, reason_of, text_of
from authoring.gate.probes.degenerate import degenerate_answers
from authoring.gate.probes.deprecations import deprecations
from authoring.gate.probes.fork_programs import SURROUNDINGS, TABLE_FACTS, ForkState, call_in_fork, change_fork
from authoring.gate.probes.model_leaks import model_leaks
from authoring.gate.probes.table_facts import table_facts
from authoring.records.evidence import CellRun, Limits, Outcome, Patience, ValueView
from authoring.records.probes.probe import DeprecationNote, Probe, ProbeKind, ProbeOutcome, TableFact
from authoring.records.probes.problem import ModelLeak, ProblemProbes
from authoring.sandbox.port import Session
from authoring.validators.rewriting.matters import Matter

SEED = 20_240_417
MOST_SECONDS = 10.0
"""Seconds by the clock that the probes of a problem may take together, looked at between them."""
TIME_FACTOR = 3.0
"""A probe may take so many times as long as the reference did, and a second more."""
PATIENCE = Patience(wall_factor=TIME_FACTOR)
MOST_COLUMNS = 3
"""Columns that a question names and whose values are replaced, one after the other."""
MOST_VARIABLES = 3
TIES = frozenset({"ties-at-the-cut", "ties-for-the-extreme"})
"""Kinds of readings that are held against the reference on halves of the rows."""
HALVES = 3
CHINESE = re.compile(r"[\u4e00-\u9fff]")
MOST_STATEMENTS = 20
READING = re.compile(r"\bread_(?:csv|table|excel|parquet|json|feather|fwf)\b")
CAUSES: Mapping[ProbeKind, re.Pattern[str]] = {
    "clock": re.compile(r"now\(|today|utcnow|\btime\(\)|localtime|gmtime|time_ns"),
    "file-order": re.compile(r"listdir|glob|scandir|iterdir|os\.walk"),
    "file-times": re.compile(r"get[amc]time|st_[amc]time"),
    "place": re.compile(r"getcwd|\bcwd\(|expanduser|environ|getuser|getlogin|\bhome\("),
    "processors": re.compile(r"cpu_count|sched_getaffinity|n_jobs|multiprocessing"),
}
"""What code has to hold before a change of its surroundings is tried."""
_QUOTED = re.compile(r"`([^`\n]{1,60})`|\"([^\"\n]{1,60})\"|“([^”\n]{1,60})”|(?<!\w)'([^'\n]{1,60})'(?!\w)")


@dataclass(slots=True)
class ReferenceProbes:
    """One problem whose reference is probed, and the sessions that stand before it."""

    problemset: ProblemSet
    index: int
    cell: Cell
    problem: Problem
    limits: Limits
    exact: Session
    """Judges by values alone, in the strict dialect."""
    own: Session | None
    """Judges by the problems' own validators; None where nothing is changed."""
    began: float = field(default_factory=time.monotonic, init=False)
    stack: ExitStack = field(default_factory=ExitStack, init=False)

    def result(self) -> ProblemProbes | None:
        """Run the reference in every session, probe it, and return what came of it; None where it does not end well."""
        with self.stack:
            before = self.stack.enter_context(self.exact.branch())
            own_before = None if self.own is None else self.stack.enter_context(self.own.branch())
            block = compared_block(self.problem)
            run = self._reference_run(block)
            if run is None:
                return None
            result = ProblemProbes(
                number=self.problem.number,
                cell=self.index,
                degenerate=degenerate_answers(run, self._variables(block)),
            )
            if self.own is None or own_before is None:
                return result
            if not {"result", "namespace_check", "stream"} & block.keys():
                return result.model_copy(update={"left_out": ("all probes: nothing is compared by its value",)})
            lenient = self._session_judging(before, compared_block(self.problem, forgiving=True))
            if lenient is None:
                return result.model_copy(update={"left_out": ("all probes: the reference ends otherwise each time",)})
            attempts = _Attempts(self, before, own_before, lenient, run)
            return attempts.result(result)

    def _reference_run(self, block: Mapping[str, Json]) -> CellRun | None:
        """Run the reference in every session; return its run in the strict one."""
        self.exact.prepare(block)
        run = self.exact.run(self.cell.code, limits=self.limits, forbid_names=self.problem.forbid_names)
        runs = [run]
        if self.own is not None:
            self.own.prepare(self.problem.validator or {})
            runs.append(self.own.run(self.cell.code, limits=self.limits, forbid_names=self.problem.forbid_names))
        return run if all(other.outcome is Outcome.OK for other in runs) else None

    def _session_judging(self, before: Session, block: Mapping[str, Json]) -> Session | None:
        """Return another session that judges by another block; None where the reference does not end well there."""
        session = self.stack.enter_context(before.branch())
        session.prepare(block)
        run = session.run(self.cell.code, limits=self.limits, forbid_names=self.problem.forbid_names)
        return session if run.outcome is Outcome.OK else None

    def _variables(self, block: Mapping[str, Json]) -> dict[str, ValueView]:
        """Return the compared variables as a person may look at them."""
        names = sorted(checked_variables(self.problem))[:MOST_VARIABLES] if "namespace_check" in block else []
        views: dict[str, ValueView] = {}
        if names:
            with self.exact.branch() as branch:
                for name in filter(str.isidentifier, names):
                    branch.prepare(None)
                    value = branch.run(name, limits=self.limits).value
                    if value is not None:
                        views[name] = value
        return views


@dataclass(slots=True)
class _Attempts:
    """The probes of one reference."""

    subject: ReferenceProbes
    before: Session
    own_before: Session
    lenient: Session
    """Judges as `exact` does, and forgives the order of columns, and that of rows where no order is asked for."""
    reference: CellRun
    state: ForkState | None = None
    probes: list[Probe] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)

    def result(self, result: ProblemProbes) -> ProblemProbes:
        """Return all that came of the probes; nothing is probed where the reference differs from itself."""
        control, notes, facts = self._control()
        if control.outcome != "same":
            reason = f"all other probes: run again, the reference {_in_words(control)}"
            return result.model_copy(update={"probes": (self._by_itself(control),), "left_out": (reason,)})
        self.probes.append(control)
        leaks: tuple[ModelLeak, ...] = ()
        code = self.subject.cell.code
        if ".fit" in code:
            leaks = model_leaks(self.before, code, self.limits)
        if self._reads_tables():
            self._probe_tables()
        else:
            self.left_out.append("probes of data: the reference reads no table of the session")
        cells = self.subject.problemset.cells[: self.subject.index + 1]
        text = "\n".join(cell.code for cell in cells)
        for kind, pattern in CAUSES.items():
            if pattern.search(text) and self._is_time_left(kind):
                self.probes.append(self._with_line(self._probe(kind)))
        return result.model_copy(
            update={
                "probes": tuple(self.probes),
                "deprecations": notes,
                "leaks": leaks,
                "facts": facts,
                "only_tables": self.state is not None and not self._names() & set(self.state.others),
                "left_out": tuple(self.left_out),
            }
        )

    @property
    def limits(self) -> Limits:
        # A changed table may make a loop endless; the problem's own limit would be waited for with every probe.
        seconds = min(self.subject.limits.max_time, 1.0 + TIME_FACTOR * self.reference.seconds)
        return self.subject.limits.model_copy(update={"max_time": seconds})

    def _names(self) -> set[str]:
        """Return the names that the reference reads."""
        tree = parse_code(self.subject.cell.code).tree
        return {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}

    def _reads_tables(self) -> bool:
        if self.state is None:
            return False
        return bool(self._names() & self.state.tables.keys()) or READING.search(self.subject.cell.code) is not None

    def _is_time_left(self, kind: str) -> bool:
        if time.monotonic() - self.subject.began < MOST_SECONDS:
            return True
        self.left_out.append(f"{kind}, for want of time")
        return False

    def _probe_tables(self) -> None:
        kinds: tuple[ProbeKind, ...] = (
            *("shuffled", "reversed", "dropped", "duplicated", "columns-exchanged", "missing", "empty"),
        )
        for kind in kinds:
            if not self._is_time_left(kind):
                continue
            columns = self._gapped_columns() if kind == "missing" else ()
            if kind == "missing" and not columns:
                # Data that are complete stay so, and nobody has to be ready for what they lack.
                reason = "no column that the reference reads has missing values"
                self.probes.append(Probe(kind=kind, outcome="left-out", reason=reason))
            else:
                self.probes.append(self._probe(kind, columns))
        self._probe_ties()
        # Where the others change the answer, nobody asks for these.
        if {probe.outcome for probe in self.probes if probe.kind in {"shuffled", "dropped", "duplicated"}} == {"same"}:
            further: tuple[ProbeKind, ...] = ("permuted", "replaced")
            # By chance, one other set of values may give what these do.
            for seed in (SEED, SEED + 1):
                self.probes += [self._probe(kind, seed=seed) for kind in further if self._is_time_left(kind)]
        for column in self._named_columns()[:MOST_COLUMNS]:
            if self._is_time_left(f"values of {column!r} replaced"):
                self.probes.append(self._probe("replaced", (column,)))

    def _probe_ties(self) -> None:
        """Hold the reference against another reading of ties, where these rows have none, on halves of the rows."""
        question = self.subject.problem.question
        alternatives = readings(self.subject.cell.code, question, self.subject.problem.conventions)
        others = [reading for reading in alternatives if reading.choice.kind in TIES]
        for reading in others:
            if not self._is_time_left("ties on half of the rows"):
                return
            if self._halved_run(reading.code, None).digest == self._halved_run(self.subject.cell.code, None).digest:
                self.probes.append(self._tie_probe(reading))

    def _tie_probe(self, reading: Reading) -> Probe:
        for seed in range(SEED, SEED + HALVES):
            own, other = (self._halved_run(code, seed) for code in (self.subject.cell.code, reading.code))
            if own.outcome is other.outcome is Outcome.OK and own.digest != other.digest:
                is_chinese = CHINESE.search(self.subject.problem.question) is not None
                return Probe(
                    kind="halved",
                    outcome="differs",
                    before=text_of(own)[:LONGEST_TEXT],
                    after=text_of(other)[:LONGEST_TEXT],
                    reason=reading.choice.settles_chinese if is_chinese else reading.choice.settles,
                )
        return Probe(kind="halved", outcome="same")

    def _halved_run(self, code: str, seed: int | None) -> CellRun:
        """Run code on half of the rows, the same half for one seed; on all of them where there is none."""
        with self.before.branch() as branch:
            branch.confine()
            if seed is not None:
                _, prepared = change_fork(branch, "halved", (), seed)
                if prepared.outcome is not Outcome.OK:
                    return prepared
            return self._run(branch, code)

    def _columns(self) -> set[str]:
        """Return the columns of tables that the reference reads."""
        tables = self.state.tables if self.state is not None else {}
        return {column for name in self._names() & tables.keys() for column in tables[name]}

    def _gapped_columns(self) -> tuple[str, ...]:
        """Return the columns that the reference reads and in which values are missing."""
        used = words_of_code(self.subject.cell.code) & set(self.state.gaps if self.state is not None else ())
        return tuple(sorted(column for column in self._columns() if column in used))

    def _named_columns(self) -> list[str]:
        """Return the columns that the question names in quotes and the reference does not name, in its order."""
        names = ["".join(groups) for groups in _QUOTED.findall(self.subject.problem.question)]
        columns, used = self._columns(), words_of_code(self.subject.cell.code)
        return [name for name in dict.fromkeys(names) if name in columns and name not in used]

    def _control(self) -> tuple[Probe, tuple[DeprecationNote, ...], tuple[TableFact, ...]]:
        """Run the reference once more with nothing changed; note deprecations that it meets and what it does."""
        with self.before.branch() as branch:
            branch.confine()
            self.state, prepared = change_fork(branch, "again", (), SEED)
            if self.state is None:
                return Probe(kind="again", outcome="left-out", reason=text_of(prepared)), (), ()
            call_in_fork(branch, SURROUNDINGS, "note_warnings", {})
            call_in_fork(branch, TABLE_FACTS, "note_facts", {})
            probe = self._judged(branch, "again", ())
            # First: it goes by the number of the cell before its own.
            state, _ = call_in_fork(branch, SURROUNDINGS, "noted_warnings", {})
            noted_facts, _ = call_in_fork(branch, TABLE_FACTS, "noted_facts", {})
        return probe, () if state is None else deprecations(state), table_facts(noted_facts)

    def _probe(self, kind: ProbeKind, columns: Sequence[str] = (), seed: int = SEED) -> Probe:
        with self.before.branch() as branch:
            branch.confine()
            state, prepared = self._prepared(branch, kind, columns, seed)
            if state is None:
                reason = text_of(prepared)
                return Probe(kind=kind, columns=tuple(columns), outcome="left-out", reason=reason)
            if kind not in CAUSES and not state.changed and READING.search(self.subject.cell.code) is None:
                reason = "it changes no table of the session"
                return Probe(kind=kind, columns=tuple(columns), outcome="left-out", reason=reason)
            probe = self._judged(branch, kind, columns)
        # Only for changes after which the answer is as right as before: there a refusal accuses the validator.
        orders: set[ProbeKind] = {"shuffled", "reversed", "columns-exchanged"}
        # No surroundings are another form of an answer: there the same elements in another order are refused as well.
        if (probe.outcome == "differs" and kind in orders) or (probe.outcome in {"differs", "form"} and kind in CAUSES):
            return self._with_refusal(probe, kind)
        return probe

    def _prepared(
        self, branch: Session, kind: ProbeKind, columns: Sequence[str], seed: int = SEED
    ) -> tuple[ForkState | None, CellRun]:
        if kind in CAUSES:
            return call_in_fork(branch, SURROUNDINGS, "change_surroundings", {"kind": kind})
        return change_fork(branch, kind, columns, seed)

    def _judged(self, branch: Session, kind: ProbeKind, columns: Sequence[str]) -> Probe:
        """Run the reference in a fork that is ready, and compare what it gives with what it gave."""
        run = self._run(branch, self.subject.cell.code)
        outcome: ProbeOutcome = "crashed"
        if run.outcome is Outcome.OK:
            outcome = "same"
            if self.subject.exact.judge(branch).correct != "yes":
                outcome = "form" if self.lenient.judge(branch).correct == "yes" else "differs"
        before, after = ("", "") if outcome == "same" else (text_of(self.reference), text_of(run))
        if kind == "again":
            before = text_of(self.reference)
        reason = text_of(run) if outcome == "crashed" else ""
        return Probe(
            kind=kind,
            columns=tuple(columns),
            outcome=outcome,
            before=before[:LONGEST_TEXT],
            after=after[:LONGEST_TEXT],
            reason=reason,
        )

    def _run(self, branch: Session, code: str) -> CellRun:
        branch.prepare(None)
        forbidden = self.subject.problem.forbid_names
        return branch.run(code, limits=self.limits, forbid_names=forbidden, patience=PATIENCE)

    def _with_refusal(self, probe: Probe, kind: ProbeKind) -> Probe:
        """Return a probe with whether the problem's own validator refuses the reference after a change, and why.

        It is not known where the reference ends badly. Why is said where both answers look alike.
        """
        own = self.subject.own
        if own is None:
            return probe
        with self.own_before.branch() as branch:
            branch.confine()
            state, _ = self._prepared(branch, kind, ())
            if state is None or self._run(branch, self.subject.cell.code).outcome is not Outcome.OK:
                return probe
            judgement = own.judge(branch)
        is_refused = judgement.correct != "yes"
        reason = reason_of(judgement)[:LONGEST_TEXT] if is_refused and probe.before == probe.after else ""
        return probe.model_copy(update={"refused": is_refused, "reason": reason})

    def _by_itself(self, control: Probe) -> Probe:
        """Return a control that differs with what it rests on, as far as its first statement that differs says so.

        Forks share the tables, and neither the folder nor the moment.
        """
        if control.outcome != "differs":
            return control
        probe = self._with_line(control)
        source = self.subject.cell.code.splitlines()[max(0, probe.line - 1) :]
        for kind, pattern in CAUSES.items():
            if source and pattern.search(source[0]):
                return self._with_refusal(probe.model_copy(update={"kind": kind}), "again")
        return probe

    def _with_line(self, probe: Probe) -> Probe:
        """Return a probe of surroundings with the first statement whose value differs."""
        body = parse_code(self.subject.cell.code).tree.body[:MOST_STATEMENTS]
        is_other = probe.outcome in {"differs", "form"}
        if not is_other or not body[1:]:
            return probe.model_copy(update={"line": body[0].lineno if body and is_other else 0})
        with self.before.branch() as usual, self.before.branch() as varied:
            usual.confine()
            varied.confine()
            state, _ = self._prepared(varied, probe.kind, ())
            for statement in body if state is not None else ():
                source = _with_values(ast.unparse(statement))
                if self._run(usual, source).digest != self._run(varied, source).digest:
                    return probe.model_copy(update={"line": statement.lineno})
        return probe


def compared_block(problem: Problem, *, forgiving: bool = False) -> dict[str, Json]:
    """Return a validator that compares by their values all that a problem's own validator looks at.

    Empty where nothing is. A forgiving one leaves the order of columns aside, and the order and labels of rows where
    the question asks for no order.
    """
    flags: dict[str, Json] = {"ignore_names": True} if forgiving else {}
    if forgiving and Matter.ROW_ORDER not in open_matters(problem.question, conventions=problem.conventions).settled:
        flags |= {"ignore_order": True, "ignore_index": True}
    return exact_comparison(problem, flags)


def constants_of_code(code: str) -> frozenset[object]:
    """Return the values that stand written in code as constants."""
    return frozenset(node.value for node in ast.walk(parse_code(code).tree) if isinstance(node, ast.Constant))


def words_of_code(code: str) -> frozenset[str]:
    """Return the texts and attributes of code, under which it may name columns."""
    words: set[str] = set()
    for node in ast.walk(parse_code(code).tree):
        match node:
            case ast.Constant(value=str(text)):
                # A query or an expression names its columns inside a text.
                words |= {text, *re.findall(r"\w+", text), *re.findall(r"`([^`]+)`", text)}
            case ast.Attribute(attr=name) | ast.keyword(arg=str(name)):
                words.add(name)
    return frozenset(words)


def _with_values(source: str) -> str:
    """Return a statement that also gives, as its value, what it binds to names."""
    names = sorted(assigned_names(source).bound)
    return f"{source}\n({', '.join(names)},)" if names else source


def _in_words(probe: Probe) -> str:
    match probe.outcome:
        case "crashed":
            return f"ends with {probe.reason}"
        case "left-out":
            return f"cannot be run: {probe.reason}"
    return "gives another answer"
