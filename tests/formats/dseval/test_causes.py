"""Root causes: every one once, with what hangs on it."""

import pytest

from authoring.dseal.diagnostic import Diagnostic, Severity
from authoring.formats.dseval.causes import CauseKind, causes_of
from authoring.records.evidence import REPEAT, CellRun, DryRun, ErrorView, Evidence, Outcome, Pins, ProblemRun

TEXT = '# %%\nx = 1\n\n# %%\n"""\nquestion: One?\n"""\n\nx\n\n# %%\n"""\nquestion: Two?\n"""\n\nx + 1\n'
SHA = "0" * 64


def finding(code: str, name: str, message: str) -> Diagnostic:
    """Return an error."""
    return Diagnostic(code=code, name=name, severity=Severity.ERROR, message=message)


def failed(kind: str, message: str) -> Evidence:
    """Return the evidence of a set whose first problem fails."""
    error = ErrorView(type=kind, message=message, traceback="")
    cells = (
        ProblemRun(cell=0, number=None, run=CellRun(outcome=Outcome.OK, seconds=0, peak_memory=0)),
        ProblemRun(cell=1, number=1, run=CellRun(outcome=Outcome.ERROR, seconds=0, peak_memory=0, error=error)),
    )
    run = DryRun(draft=SHA, python="3.11", packages=(), inputs=(), cells=cells, pins=(Pins(), REPEAT))
    return Evidence(draft=SHA, diagnostics=(finding("DS401", "raised-error", message),), dry_run=run)


@pytest.mark.parametrize(
    ("kind", "message", "expected", "subject"),
    [
        ("FileNotFoundError", "[Errno 2] No such file or directory: 'inputs/a.csv'", CauseKind.FILE, "inputs/a.csv"),
        ("ModuleNotFoundError", "No module named 'imblearn.over'", CauseKind.PACKAGE, "imblearn"),
        ("urllib.error.URLError", "<urlopen error>", CauseKind.NETWORK, "urllib.error.URLError: <urlopen error>"),
        ("KeyError", "0", CauseKind.VERSION, "KeyError: 0"),
        ("KeyError", "'price'", CauseKind.CODE, "KeyError: 'price'"),
        ("AttributeError", "'DataFrame' object has no attribute 'append'", CauseKind.VERSION, ""),
        ("TypeError", "mean_squared_error() got an unexpected keyword argument 'squared'", CauseKind.VERSION, ""),
        ("ZeroDivisionError", "", CauseKind.CODE, "ZeroDivisionError"),
    ],
)
def test_error_is_put_down_to_its_cause(kind: str, message: str, expected: CauseKind, subject: str) -> None:
    """The error that ended the run is the cause of all problems from there on."""
    (cause,) = causes_of([("a", TEXT, failed(kind, message))])

    assert (cause.kind, cause.problems, cause.sets) == (expected, 2, ("a",))
    assert cause.what == (subject or f"{kind}: {message}")


def test_cause_of_several_sets_stands_once() -> None:
    """Sets that fail alike are named together, and their problems are added up."""
    sets = [(name, TEXT, failed("KeyError", "0")) for name in ("a", "b")]

    (cause,) = causes_of(sets)
    assert (cause.sets, cause.problems) == (("a", "b"), 4)


def test_limit_that_is_hit_costs_what_comes_after_it() -> None:
    """A cell that was ended without an error of its own is the cause of all problems from there on."""
    evidence = failed("KeyError", "0")
    assert evidence.dry_run is not None
    late = evidence.dry_run.cells[1].run.model_copy(update={"outcome": Outcome.TIMEOUT, "error": None})
    cells = (evidence.dry_run.cells[0], evidence.dry_run.cells[1].model_copy(update={"run": late}))
    ended = Evidence(
        draft=SHA,
        diagnostics=(finding("DS402", "exceeded-time", "too long"),),
        dry_run=evidence.dry_run.model_copy(update={"cells": cells}),
    )

    (cause,) = causes_of([("a", TEXT, ended)])
    assert (cause.kind, cause.what, cause.problems) == (CauseKind.FINDING, "exceeded-time", 2)


def test_file_that_lint_misses_is_the_same_cause() -> None:
    """A set that was not run for want of a file loses all its problems to it, and once."""
    repeated = (finding("DS205", "missing-input", "'inputs/a.csv' does not exist"),) * 2

    (cause,) = causes_of([("a", TEXT, Evidence(draft=SHA, diagnostics=repeated))])
    assert (cause.kind, cause.what, cause.problems) == (CauseKind.FILE, "inputs/a.csv", 2)


def test_sets_without_errors_have_no_cause() -> None:
    """What holds is not listed."""
    assert causes_of([("a", TEXT, Evidence(draft=SHA, diagnostics=()))]) == ()
