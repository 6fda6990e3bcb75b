"""What a certificate has against problems, as findings."""

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from authoring.dseal.certificate_codes import (
    ACCEPTED_WRONG,
    CRASHES_ALONE,
    CUSTOMARY_READING,
    IDLE_CASE,
    LITTLE_TRIED,
    MISSING_CASE,
    OTHER_EXAMPLE,
    REFUSED_RIGHT,
    STANDING_ANSWER,
    TWO_READINGS,
    UNTESTED_CLAUSE,
    UNTOLD_ANSWERS,
)
from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.model import Cell, ProblemSet
from authoring.dseal.parse import parse
from authoring.dseal.readings.base import MISSING
from authoring.dseal.readings.bounds import SAID
from authoring.dseal.readings.missing import NEGATED_SAID
from authoring.dseal.readings.tie_order import AGAINST
from authoring.dseal.session import at_key, at_question, cases_path, checks
from authoring.records.certificate.problem import Certificate, ProblemCertificate
from authoring.records.certificate.reading import ReadingTrial
from authoring.records.certificate.trial import RewriteTrial, Trial
from authoring.records.wording import counted

FEWEST_WRONG, FEWEST_RIGHT = 8, 5
MOST_NAMED = 3
"""Answers that one finding names."""
CLAUSES = frozenset({"dropped_filter", "dropped_step"})
"""Operators that leave out what a question asks for."""
SAID_OTHERWISE = frozenset({AGAINST.kind, SAID.kind, NEGATED_SAID.kind})
"""Readings of questions that leave nothing open: the reference is what has to be mended."""
_ROUNDING = re.compile(r"\bround\b")
_ROUNDING_OR_MISSING = re.compile(r"\bround\b|\.(?:dropna|fillna)\b")
UNTELLING = frozenset({"table_test", "model"})
"""Validators that say nothing of an answer but by trying it: what they accept may be the same as the reference."""
LONGEST_CODE = 300
"""Characters of an answer's code that a hint repeats."""
LONGEST_VALUE = 80
"""Characters of what an answer gives that stand behind its code."""
FLAGS_BY_OPERATOR = {
    **dict.fromkeys(("number-as-text", "wrong_type", "fraction-for-whole"), "ignore_dtypes"),
    **dict.fromkeys(("rows-exchanged", "places-exchanged", "wrong_order"), "ignore_order"),
}
"""The flag by which the answers of an operator survive, where a flag decides it."""


def certificate_findings(text: str, certificate: Certificate) -> tuple[Diagnostic, ...]:
    """Return what stands against the problems of a text by its certificate, in the order of the text."""
    problemset = parse(text)
    findings = [
        finding
        for problem in certificate.problems
        for finding in _of_problem(problemset, problemset.cells[problem.cell], problem, is_quick=certificate.is_quick)
    ]
    return tuple(sorted(findings, key=lambda finding: (finding.line, finding.column, finding.code)))


def _of_problem(
    problemset: ProblemSet, cell: Cell, certificate: ProblemCertificate, *, is_quick: bool
) -> Iterator[Diagnostic]:
    if not certificate.trials:
        reason = certificate.left_out[0] if certificate.left_out else "there was nothing to try"
        yield at_key(problemset, cell, ("validator",), LITTLE_TRIED, f"no answer could be tried: {reason}")
        return
    refused = [trial for trial in certificate.wrong if not trial.is_fault]
    survivors = [trial for trial in certificate.survivors if not trial.case]
    if survivors and all(map(_is_refused_anyway, refused)):
        message = "those alone are refused that raise an error, give nothing or change other variables"
        yield at_key(problemset, cell, ("validator",), CRASHES_ALONE, message, "Name a validator that compares.")
    elif survivors:
        message = f"{len(survivors)} of {len(certificate.wrong)} wrong answers are accepted: "
        score = f" {_one_line(survivors[0].reason)}." if measures(survivors[0]) and survivors[0].reason else ""
        hint = (
            _mend_of(survivors, str(cell.problem.validator if cell.problem is not None else ""))
            + _example(survivors[0], cell)
            + score
        ).strip()
        yield at_key(problemset, cell, ("validator",), ACCEPTED_WRONG, message + _named(survivors), hint)
    yield from _of_cases(problemset, cell, certificate)
    yield from _of_standing(problemset, cell, certificate)
    if certificate.refusals:
        message = f"{len(certificate.refusals)} of {len(certificate.right)} right answers are refused: "
        hint = "Say the form in the question, or have `authoring check --fix` write a comparison that forgives it; "
        yield at_key(
            problemset,
            cell,
            ("validator",),
            REFUSED_RIGHT,
            message + _named(certificate.refusals),
            f"{hint}the first: {_one_line(certificate.refusals[0].reason)}",
        )
    yield from _notes(problemset, cell, certificate, is_quick=is_quick)
    for reading in certificate.readings:
        if reading.outcome == "differs":
            yield _of_reading(problemset, cell, reading)
    for example in certificate.examples:
        if example.outcome == "differs":
            message = f"the question shows `{example.expected}` for `{example.call}`, and the reference gives "
            hint = "Mend the example, or the reference."
            message += f"`{_one_line(example.actual)}`"
            yield at_question(problemset, cell, example.call, OTHER_EXAMPLE, message, hint)


