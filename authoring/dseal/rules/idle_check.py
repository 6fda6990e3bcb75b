"""DS317: a validator that is there on purpose and refuses nothing."""

import ast
from collections.abc import Iterator

from authoring.dseal.analysis.idle_checks import ReferenceFacts, accepts_everything, idle_checks, why_no_value
from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.model import Problem, ProblemSet, Surroundings
from authoring.dseal.python_code import Function, assigned_names, identifiers
from authoring.dseal.session import SessionStep, at_key, checked_variables, steps

INFO = RuleInfo(
    code="DS317",
    name="idle-check",
    severity=Severity.WARNING,
    what="A check that the block names refuses no submission that runs: a `result` where the reference has no value, a "
    "variable that the reference does not touch, an `or` with a member that always accepts, a `compare_fn` that always "
    "says match.",
    why="It looks as if something were checked that is not.",
    bad='# %%\nn = 3\n\n# %%\n"""\nquestion: Store 1 + 2 as `total`.\nvalidator:\n  namespace_check:\n    total:\n'
    '    n:\n"""\n\ntotal = 1 + 2\n',
    good='# %%\nn = 3\n\n# %%\n"""\nquestion: Store 1 + 2 as `total`.\nvalidator:\n  namespace_check:\n    total:\n'
    '"""\n\ntotal = 1 + 2\n',
)


def check(problemset: ProblemSet, _surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Find checks that refuse nothing, as far as the text tells; a dry run tells more."""
    bound: set[str] = set()
    shared: set[str] = set()
    for step in steps(problemset):
        problem = step.cell.problem
        if problem is not None and step.parsed.error is None:
            facts = _facts(step, problem, frozenset(bound), frozenset(shared))
            # What accepts everything is DS312.
            if not accepts_everything(problem, ReferenceFacts(no_value=facts.no_value)):
                for idle in idle_checks(problem, facts):
                    yield at_key(problemset, step.cell, idle.path, INFO, idle.message, idle.hint)
        # Behind the check, because a reference is held against what stood there before it.
        bound |= assigned_names(step.cell.code).bound
        shared |= set(_shared(step.tree))


def _facts(step: SessionStep, problem: Problem, bound: frozenset[str], shared: frozenset[str]) -> ReferenceFacts:
    """Return what the text tells of a reference; names that may be reached otherwise than by name are left out."""
    no_value = why_no_value(step.tree, step.aliases)
    assigned = assigned_names(step.cell.code)
    if assigned.open:
        return ReferenceFacts(no_value=no_value)
    # A shared object may be changed by code that does not name the variable.
    before = (checked_variables(problem) & bound) - shared
    return ReferenceFacts(
        no_value=no_value,
        unchanged=frozenset(before - identifiers(step.tree)),
        unbound=frozenset(before - assigned.bound - assigned.deleted - set(_shared(step.tree))),
    )


def _shared(tree: ast.Module) -> Iterator[str]:
    """Give the names that a function mentions, and those whose object may have got a second name or a container."""
    for node in ast.walk(tree):
        if isinstance(node, Function | ast.ClassDef):
            yield from identifiers(node)
        elif not isinstance(node, ast.Attribute | ast.Subscript | ast.Compare | ast.BinOp):
            for child in ast.iter_child_nodes(node):
                if isinstance(child, ast.Name) and isinstance(child.ctx, ast.Load):
                    yield child.id
