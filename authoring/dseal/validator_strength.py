"""Validator strength: where a problem's validators refuse nothing, as the run of its reference shows.

`authoring.dseal.analysis.idle_checks` says the same from the text alone; a run knows more. Records of runs belong to
the rooms above, so a run is anything with the three attributes of `RunFacts`.
"""

from collections.abc import Iterator, Sequence
from typing import Protocol

from authoring.dseal.analysis.idle_checks import ReferenceFacts, accepts_everything, idle_checks
from authoring.dseal.diagnostic import Diagnostic, RuleInfo
from authoring.dseal.gate_codes import ACCEPTS_ANYTHING, IDLE_IN_RUN
from authoring.dseal.model import Problem, YamlPath
from authoring.dseal.rules.toothless_tolerance import INFO as TOOTHLESS
from authoring.dseal.rules.toothless_tolerance import toothless
from authoring.dseal.session import checked_variables


class NameChange(Protocol):
    """What a run did to one name of the session."""

    @property
    def name(self) -> str:
        """The name of the variable that is compared."""

    @property
    def change(self) -> str:
        """``added``, ``updated`` (the same object), ``replaced`` or ``deleted``."""


class RunFacts(Protocol):
    """A run of a reference that ended well, as far as validators can be told from it."""

    @property
    def value(self) -> object | None:
        """The value of the last expression; None where there is none."""

    @property
    def stream(self) -> str:
        """What it wrote to standard output and error."""

    @property
    def changes(self) -> Sequence[NameChange]:
        """What it did to the names of the session."""


def weak_check_findings(problem: Problem, run: RunFacts | None) -> tuple[Diagnostic, ...]:
    """Return where wrong answers to a problem are accepted: DS314, DS416 and DS417, in the words of lint.

    A submission is meant that runs to its end and leaves alone what the reference leaves alone.

    Args:
        problem: with its validator block; findings point into its text, and carry no source line.
        run: of its reference, in the state that a submission starts from; None where it did not end well.
    """
    findings = [_finding(problem, path, TOOTHLESS, message, hint) for path, message, hint in toothless(problem)]
    if run is not None:
        findings += _idle(problem, _facts(problem, run))
    return tuple(sorted(findings, key=lambda finding: (finding.line, finding.column, finding.code)))


def _idle(problem: Problem, facts: ReferenceFacts) -> Iterator[Diagnostic]:
    reason = accepts_everything(problem, facts)
    if reason:
        path: YamlPath = ("validator",) if ("validator",) in problem.positions else (problem.question_key,)
        hint = "End the reference with the value, or name what it changes under `namespace_check`."
        yield _finding(problem, path, ACCEPTS_ANYTHING, f"every submission that runs is accepted: {reason}", hint)
        return
    for path, message, hint in idle_checks(problem, facts):
        yield _finding(problem, path, IDLE_IN_RUN, message, hint)


def _facts(problem: Problem, run: RunFacts) -> ReferenceFacts:
    checked = checked_variables(problem)
    changed = {change.name for change in run.changes}
    # What was only updated is the same object, so its type is the same as well.
    bound = {change.name for change in run.changes if change.change != "updated"}
    return ReferenceFacts(
        no_value="the reference gives no value" if run.value is None else "",
        no_output=not run.stream,
        unchanged=checked - changed,
        unbound=checked - bound,
    )


def _finding(problem: Problem, path: YamlPath, info: RuleInfo, message: str, hint: str) -> Diagnostic:
    while path and path not in problem.positions:
        path = path[:-1]
    span = problem.positions.get(path, problem.yaml_span)
    # A key stands on one line; the docstring as a whole does not.
    end = span.column + span.end - span.start if path else None
    return info.diagnostic(
        message, hint=hint, line=span.line, column=span.column, end_column=end, problem=problem.number
    )