def _of_standing(problemset: ProblemSet, cell: Cell, certificate: ProblemCertificate) -> Iterator[Diagnostic]:
    """Yield that the answer stands in a variable already."""
    for name in certificate.standing[:1]:
        message = f"the answer stands in `{name}` already, which an earlier cell left behind"
        hint = "Have the earlier code name it only within a function, delete it, or ask for something else."
        yield at_question(problemset, cell, "", STANDING_ANSWER, message, hint)


def _of_cases(problemset: ProblemSet, cell: Cell, certificate: ProblemCertificate) -> Iterator[Diagnostic]:
    """Yield what stands against test cases: those that are missing, and those that tell nothing."""
    survivors = [trial for trial in certificate.survivors if trial.case]
    if survivors:
        message = f"{len(survivors)} spoiled functions pass all test cases, and fail on others like them: "
        cases = "; ".join(dict.fromkeys(trial.case for trial in survivors[:MOST_NAMED]))
        hint = f"Add the test case `{cases}`, unless such arguments cannot be." + _example(survivors[0], cell)
        path = cases_path(cell.problem) if cell.problem is not None else ()
        yield at_key(problemset, cell, path, MISSING_CASE, message + _named(survivors), hint)
    for number in certificate.idle_cases:
        message = f"no spoiled function fails on test case {number + 1}"
        hint = "Have it ask for something on which a wrong function fails, or leave it out."
        path = cases_path(cell.problem, number) if cell.problem is not None else ()
        yield at_key(problemset, cell, path, IDLE_CASE, message, hint)


def _of_reading(problemset: ProblemSet, cell: Cell, reading: ReadingTrial) -> Diagnostic:
    """Return what stands against a question that can be read in two ways."""
    info = CUSTOMARY_READING if reading.is_customary else TWO_READINGS
    says = "the question says otherwise" if reading.kind in SAID_OTHERWISE else "the question does not say so"
    message = f"the reference {reading.taken} and {says}; whoever {reading.other} gets "
    if reading.given or reading.given_otherwise:
        message += f"`{reading.given_otherwise}` for `{reading.given}`"
    else:
        message += f"another answer: {_one_line(reading.reason).rstrip('.')}"
    remedy = f"Say it in the question: “{reading.settles}”" if reading.tells else reading.settles
    hint = f"{remedy} Or, if that is what is meant: “{reading.settles_other}”"
    return at_key(problemset, cell, ("question",), info, message, hint)


def measures(trial: Trial | RewriteTrial) -> bool:
    """Return whether an answer is a model, of which its validator says what its predictions reach."""
    return trial.subject == "predictions" or trial.operator == "constant_predictor"


def _is_refused_anyway(trial: Trial) -> bool:
    """Return whether a wrong answer would be refused without a look at what it gives."""
    return trial.crashed or not trial.text or trial.operator in {"in_place_change", "constant-none"}


