"""What taking functions in can find (DS951 to DS955): what was left out, and choices that want a look."""

from functools import partial

from authoring.dseal.diagnostic import RuleInfo, Severity

_warning = partial(RuleInfo, severity=Severity.WARNING)

LEFT_OUT = _warning(
    code="DS951",
    name="left-out-function",
    what="A function, or an entry of a file, that no problem was made from: it has no description, no code, no "
    "case to test it with, or cannot be read.",
    why="Whoever takes a file in expects a problem for each function of it.",
    bad='def mean(values: list[float]) -> float:\n    """Return the mean."""\n',
    good='def mean(values: list[float]) -> float:\n    """Return the mean.\n\n    >>> mean([1.0, 2.0])\n    1.5\n'
    '    """\n    return sum(values) / len(values)\n',
)
UNREAD_EXAMPLE = _warning(
    code="DS952",
    name="unread-example",
    what="An example or a test that became no test case: its arguments are no values that stand by themselves, or it "
    "wants an exception.",
    why="A case that the author thought worth writing down is not tested.",
    bad=">>> mean(load_values())\n1.5",
    good=">>> mean([1.0, 2.0])\n1.5",
)
CONTRADICTED = _warning(
    code="DS953",
    name="contradicted-example",
    what="The reference gives something else than an example says.",
    why="One of them is wrong, and agents are judged by the reference while they read the example.",
    bad=">>> mean([1.0, 2.0])\n2",
    good=">>> mean([1.0, 2.0])\n1.5",
)
GUESSED = _warning(
    code="DS954",
    name="guessed-choice",
    what="A rule chose what the material leaves open: which inputs are allowed where nothing checks them, or that the "
    "order of the output does not count.",
    why="A generated case that the description does not cover refuses right answers.",
    bad="`mean([])` was generated, the reference gives 0, and the description does not say what an empty list gives.",
    good="def _validate(values):\n    assert len(values) > 0",
)
DROPPED = RuleInfo(
    code="DS955",
    name="dropped-case",
    severity=Severity.NOTE,
    what="Generated cases that were not kept: the input validator refuses them, or the reference raises an error or "
    "takes too long.",
    why="It shows where the function's inputs end, which the description or the input validator may not say.",
    bad="`mean([])` was generated, and the reference divides by zero.",
    good="The description says that there is at least one value.",
)
CODES = {info.code: info for info in (LEFT_OUT, UNREAD_EXAMPLE, CONTRADICTED, GUESSED, DROPPED)}
"""Every kind of finding about functions that are taken in, by code."""
