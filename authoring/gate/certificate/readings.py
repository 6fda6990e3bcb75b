"""Other readings of a question, run where the reference began and compared with it by their values."""

import re
from collections.abc import Callable, Sequence

from authoring.dseal.readings import readings
from authoring.dseal.readings.base import Reading
from authoring.gate.outcomes import LONGEST_TEXT, reason_of, text_of
from authoring.records.certificate.reading import ReadingOutcome, ReadingTrial
from authoring.records.evidence import CellRun, Judgement, Outcome
from authoring.records.wording import counted

MOST_READINGS = 4
"""Other readings that are run, of those that words settle and of the others: each takes a fork, and a second one where
it differs."""
LONGEST_SHOWN = 80
"""Characters of an answer that are shown, from shortly before the first place where the two differ."""
BEFORE_DIFFERENCE = 24
TIES = frozenset(
    {
        *("ties-at-the-cut", "ties-for-the-extreme", "order-of-ties", "unstable-ties", "said-order-of-ties"),
        "ties-by-a-column",
    }
)
"""Kinds of readings about rows that are equal."""
_CHINESE = re.compile(r"[\u4e00-\u9fff]")
_LONGEST_COMPARED = 2_000

# The tables stand before the reference, as they do for an answer.
COLUMNS_OF = 'print("\\n".join(str(name) for table in [{}] for name in getattr(table, "columns", ())))'
"""Code that prints the columns of tables, one a line."""

Submission = Callable[[str], tuple[CellRun, Judgement]]
"""Runs code as a submission and has it judged."""


def try_readings(
    code: str,
    question: str,
    run: CellRun,
    *,
    by_value: Submission,
    by_validator: Submission,
    is_over: Callable[[], bool],
    conventions: Sequence[str] = (),
    columns: Sequence[str] = (),
) -> tuple[ReadingTrial, ...]:
    """Run the other readings of a question, and return what each of them gives.

    Args:
        code: the reference.
        question: the question that it answers.
        run: of the reference.
        by_value: has an answer compared with the reference by values alone.
        by_validator: has an answer judged by the problem's own validator.
        is_over: tells whether no further reading is run, for want of time.
        conventions: those of the problem's set.
        columns: those of the tables that the reference reads, where the question may mean another one.
    """
    is_chinese = _CHINESE.search(question) is not None
    trials: list[ReadingTrial] = []
    for reading in readings(code, question, conventions, columns):
        # One sentence about equal rows settles all that is open about them.
        is_told = reading.choice.kind in TIES and any(t.kind in TIES and t.outcome == "differs" for t in trials)
        # How rows that are equal and exact halves come out, which seldom matters, leaves room for what words say.
        alike = sum(trial.tells is reading.choice.tells for trial in trials)
        if alike < MOST_READINGS and not is_told and not is_over():
            trials.append(_trial(reading, run, by_value, by_validator, is_chinese=is_chinese))
    return tuple(trials)


def _trial(
    reading: Reading, reference: CellRun, by_value: Submission, by_validator: Submission, *, is_chinese: bool
) -> ReadingTrial:
    run, judgement = by_value(reading.code)
    outcome: ReadingOutcome = "differs"
    reason = reason_of(judgement)
    if run.outcome is not Outcome.OK or judgement.category == "validator_error":
        # A rewrite that does not fit the data is no reading.
        outcome, reason = "undecided", text_of(run)
    elif judgement.correct == "yes":
        outcome, reason = "same", ""
    else:
        _, own = by_validator(reading.code)
        if own.correct == "yes":
            outcome, reason = "undecided", "the validator accepts both readings"
    given, given_otherwise = _shown(reference, run)
    choice = reading.choice
    return ReadingTrial(
        kind=choice.kind,
        taken=choice.taken,
        other=choice.other,
        settles=choice.settles_chinese if is_chinese else choice.settles,
        settles_other=choice.settles_other_chinese if is_chinese else choice.settles_other,
        tells=choice.tells,
        is_customary=reading.is_customary,
        code=reading.code,
        outcome=outcome,
        given=given,
        given_otherwise=given_otherwise,
        # Below its first line a judgement repeats what a library says.
        reason=reason.partition("\n")[0][:LONGEST_TEXT],
    )


def _shown(reference: CellRun, run: CellRun) -> tuple[str, str]:
    """Return two answers shortened to what lies around the first difference; both empty where none can be seen."""
    given, otherwise = text_of(reference, _LONGEST_COMPARED), text_of(run, _LONGEST_COMPARED)
    tables = [answer.value.table if answer.value is not None else None for answer in (reference, run)]
    if all(tables) and max(len(given), len(otherwise)) > LONGEST_SHOWN:
        # Of tables that are printed in one line, nobody sees what differs but the number of rows.
        given, otherwise = (counted(table.rows, "row") for table in tables if table is not None)
    if given == otherwise:
        return "", ""
    pairs = enumerate(zip(given, otherwise, strict=False))
    first = next((place for place, (left, right) in pairs if left != right), min(len(given), len(otherwise)))
    return _around(given, first), _around(otherwise, first)


def _around(text: str, place: int) -> str:
    start = max(0, place - BEFORE_DIFFERENCE) if len(text) > LONGEST_SHOWN else 0
    # Short texts are shown whole, long ones from a word on.
    start = text.rfind(" ", 0, start) + 1 if start else 0
    end = start + LONGEST_SHOWN
    return f"{'…' if start else ''}{text[start:end]}{'…' if end < len(text) else ''}"