def _notes(
    problemset: ProblemSet, cell: Cell, certificate: ProblemCertificate, *, is_quick: bool
) -> Iterator[Diagnostic]:
    # A rounding that is left out changes less than the comparison forgives, and is asked for all the same. Code that is
    # ready for missing values of which the question says nothing is careful, and leaves no clause untested.
    question = cell.problem.question if cell.problem is not None else ""
    unspoken = _ROUNDING if MISSING.search(question) else _ROUNDING_OR_MISSING
    clauses = [
        trial
        for trial in certificate.equivalent
        if trial.operator in CLAUSES and not unspoken.search(trial.description)
    ]
    if clauses:
        message = f"on these data the answer stays the same: {_named(clauses)}"
        hint = "Leave out what changes nothing, or ask where it does."
        yield at_key(problemset, cell, ("question",), UNTESTED_CLAUSE, message, hint)
    untold = [
        trial for trial in certificate.trials if trial.side == "wrong" and trial.outcome == "undecided" and trial.code
    ]
    # Where an answer is left to chance, nothing is known of what differs, and nobody can do anything about it.
    if untold and cell.problem is not None and {check.alias for check in checks(cell.problem)} & UNTELLING:
        amount = f"{counted(len(untold), 'spoiled answer')} {'passes' if len(untold) == 1 else 'pass'}"
        message = f"{amount}, and may do what the reference does: {_named(untold)}"
        hint = "Add a test case on which they differ from the reference, or see that they do not."
        path = cases_path(cell.problem)
        yield at_key(problemset, cell, path, UNTOLD_ANSWERS, message, hint + _example(untold[0], cell))
    few_wrong, few_right = len(certificate.wrong) < FEWEST_WRONG, len(certificate.right) < FEWEST_RIGHT
    if (few_wrong or few_right) and not is_quick:
        message = f"{len(certificate.wrong)} wrong and {len(certificate.right)} right answers were tried, and no more"
        hint = f"left out: {'; '.join(certificate.left_out)}" if certificate.left_out else ""
        yield at_key(problemset, cell, ("validator",), LITTLE_TRIED, message, hint)


def _named(trials: Sequence[Trial]) -> str:
    """Return what trials did, the first few and how many more there are."""
    names = list(
        dict.fromkeys(
            f"{trial.description} ({trial.subject})" if trial.subject else trial.description for trial in trials
        )
    )
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return "; ".join(names[:MOST_NAMED]) + more


def _mend_of(survivors: Sequence[Trial], block: str) -> str:
    """Return which flags of the validator let answers survive, and what to do; empty where none does."""
    flags = dict.fromkeys(FLAGS_BY_OPERATOR.get(trial.operator, "") for trial in survivors)
    written = [f"`{flag}`" for flag in flags if flag and flag in block]
    return f"Compare without {' and '.join(written)}: `authoring check --fix` finds another way." if written else ""


def _example(trial: Trial, cell: Cell) -> str:
    """Return the first answer as it was tried: what its code changes in the reference's, or its code, and its value."""
    if not trial.code:
        return f" The first: {_one_line(trial.text)}" if trial.text else ""
    value = f", and gives `{_cut(trial.text, LONGEST_VALUE)}`" if trial.text and not trial.crashed else ""
    changes = tuple(_line_changes(cell.code, trial.code))
    # Several lines say little once they stand in one.
    if len(changes) == 1 and not any("\n" in part for part in changes[0]):
        before, after = map(_one_line, changes[0])
        if not after:
            return f" The first is without `{before}`{value}"
        return f" The first has `{after}`" + (f" in place of `{before}`" if before else "") + value
    return f" The first: {_one_line(trial.code)}{value}"


def _line_changes(before: str, after: str) -> Iterator[tuple[str, str]]:
    """Yield the lines that differ between two codes, as they are and as they become."""
    old, new = before.strip().splitlines(), after.strip().splitlines()
    for tag, begin, end, new_begin, new_end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag != "equal":
            yield "\n".join(old[begin:end]), "\n".join(new[new_begin:new_end])


def _one_line(text: str) -> str:
    return _cut(text, LONGEST_CODE)


def _cut(text: str, longest: int) -> str:
    line = " ".join(text.split())
    return line if len(line) <= longest else f"{line[: longest - 1]}…"
