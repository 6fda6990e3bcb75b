"""DS221: a question that holds the code of its reference."""

import ast
import re
from collections.abc import Collection, Iterator, Mapping

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.model import ProblemSet, Surroundings
from authoring.dseal.prose import without_code
from authoring.dseal.python_code import assigned_names, called_name, calls
from authoring.dseal.session import SessionStep, at_question, steps

INFO = RuleInfo(
    code="DS221",
    name="code-in-question",
    severity=Severity.WARNING,
    what="A statement of the reference, or the expression that it ends with, stands in the question word for word, "
    "whatever the spacing, the quotes and the brackets that Python does not need. Code that only makes data counts for "
    "nothing, and short code counts where the reference, or a function of it, ends with it. So does a call that the "
    "prose spells by its name and at least two of its keyword arguments.",
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
_SHORTEST_END = 5
"""Characters without blanks of what a reference ends with that are no chance: ``a[4:]``."""
_SHORTEST_WHOLE = 8
"""Characters without blanks of a whole reference that are no chance."""
_FEWEST_KEYWORDS = 2
"""Keyword arguments of a call that prose spells beside its name; a single one, such as `ddof=1`, is a convention."""
_LOOKUPS = (ast.Call, ast.Attribute, ast.Subscript)
_LONGEST = 4000
"""Characters of a statement that is looked for."""


def check(problemset: ProblemSet, _surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Find the longest piece of each reference that its question shows."""
    for step in steps(problemset):
        problem = step.cell.problem
        if problem is None or len(problem.question) < _SHORTEST:
            continue
        question = _plain(problem.question)
        # Short ends only where nothing longer is shown, because they have to be looked for by words.
        shown = [code for code in (*_wholes(step), *_pieces(step)) if _plain(code) in question]
        if not shown:
            shown = [code for code in _short_ends(step) if _stands_in(code, problem.question)]
        shown = shown or [*_spelled_calls(step, problem.question)]
        if shown:
            # Of two spellings of one piece, the one that can be pointed at.
            longest = max(shown, key=lambda code: (len(_plain(code)), code in problem.question))
            message = f"the question holds code of the reference: {' '.join(longest.split())[:80]}"
            yield at_question(problemset, step.cell, longest, INFO, message, "ask for what the code gives, in words")


def _spelled_calls(step: SessionStep, question: str) -> Iterator[str]:
    """Give the calls that prose spells with their keywords: ``str.contains with case=False and na=False``."""
    spoken = without_code(question)
    for call in calls(step.tree):
        name = called_name(call)
        if name and re.search(rf"\w\.{re.escape(name)}(?!\w)", spoken):
            pairs = [f"{keyword.arg}={ast.unparse(keyword.value)}" for keyword in call.keywords if keyword.arg]
            spelled = [pair for pair in pairs if re.search(rf"(?<!\w){re.escape(pair)}(?!\w)", spoken)]
            if len(spelled) >= _FEWEST_KEYWORDS:
                yield f"{name} with {', '.join(spelled)}"


def _wholes(step: SessionStep) -> Iterator[str]:
    """Give the code of the cell, and of each function in it, where it does anything at all."""
    functions = [node for node in step.tree.body if isinstance(node, ast.FunctionDef)]
    wholes: list[ast.Module | ast.FunctionDef] = [step.tree, *functions]
    for node in wholes:
        if any(
            isinstance(inner, (*_LOOKUPS, ast.BinOp, ast.Compare)) for part in node.body for inner in ast.walk(part)
        ):
            code = step.cell.code if isinstance(node, ast.Module) else _source(step, node)
            yield from (text for text in (code, _unparsed(node)) if _SHORTEST_WHOLE <= len(_plain(text)) <= _LONGEST)


def _pieces(step: SessionStep) -> Iterator[str]:
    """Give the code of statements, and of the values they compute, that are long enough to be told by."""
    for statement in _statements(step.tree)[:_MOST_STATEMENTS]:
        for node in (statement, *_chain(getattr(statement, "value", None))):
            if isinstance(node, ast.Assign | ast.AugAssign | ast.expr) and _computes(node, step.aliases):
                for code in (_unparsed(node), _source(step, node)):
                    if _SHORTEST <= len("".join(code.split())) <= _LONGEST:
                        yield code


def _short_ends(step: SessionStep) -> Iterator[str]:
    """Give what the cell and its functions end with, where it is more than a name and too short for `_pieces`."""
    bodies = [step.tree.body, *(node.body for node in step.tree.body if isinstance(node, ast.FunctionDef))]
    bound = assigned_names(step.cell.code).bound
    for last in (body[-1] for body in bodies if body):
        value = last.value if isinstance(last, ast.Expr | ast.Return) else None
        if value is None:
            continue
        code = _unparsed(value)
        if len("".join(code.split())) >= _SHORTEST_END and _selects_or_calls(value, step.aliases, bound):
            yield code


def _selects_or_calls(value: ast.expr, aliases: Mapping[str, str], bound: Collection[str]) -> bool:
    """Tell whether an expression looks something up or calls what others made, of a variable.

    A column of a table, and a call of what the cell itself defines, are named by many a question.
    """
    inner = list(ast.walk(value))
    names = {item.id for item in inner if isinstance(item, ast.Name)}
    if not names - set(aliases):
        return False
    own = isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id in bound
    is_column = isinstance(value, ast.Subscript) and any(
        isinstance(item, ast.Constant) and isinstance(item.value, str) for item in ast.walk(value.slice)
    )
    return not own and not is_column and any(isinstance(item, _LOOKUPS) for item in inner)


def _stands_in(code: str, question: str) -> bool:
    """Tell whether code stands in a question whole, and not as a part of longer code, however columns are looked up."""
    return _is_whole(code, question) or _is_whole(_with_points(code), _with_points(question))


def _with_points(text: str) -> str:
    """Return code in which columns are looked up as ``table.column`` wherever they may be."""
    return re.sub(r"\[\s*(['\"])([^\W\d]\w*)\1\s*\]", r".\2", text)


def _is_whole(code: str, question: str) -> bool:
    words = re.findall(r"\w+|[^\w\s]", code)
    # Blanks and the kind of quotes differ between code as it is written and as it is quoted.
    pattern = r"\s*".join("['\"]" if word in "'\"" else re.escape(word) for word in words)
    return re.search(rf"(?<![\w.]){pattern}(?!\w|[(\[]|\.\w)", question.replace("`", " ")) is not None


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


def _source(step: SessionStep, node: ast.AST) -> str:
    return ast.get_source_segment(step.cell.code, node) or ""


def _unparsed(node: ast.AST) -> str:
    try:
        return ast.unparse(node)
    except RecursionError:
        # A sum of a thousand terms is nested deeper than Python prints; no question shows it.
        return ""


def _plain(text: str) -> str:
    return "".join(text.replace("'", '"').replace("`", "").split())
