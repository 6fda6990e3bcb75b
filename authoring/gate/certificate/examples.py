"""Worked examples of a question, called where its reference has run, and compared by what they say."""

import math
import re
from collections.abc import Mapping

from authoring.dseal.analysis.worked_examples import WorkedExample, worked_examples
from authoring.dseal.python_code import literal_of
from authoring.gate.outcomes import LONGEST_TEXT, text_of
from authoring.records.certificate.worked_example import ExampleTrial
from authoring.records.evidence import CellRun, Limits, Outcome
from authoring.sandbox.port import Session

_PLAIN = "(lambda answer: answer.tolist() if hasattr(answer, 'tolist') else answer)({call})"
"""Gives lists for arrays and series, and Python's numbers for numpy's."""
_NUMPY_SCALAR = re.compile(r"\b(?:np|numpy)\.\w+\(([^()]*)\)")


def try_examples(question: str, code: str, session: Session, limits: Limits) -> tuple[ExampleTrial, ...]:
    """Return what a reference gives for the examples of its question.

    Args:
        question: the question's text.
        code: the reference.
        session: one whose last cell is the reference; it stays as it is.
        limits: of a call.

    Raises:
        SandboxError: the sandbox failed.
    """
    return tuple(_trial(example, session, limits) for example in worked_examples(question, code))


def _trial(example: WorkedExample, session: Session, limits: Limits) -> ExampleTrial:
    with session.attempt() as attempt:
        attempt.prepare(None)
        run = attempt.run(_PLAIN.format(call=example.call), limits=limits)
    trial = ExampleTrial(
        call=example.call, expected=example.output, outcome="undecided", actual=text_of(run)[:LONGEST_TEXT]
    )
    if run.outcome is not Outcome.OK:
        is_error = run.error is not None and run.error.type not in {"NameError", "ImportError", "ModuleNotFoundError"}
        return trial.model_copy(update={"outcome": "differs" if is_error else "undecided"})
    actual, expected = _value_of(run), literal_of(example.output)
    if actual is None or expected is None:
        return trial
    return trial.model_copy(update={"outcome": "same" if _agree(expected[0], actual[0]) else "differs"})


def _value_of(run: CellRun) -> tuple[object] | None:
    """Return what a call gave, in a tuple because it may be None; None for what has no literal."""
    if run.value is None:
        # A call that gives nothing gives None.
        return (None,)
    text = _NUMPY_SCALAR.sub(r"\1", run.value.text)
    return None if run.value.truncated else literal_of(text)


def _agree(expected: object, actual: object) -> bool:
    """Tell whether a value is what is expected: numbers as far as their decimals go, and whatever holds them."""
    match expected, actual:
        case float(), int() | float():
            decimals = len(repr(expected).partition(".")[2]) if "e" not in repr(expected) else 12
            is_agreed = math.isclose(expected, actual, rel_tol=1e-9, abs_tol=0.51 * 10.0**-decimals)
        case Mapping(), Mapping():
            is_agreed = expected.keys() == actual.keys() and all(
                _agree(value, actual[key]) for key, value in expected.items()
            )
        case (list() | tuple(), list() | tuple()):
            is_agreed = len(expected) == len(actual) and all(map(_agree, expected, actual))
        case (set(), list() | tuple() as members) | (list() | tuple() as members, set()):
            # Sets have no order by which their members could be compared one by one.
            is_agreed = set(members) in (expected, actual)
        case _:
            is_agreed = expected == actual
    return is_agreed
