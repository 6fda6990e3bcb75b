"""What a cell prints is kept in its order, and what went to standard error is told apart."""

from authoring.records.evidence import CellRun, Limits
from authoring.sandbox.client.session import LocalSession


def ran(session: LocalSession, code: str, limits: Limits) -> CellRun:
    """Run a cell."""
    return session.run(code, limits=limits)


def test_nothing_is_told_where_nothing_went_to_standard_error(session: LocalSession, limits: Limits) -> None:
    """A cell that prints has its output once."""
    run = ran(session, "print('a')", limits)

    assert (run.stream, run.stdout, run.printed) == ("a\n", None, "a\n")


def test_standard_error_is_told_apart(session: LocalSession, limits: Limits) -> None:
    """Both streams stand in their order; standard output alone is what is left without the other."""
    code = "import sys\nprint('ä')\nprint('bé', file=sys.stderr)\nsys.stderr.write('c')\nprint('d', end='')"
    run = ran(session, code, limits)

    assert (run.stream, run.stdout) == ("ä\nbé\ncd", "ä\nd")


def test_warnings_are_standard_error(session: LocalSession, limits: Limits) -> None:
    """A warning is part of the stream, and of standard output it is not."""
    run = ran(session, "import warnings\nwarnings.warn('careful')\nprint(1)", limits)

    assert "careful" in run.stream
    assert run.printed == "1\n"


def test_only_standard_error_leaves_nothing_printed(session: LocalSession, limits: Limits) -> None:
    """Empty is not unknown."""
    run = ran(session, "import sys\nsys.stderr.write('x'); None", limits)

    assert (run.stdout, run.printed) == ("", "")


def test_next_cell_begins_anew(session: LocalSession, limits: Limits) -> None:
    """Standard error of one cell takes nothing from another."""
    ran(session, "import sys\nprint('long enough', file=sys.stderr)", limits)

    assert ran(session, "print('abc')", limits).printed == "abc\n"


def test_output_over_the_limit_is_cut_in_both(session: LocalSession, limits: Limits) -> None:
    """What is kept of standard output is kept of the stream."""
    small = limits.model_copy(update={"max_output": 10})
    run = ran(session, "import sys\nprint('ab'); print('cd', file=sys.stderr); print('e' * 50)", small)

    assert (run.outcome, run.stream, run.stdout) == ("too-much-output", "ab\ncd\neeee", "ab\neeee")
