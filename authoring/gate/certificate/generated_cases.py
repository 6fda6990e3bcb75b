"""Test cases of a `table_test`: spoiled functions that pass all of them are held against generated ones.

The reference is the oracle: a spoiled function that gives something else on a case like those of the block is a wrong
answer that the validator accepts, and that case is the one the block lacks.
"""

import ast
import copy
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from authoring.dseal.analysis.open_matters import open_matters
from authoring.dseal.model import Cell, Json, Problem
from authoring.dseal.mutation.wrong_order import REVERSED
from authoring.dseal.mutation.wrong_type import AS_TEXT
from authoring.dseal.python_code import nodes, parse_code
from authoring.dseal.session import checks
from authoring.errors import SeedError
from authoring.gate.outcomes import reason_of
from authoring.records.certificate.trial import Trial
from authoring.records.evidence import CellRun, Judgement, Limits, Outcome
from authoring.sandbox.port import Session
from authoring.validators.base import Dialect
from authoring.validators.rewriting.matters import Matter

MOST_CASES, MOST_SECONDS = 100, 3.0
"""Generated cases of a problem, and seconds that making them may take; calls for more are of no more use."""
GIVING_NOTHING = frozenset({"returned_none", "emptied", "print_instead", "wrong_type", "assigned_instead"})
"""Operators whose functions fail on any case that asks for something."""
FEWEST_SPOILED, MOST_FUNCTIONS = 3, 12
"""Spoiled functions from which on a case that none of them fails on is told, and how many are tried on all cases."""
LONGEST_CASE = 1_000
"""Characters of a case; a longer one is not shown, since nobody adds it."""
_NUMBER = re.compile(r"on test case (\d+)")

Submission = Callable[[str, Session], tuple[CellRun, Judgement]]
"""Runs code where the problem begins, and has a session judge it."""


