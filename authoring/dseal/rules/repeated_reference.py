"""DS227: two questions with the same reference."""

import ast
import copy
from collections.abc import Collection, Iterator, Mapping

from authoring.dseal.analysis.column_changes import changes_of
from authoring.dseal.analysis.flow import reads_before_binding
from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.model import ProblemSet, Surroundings
from authoring.dseal.python_code import assigned_names
from authoring.dseal.session import SessionStep, at_question, steps

INFO = RuleInfo(
    code="DS227",
    name="repeated-reference",
    severity=Severity.WARNING,
    what="Two problems of a set have references that do the same, up to comments, spelling and the names that they "
    "bind on the way. Short references count for nothing, nor do those that read what was changed in between.",
    why="The second problem measures nothing new, or one of the questions asks for something else than its reference.",
    bad='# %%\ndf = {"mass": [1, 2]}\n\n'
    '# %%\n"""\nquestion: How far are the masses apart?\n"""\n\nvalues = df["mass"]\nmax(values) - min(values)\n\n'
    '# %%\n"""\nquestion: Give the range of all masses.\n"""\n\nmasses = df["mass"]\nmax(masses) - min(masses)\n',
    good='# %%\ndf = {"mass": [1, 2]}\n\n'
    '# %%\n"""\nquestion: How far are the masses apart?\n"""\n\nvalues = df["mass"]\nmax(values) - min(values)\n\n'
    '# %%\n"""\nquestion: Give the sum of all masses.\n"""\n\nmasses = df["mass"]\nsum(masses)\n',
)

_FEWEST_NODES = 14
_MOST_NODES = 4000
_MOST_PROBLEMS = 300


def check(problemset: ProblemSet, _surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Find references that stood before; silent across cells that bind or change what the reference reads."""
    earlier: dict[str, int] = {}
    reads: dict[str, tuple[ast.Module, frozenset[str]]] = {}
    for step in list(steps(problemset))[:_MOST_PROBLEMS]:
        form, free = _normal_form(step)
        problem = step.cell.problem
        if problem is not None and form and form in earlier:
            message = f"the reference does the same as that of problem {earlier[form]}"
            yield at_question(problemset, step.cell, "", INFO, message, "ask for another skill, or drop one of them")
        changes = changes_of(step)
        earlier = {key: number for key, number in earlier.items() if not changes.reach(*reads[key])}
        if problem is not None and form:
            earlier.setdefault(form, problem.number)
            reads[form] = (step.tree, free)


def _normal_form(step: SessionStep) -> tuple[str, frozenset[str]]:
    """Return a text that two references share when they do the same, and the names they read from before.

    The text is empty for code that is too short or too long to be compared.
    """
    nodes = list(ast.walk(step.tree))
    if not _FEWEST_NODES <= sum(not isinstance(node, ast.expr_context) for node in nodes) <= _MOST_NODES:
        return "", frozenset()
    reads = reads_before_binding(step.tree).reads
    # A variable that the cell reads before it binds it is the session's own, and keeps its name.
    bound = assigned_names(step.cell.code).bound - reads
    try:
        return ast.dump(_Renaming(_numbers(step.tree, bound)).visit(copy.deepcopy(step.tree))), reads
    except RecursionError:
        return "", frozenset()


def _numbers(tree: ast.Module, bound: Collection[str]) -> Mapping[str, str]:
    names: dict[str, str] = {}
    for statement in tree.body:
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and node.id in bound:
                names.setdefault(node.id, f"_{len(names)}")
    return names


class _Renaming(ast.NodeTransformer):
    """Gives bound names their numbers."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self._names = names

    def visit_Name(self, node: ast.Name) -> ast.Name:
        """Replace the name of a variable by its number, so that renamed copies are alike."""
        node.id = self._names.get(node.id, node.id)
        return node
