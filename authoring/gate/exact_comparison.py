"""The validator that compares answers by their values alone, in place of a problem's own."""

from collections.abc import Mapping

from authoring.dseal.model import Json, Problem
from authoring.dseal.session import checked_variables, checks


def exact_comparison(problem: Problem, flags: Mapping[str, Json], *, figures: bool = False) -> dict[str, Json]:
    """Return a validator block that compares, by their values, all that a problem's own validator looks at.

    Empty where nothing is compared by value.

    Args:
        problem: whose value, variables and printed text are looked at.
        flags: of the comparison of its value and of every variable.
        figures: whether a figure is compared as well, with its titles and labels.
    """
    aliases = {check.alias for check in checks(problem)}
    block: dict[str, Json] = {}
    if "result" in aliases:
        block["result"] = {**flags}
    variables = checked_variables(problem)
    if variables:
        block["namespace_check"] = {name: {**flags} for name in sorted(variables)}
    if "stream" in aliases:
        block["stream"] = None
    if figures and "vis" in aliases:
        block["vis"] = {"titles": True, "labels": True}
    return {"template": "empty", **block} if block else {}