@dataclass(frozen=True, slots=True)
class CaseTrials:
    """Trials with what generated cases say of them, and what is known of the block's own cases."""

    trials: tuple[Trial, ...]
    idle: tuple[int, ...] = ()
    """Numbers of the block's cases, from 0, on which no spoiled function fails."""
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CaseBench:
    """A problem with a `table_test`, and where its functions run."""

    cell: Cell
    problem: Problem
    options: Mapping[str, Json]
    start: Session
    """In the state before the problem, which it keeps."""
    submit: Submission
    limits: Limits
    dialect: Dialect

    def tried(self, trials: Sequence[Trial]) -> CaseTrials:
        """Hold spoiled functions that nothing is known of against generated cases; find cases that tell nothing."""
        idle = self._idle_cases(trials)
        is_any_idle = any(_leaves_as_it_is(trial, self.cell.code) for trial in trials)
        unknown = [trial for trial in trials if self._is_unknown(trial)]
        if not unknown and not is_any_idle:
            return CaseTrials(tuple(trials), idle)
        cases, reason, outputs = self._generated(MOST_CASES if unknown else 0)
        trials = [self._same_function(trial, outputs) for trial in trials]
        unknown = [trial for trial in trials if self._is_unknown(trial)]
        if not unknown:
            return CaseTrials(tuple(trials), idle)
        if not cases:
            return CaseTrials(tuple(trials), idle, (f"generated test cases: {reason}",))
        failing = self._failing(unknown, cases)
        admitted = self._admitted_by_right_answers(trials, [cases[number] for number in set(failing.values())])
        decided = {trial.code: self._decided(trial, cases, failing, admitted) for trial in unknown}
        return CaseTrials(tuple(decided[trial.code] if self._is_unknown(trial) else trial for trial in trials), idle)

    def _same_function(self, trial: Trial, outputs: frozenset[str]) -> Trial:
        """Return a trial as one of the same function, where what spoils it changes nothing of such outputs."""
        kinds = _leaves_as_it_is(trial, self.cell.code)
        if not outputs or not outputs <= kinds:
            return trial
        reason = "what spoils it changes nothing of what this function gives"
        return trial.model_copy(update={"outcome": "equivalent", "reason": reason})

    def _is_unknown(self, trial: Trial) -> bool:
        """Return whether nothing is known of a spoiled function that passes, and it is wrong if it differs."""
        is_open = (
            Matter.ROW_ORDER not in open_matters(self.problem.question, conventions=self.problem.conventions).settled
        )
        if is_open and trial.operator == "wrong_order":
            return False
        return trial.side == "wrong" and bool(trial.code) and trial.outcome == "undecided" and not trial.crashed

    def _decided(
        self, trial: Trial, cases: Sequence[Json], failing: Mapping[str, int], admitted: Sequence[Json]
    ) -> Trial:
        case = cases[failing[trial.code]] if trial.code in failing else None
        if case is not None and case in admitted:
            reason = "it passes all test cases, and differs from the reference on a generated one"
            return trial.model_copy(update={"outcome": "accepted", "case": json.dumps(case), "reason": reason})
        reason = f"it passes all test cases and does what the reference does on {len(cases)} generated ones"
        return trial.model_copy(update={"reason": reason})

    def _generated(self, most: int) -> tuple[list[Json], str, frozenset[str]]:
        """Return cases like those of the block on which the reference gives an output, or why there are none.

        The last part says of what kinds the reference's outputs on the block's own cases are.
        """
        keys = ("function_name", "test_cases", "input_validator")
        arguments = {key: self.options.get(key) for key in keys}
        try:
            answer = self._answer("generate_cases", {**arguments, "most": most, "seconds": MOST_SECONDS})
        except SeedError as error:
            return [], error.message, frozenset()
        # The answer was made beside the reference's code.
        reply = answer if isinstance(answer, dict) else {}
        cases = reply.get("cases")
        fitting = [case for case in cases if len(json.dumps(case)) <= LONGEST_CASE] if isinstance(cases, list) else []
        outputs = reply.get("outputs")
        kinds = frozenset(map(str, outputs)) if isinstance(outputs, list) else frozenset[str]()
        return fitting, str(reply.get("reason", "")) or "all of them are long", kinds

    def _failing(self, trials: Sequence[Trial], cases: Sequence[Json]) -> dict[str, int]:
        """Return the number of the first case on which each function fails, by its code."""
        with self.start.branch() as oracle:
            if not self._is_judge(oracle, cases):
                return {}
            numbers = {trial.code: self._failed_case(trial, oracle) for trial in trials}
        return {code: number for code, number in numbers.items() if number is not None and number < len(cases)}

    def _admitted_by_right_answers(self, trials: Sequence[Trial], cases: Sequence[Json]) -> list[Json]:
        """Return the cases that every right answer passes which is accepted: the others ask for more than is asked."""
        admitted = list(cases)
        for trial in trials:
            if not (admitted and trial.side == "right" and trial.outcome == "accepted" and trial.code):
                continue
            with self.start.branch() as oracle:
                if not self._is_judge(oracle, admitted):
                    return []
                number = self._failed_case(trial, oracle)
            if number is not None:
                return [] if number >= len(admitted) else admitted[:number]
        return admitted

    def _idle_cases(self, trials: Sequence[Trial]) -> tuple[int, ...]:
        """Return the numbers of the block's cases on which no spoiled function fails that gives something at all."""
        functions = [
            trial.code
            for trial in trials
            if trial.side == "wrong"
            and trial.outcome == "refused"
            and not trial.crashed
            and trial.operator not in GIVING_NOTHING
            and _NUMBER.search(trial.reason)
        ]
        if len(functions) < FEWEST_SPOILED:
            return ()
        arguments: dict[str, Json] = {
            "options": dict(self.options),
            "codes": [*spoiled_conditions(self.cell.code), *functions[:MOST_FUNCTIONS]],
            "dialect": self.dialect,
        }
        try:
            numbers = self._answer("idle_cases", arguments)
        except SeedError:
            # Where one of the functions never ends on another case, nothing is known.
            return ()
        return tuple(number for number in numbers if isinstance(number, int)) if isinstance(numbers, list) else ()

    def _answer(self, function: str, arguments: Mapping[str, Json]) -> Json:
        """Call one of our own functions in a fork where the reference has run; null where it did not end well.

        Raises:
            SeedError: what was called there hit a limit.
        """
        limits = self.limits.model_copy(update={"max_time": 2 * MOST_SECONDS + self.limits.max_time})
        with self.start.branch() as branch:
            branch.prepare(None)
            run = branch.run(self.cell.code, limits=self.limits, forbid_names=self.problem.forbid_names)
            return branch.call(function, arguments, limits=limits) if run.outcome is Outcome.OK else None

    def _is_judge(self, session: Session, cases: Sequence[Json]) -> bool:
        """Run the reference in a session that then judges by these cases; tell whether it passes them itself."""
        session.prepare({"template": "empty", "table_test": {**self.options, "test_cases": list(cases)}})
        run = session.run(self.cell.code, limits=self.limits, forbid_names=self.problem.forbid_names)
        return run.outcome is Outcome.OK and session.judge(session).correct == "yes"

    def _failed_case(self, trial: Trial, oracle: Session) -> int | None:
        """Return the number of the case on which a function fails by a session's cases; None where it passes."""
        _, judgement = self.submit(trial.code, oracle)
        if judgement.correct == "yes" or judgement.category == "validator_error":
            return None
        return _number_of(reason_of(judgement))


