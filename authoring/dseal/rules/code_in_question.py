"""DS221: a question that holds the code of its reference."""

import ast
from collections.abc import Iterator, Mapping

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.model import ProblemSet, Surroundings
from authoring.dseal.session import SessionStep, at_question, steps

INFO = RuleInfo(
    code="DS221",
    name="code-in-question",
    severity=Severity.WARNING,
    what="A statement of the reference, or the expression that it ends with, stands in the question word for word, "
    "whatever the spacing, the quotes and the brackets that Python does not need. Short code, and code that only "
    "makes data, counts for nothing.",
    why="An agent copies it, and the problem measures reading.",
    bad='# %%\nimport pandas as pd\n\ndf = pd.DataFrame({"kind": ["a", "b"], "mass": [1, 2]})\n\n'
    '# %%\n"""\nquestion: Give the mean mass by kind, as df.groupby(\'kind\')[\'mass\'].mean() does.\n"""\n\n'
    'df.groupby("kind")["mass"].mean()\n',
    good='# %%\nimport pandas as pd\n\ndf = pd.DataFrame({"kind": ["a", "b"], "mass": [1, 2]})\n\n'
    '# %%\n"""\nquestion: Give the mean `mass` by `kind`, as a Series.\n"""\n\n'
    'df.groupby("kind")["mass"].mean()\n',
)

_SHORTEST = 14
"""Characters of code without blanks that nobody writes by chance."""
_FEWEST_NODES = 8
_MOST_STATEMENTS = 60
_MOST_LINKS = 20
_LONGEST = 4000
"""Characters of a statement that is looked for."""


def check(problemset: ProblemSet, _surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Find the longest piece of each reference that its question shows."""
    for step in steps(problemset):
        problem = step.cell.problem
        if problem is None or len(problem.question) < _SHORTEST:
            continue
        question = _plain(problem.question)
        shown = [code for code in _pieces(step) if _plain(code) in question]
        if shown:
            longest = max(shown, key=len)
            message = f"the question holds code of the reference: {' '.join(longest.split())[:80]}"
            yield at_question(problemset, step.cell, longest, INFO, message, "ask for what the code gives, in words")


def _pieces(step: SessionStep) -> Iterator[str]:
    """Give the code of statements, and of the values they compute, that are long enough to be told by."""
    for statement in _statements(step.tree)[:_MOST_STATEMENTS]:
        for node in (statement, *_chain(getattr(statement, "value", None))):
            if isinstance(node, ast.Assign | ast.AugAssign | ast.expr) and _computes(node, step.aliases):
                code = _unparsed(node)
                if _SHORTEST <= len("".join(code.split())) <= _LONGEST:
                    yield code


def _chain(node: object) -> Iterator[ast.expr]:
    """Give an expression, and what its methods are called on one after the other."""
    for _ in range(_MOST_LINKS):
        if isinstance(node, ast.Call | ast.Subscript):
            yield node
            node = (
                node.func.value
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
                else (node.value if isinstance(node, ast.Subscript) else None)
            )
        elif isinstance(node, ast.Attribute):
            node = node.value
        else:
            if isinstance(node, ast.expr):
                yield node
            return


def _statements(tree: ast.Module) -> list[ast.stmt]:
    """Return the statements of a cell, those of its functions included, whose bodies are what a question asks for."""
    statements: list[ast.stmt] = []
    for statement in tree.body:
        statements.append(statement)
        if isinstance(statement, ast.FunctionDef):
            statements.extend(statement.body)
    return statements


def _computes(node: ast.AST, aliases: Mapping[str, str]) -> bool:
    """Tell whether code does something with a variable; what only makes data is given by many a question."""
    inner = list(ast.walk(node))
    reads = any(
        isinstance(item, ast.Name) and isinstance(item.ctx, ast.Load) and item.id not in aliases for item in inner
    )
    acts = any(isinstance(item, ast.Call | ast.Compare | ast.BinOp) for item in inner)
    return reads and acts and len(inner) >= _FEWEST_NODES


def _unparsed(node: ast.AST) -> str:
    try:
        return ast.unparse(node)
    except RecursionError:
        # A sum of a thousand terms is nested deeper than Python prints; no question shows it.
        return ""


def _plain(text: str) -> str:
    return "".join(text.replace("'", '"').replace("`", "").split())
