"""What a problem is judged by, and its step in CIBench is not."""

from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.model import ProblemSet, YamlPath
from authoring.dseal.session import at_key, checks
from authoring.formats.cibench.export.asked import VALUE_JUDGED
from authoring.formats.cibench.export.codes import UNJUDGED
from authoring.formats.cibench.export.conversion import Step

WHOLE = frozenset({"crash", "namespace_intact"})
"""Validators that a right output satisfies by itself."""
FORBIDDEN: YamlPath = ("execution", "forbid_names")


def about_unjudged(problemset: ProblemSet, step: Step) -> Iterator[Diagnostic]:
    """Yield a note about a problem that is judged by more than what its step shows."""
    parts = dict(_unjudged(step))
    if not parts:
        return
    what = ", ".join(parts.values())
    message = f"CIBench does not judge problem {step.asked.problem.number} by {what}"
    shown = "asks only whether the step runs" if step.step_type == "exec" else "compares the output alone"
    yield at_key(problemset, step.asked.cell, next(iter(parts)), UNJUDGED, message, f"It {shown}.")


def _unjudged(step: Step) -> Iterator[tuple[YamlPath, str]]:
    problem, judged = step.asked.problem, _judged(step)
    for check in checks(problem):
        if check.path is None or check.alias in WHOLE:
            continue
        if check.alias not in judged:
            yield check.path, f"`{check.alias}`"
        elif check.options and check.alias != "vis":
            yield check.path, f"the options of `{check.alias}`"
    if problem.forbid_names:
        yield FORBIDDEN, "`forbid_names`"


def _judged(step: Step) -> frozenset[str]:
    """Return the validators that a step stands for."""
    if step.step_type == "vis":
        return frozenset({"vis"})
    if step.step_type == "exec":
        return frozenset()
    return VALUE_JUDGED if step.asked.shape is not None else frozenset({"stream"})