_SPARED: Mapping[str, frozenset[str]] = {
    f"(lambda value: {REVERSED})": frozenset({"text", "single"}),
    f"(lambda value: {AS_TEXT})": frozenset({"text"}),
}
"""What answers are put through, and the kinds of values that come out as they went in."""


def _leaves_as_it_is(trial: Trial, code: str) -> frozenset[str]:
    """Return the kinds of values that an undecided spoiled function gives as the reference does."""
    is_open = trial.side == "wrong" and trial.outcome == "undecided" and not trial.crashed
    kinds = (kinds for body, kinds in _SPARED.items() if is_open and body in trial.code and body not in code)
    return next(kinds, frozenset())


def case_bench(
    cell: Cell, problem: Problem, *, start: Session, submit: Submission, limits: Limits, dialect: Dialect
) -> CaseBench | None:
    """Return where a problem's functions are tried on further cases; None for one without a `table_test` of its own."""
    options = [check.options for check in checks(problem) if check.alias == "table_test"]
    if len(options) != 1 or not isinstance(options[0], dict):
        return None
    return CaseBench(cell, problem, options[0], start, submit, limits, dialect)


_OTHER_BOUNDS: Mapping[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
_TURNED: Mapping[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Gt: ast.LtE,
    ast.GtE: ast.Lt,
    ast.Lt: ast.GtE,
    ast.LtE: ast.Gt,
}
MOST_CONDITIONS = 40


def spoiled_conditions(code: str) -> tuple[str, ...]:
    """Return code with each comparison at another bound and turned round, and with each guard never and always true.

    A case for a bound or a guard tells something only to a function in which this very one is wrong, and the operators
    of a certificate reach a few of them.
    """
    parsed = parse_code(code)
    # A loop with another condition may never end.
    endless = {id(inner) for node in nodes(parsed.tree) if isinstance(node, ast.While) for inner in ast.walk(node.test)}
    conditions = [
        place
        for place, node in enumerate(nodes(parsed.tree))
        if isinstance(node, ast.Compare | ast.If | ast.IfExp | ast.BoolOp) and id(node) not in endless
    ]
    spoiled: list[str] = []
    for place in conditions[:MOST_CONDITIONS]:
        for value in (False, True):
            bounds = _TURNED if value else _OTHER_BOUNDS
            tree = copy.deepcopy(parsed.tree)
            node = [*nodes(tree)][place]
            match node:
                case ast.Compare(ops=[operator, *_]) if type(operator) in bounds:
                    node.ops = [bounds[type(operator)](), *node.ops[1:]]
                case ast.If() | ast.IfExp():
                    node.test = ast.Constant(value=value)
                case ast.BoolOp(values=values):
                    node.values = values[1:] if value else values[:-1]
                    if len(node.values) == 1:
                        node.values = node.values * 2
                case _:
                    continue
            spoiled.append(ast.unparse(ast.fix_missing_locations(tree)))
    return tuple(spoiled)


def _number_of(reason: str) -> int | None:
    # Reasons are for people, and count from 1.
    number = _NUMBER.search(reason)
    return None if number is None else int(number[1]) - 1
