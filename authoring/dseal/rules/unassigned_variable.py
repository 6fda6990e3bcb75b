"""DS311: a validator that names a variable the reference does not have."""

from collections.abc import Iterator
from itertools import islice

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.model import ProblemSet, Surroundings, YamlPath
from authoring.dseal.python_code import assigned_names
from authoring.dseal.session import Check, at_key, checks
from authoring.dseal.spelling import closest_word

INFO = RuleInfo(
    code="DS311",
    name="unassigned-variable",
    severity=Severity.ERROR,
    what="A validator looks at a variable, function or model that neither this cell nor an earlier one assigns.",
    why="The comparison fails on the reference itself, and ends the run.",
    bad='# %%\n"""\nquestion: Store 1 + 2 as `total`.\nvalidator:\n  namespace_check:\n    totl:\n"""\n\n'
    "total = 1 + 2\n",
    good='# %%\n"""\nquestion: Store 1 + 2 as `total`.\nvalidator:\n  namespace_check:\n    total:\n"""\n\n'
    "total = 1 + 2\n",
)

# Options whose value is a name of the session.
_NAMING = {"table_test": ("function_name",), "model": ("model_name", "inputs_name", "labels_name")}

MAX_FINDINGS = 20
"""Findings a problem; who has more has another problem."""


def check(problemset: ProblemSet, _surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Find names in validators that no cell so far has assigned; silent once code assigns names it does not show."""
    bound: set[str] = set()
    for cell in problemset.runnable:
        assigned = assigned_names(cell.code)
        if assigned.open:
            return
        bound = (bound | assigned.bound) - assigned.deleted
        if cell.problem is None:
            continue
        references = ((validator, *place) for validator in checks(cell.problem) for place in _names(validator))
        for validator, name, path in islice(
            (reference for reference in references if reference[1] not in bound), MAX_FINDINGS
        ):
            close = closest_word(name, bound)
            hint = f"did you mean '{close}'?" if close else f"assign '{name[:60]}' in the reference code"
            message = f"'{validator.alias}' looks at '{name[:60]}', which the reference never assigns"
            yield at_key(problemset, cell, path, INFO, message, hint)


def _names(validator: Check) -> Iterator[tuple[str, YamlPath]]:
    if validator.path is None or not isinstance(validator.options, dict):
        return
    if validator.alias == "namespace_check":
        for name in validator.options:
            yield name, (*validator.path, name)
    for option in _NAMING.get(validator.alias, ()):
        name_of = validator.options.get(option)
        if isinstance(name_of, str):
            yield name_of, (*validator.path, option)
