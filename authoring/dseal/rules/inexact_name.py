"""DS222: a question that names one variable where the reference uses another that begins like it."""

import ast
import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.model import Problem, ProblemSet, Surroundings
from authoring.dseal.prose import code_pieces
from authoring.dseal.python_code import assigned_names, identifiers, strings
from authoring.dseal.session import SessionStep, at_question, steps

INFO = RuleInfo(
    code="DS222",
    name="inexact-name",
    severity=Severity.WARNING,
    what="A question names a variable or function in backticks or quotes, the reference never writes that name, and "
    "uses another instead that begins or ends with it and that the question does not name: `df_clean` for `df`.",
    why="An answer that takes the question at its word works on another table, or gives its result another name.",
    bad="# %%\ndf = [1, 2, None]\ndf_clean = [1, 2]\n\n"
    '# %%\n"""\nquestion: Give the number of values in `df`.\n"""\n\nlen(df_clean)\n',
    good="# %%\ndf = [1, 2, None]\ndf_clean = [1, 2]\n\n"
    '# %%\n"""\nquestion: Give the number of values in `df_clean`.\n"""\n\nlen(df_clean)\n',
)

_IDENTIFIER = re.compile(r"[^\W\d]\w*\Z")

_QUOTED = re.compile(r"(?<![\w'\"])(?:\"(?=\w{1,60}\")|'(?=\w{1,60}'))(\w{1,60})")


def check(problemset: ProblemSet, _surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Find names of questions for which the reference has a longer or shorter one; silent where code binds any name."""
    session: set[str] = set()
    for step in steps(problemset):
        assigned = assigned_names(step.cell.code)
        if assigned.open:
            return
        problem = step.cell.problem
        if problem is not None:
            for name, used in _pairs(problem, step, session, assigned.bound):
                message = f"the question names '{name}', and the reference uses '{used}' instead"
                yield at_question(problemset, step.cell, name, INFO, message, f"name '{used}', or use '{name}'")
        session = (session | assigned.bound) - assigned.deleted


def _pairs(problem: Problem, step: SessionStep, session: set[str], bound: frozenset[str]) -> Iterator[tuple[str, str]]:
    pieces = (*code_pieces(problem.question), *_QUOTED.findall(problem.question))
    named = {piece for piece in pieces if _IDENTIFIER.match(piece)}
    question_words = set(re.findall(r"\w+", problem.question))
    code_words = identifiers(step.tree) | {word for text in strings(step.tree) for word in _words(str(text.value))}
    loaded = {node.id for node in ast.walk(step.tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    # What an answer reads from before, and what it leaves behind at the end.
    foreign = (loaded & session) - bound
    left = bound - session - _read_again(step, bound)
    for name in sorted(named - code_words):
        choice = foreign if name in session else left
        used = [other for other in sorted(choice - question_words) if _derived(other, name)]
        if len(used) == 1:
            yield name, used[0]


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text[:2000])


def _read_again(step: SessionStep, bound: frozenset[str]) -> set[str]:
    """Return the names that the cell itself reads: steps on the way, not what it leaves behind."""
    body = step.tree.body[:-1] if step.tree.body and isinstance(step.tree.body[-1], ast.Expr) else step.tree.body
    return {
        node.id
        for statement in body
        for node in ast.walk(statement)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in bound
    }


def _derived(name: str, stem: str) -> bool:
    return name.startswith(f"{stem}_") or name.endswith(f"_{stem}") or name.rstrip("0123456789") == stem
