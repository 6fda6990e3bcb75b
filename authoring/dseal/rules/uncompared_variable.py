"""DS223: a variable that is asked for and that no validator looks at."""

import ast
import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.model import Json, Problem, ProblemSet, Surroundings
from authoring.dseal.python_code import assigned_names
from authoring.dseal.rules.unasked_change import lasting_changes
from authoring.dseal.session import SessionStep, at_question, checks, steps

INFO = RuleInfo(
    code="DS223",
    name="uncompared-variable",
    severity=Severity.WARNING,
    what="A question asks to store something as a variable or to write a function, the reference binds it, and "
    "neither a validator nor the expression at the end of the reference looks at it; or it asks for a new "
    "column of a table or to change a table, the reference does, and no validator looks at the table; or it "
    "asks how many or what something is, the reference ends with that, and variables alone are compared. The "
    "length, the shape or an aggregate of a variable is no look at it.",
    why="An answer that leaves the variable out, or stores something else in it, is accepted.",
    bad='# %%\n"""\nquestion: Store 1 + 2 as `total`, and answer with 4.\n"""\n\ntotal = 1 + 2\n4\n',
    good='# %%\n"""\nquestion: Store 1 + 2 as `total`, and answer with 4.\n'
    'validator:\n  namespace_check:\n    total:\n"""\n\ntotal = 1 + 2\n4\n',
)

_QUOTED_NAME = r"(?:[`\"'](?P<{0}>[^\W\d]\w{{0,60}})(?:\([^()`]{{0,200}}\))?[`\"'])"
_STORING = re.compile(
    r"(?i)\b(?:store|save|assign|put|keep|name|call|bind)(?:d|s|ed)?\b[^.;\n`\"']{0,80}?\b(?:in|as|to|into|it|called|named)"
    r"(?: an?| the)?(?: new| global| variable| DataFrame| Series| list| dict| array| function| called| named){0,4} "
    + _QUOTED_NAME.format("stored")
    + r"|\b(?:create|define|write|make|build)(?: an?| the)?(?: new| global){0,2}"
    r" (?:variable|DataFrame|Series|list|dict|dictionary|array|function|model)(?: called| named){0,2} "
    + _QUOTED_NAME.format("created")
    + r"|(?:保存|存|赋值|命名)(?:到|为|在|给|成)(?:变量)?[ ]?"
    + _QUOTED_NAME.format("chinese")
)
_GOING_ON = re.compile(
    r"(?:,|,? and|、|和)(?:[^.;\n`\"']{0,60}?\b(?:in|as|to|into))?[ ]{0,2}" + _QUOTED_NAME.format("further")
)
_BEFORE_COLUMN = re.compile(r"[ ]?(?:column|field|index|key|row|file|列|字段)", re.IGNORECASE)
_MOST_NAMES = 10
_REDUCTIONS = frozenset({"sum", "mean", "median", "max", "min", "count", "nunique", "std", "var", "any", "all"})
"""Methods that give one number of a column; other columns and the order of rows may be anything."""
_CHANGING = (
    r"(?i:\b(?:fill|imput|replac|convert|turn|add|insert|remov|drop|delet|discard|renam|clean|strip|stor|sav|overwrit|"
    r"updat|recod|throw)(?:e|es|s|ing)?\b)"
)
"""Words that ask to change a table for good."""


def check(problemset: ProblemSet, _surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Find variables that a question asks for, that the reference binds, and that nothing judges."""
    session = set[str]()
    for step in steps(problemset):
        problem = step.cell.problem
        bound = assigned_names(step.cell.code).bound
        before, session = session, session | bound
        if problem is None:
            continue
        known = _judged_words(problem) | _shown(step)
        if question := _unjudged_answer(step, problem):
            message = "the question asks for a value, and nothing compares the one that the reference ends with"
            yield at_question(problemset, step.cell, question, INFO, message, "add `result:` to the validator")
            continue
        for name in _stored(problem.question):
            if name in bound and name not in known:
                message = f"the question asks for '{name}', and nothing compares it"
                yield at_question(problemset, step.cell, name, INFO, message, f"add `namespace_check: {{{name}: }}`")
        for table, column in _new_columns(step):
            if table not in _judged_words(problem) and table not in _shown_whole(step):
                message = f"the question asks for the column '{column}' of '{table}', and nothing compares the table"
                yield at_question(problemset, step.cell, column, INFO, message, f"add `namespace_check: {{{table}: }}`")
                break
        else:
            for table in sorted(_changed_tables(step) - set(_stored(problem.question))):
                if table in before and table not in _judged_words(problem) | _shown_whole(step):
                    message = f"the question asks to change '{table}', and nothing compares it"
                    yield at_question(
                        problemset, step.cell, table, INFO, message, f"add `namespace_check: {{{table}: }}`"
                    )


_QUESTIONS = re.compile(
    r"\b(?:how (?:large|many|much|long|old|high|big|often) \w+|what (?:is|are|was|were) the)\b[^?]{0,200}\?",
    re.IGNORECASE,
)


def _unjudged_answer(step: SessionStep, problem: Problem) -> str:
    """Return the sentence that asks for the value at the end of a reference which no validator looks at."""
    last = step.tree.body[-1] if step.tree.body else None
    aliases = {check.alias for check in checks(problem)}
    if (
        not isinstance(last, ast.Expr)
        or "namespace_check" not in aliases
        or aliases - {"namespace_check", "namespace_intact", "crash"}
    ):
        return ""
    match = _QUESTIONS.search(problem.question)
    is_reduced = isinstance(last.value, ast.Call) and any(True for _ in _reduced(last.value))
    return match[0] if match is not None and is_reduced else ""


def _changed_tables(step: SessionStep) -> set[str]:
    """Return the variables that code changes for good and that a sentence of the question says to change."""
    question = step.cell.problem.question if step.cell.problem is not None else ""
    changed = {change.name for change in lasting_changes(step.tree) if not change.is_replacing}
    return {
        name
        for name in changed
        if re.search(rf"{_CHANGING}[^.;\n]{{0,120}}?\b(?:in|of|from|to|into|by) (?:the )?[`'\"]?{name}(?!\w)", question)
    }


def _new_columns(step: SessionStep) -> Iterator[tuple[str, str]]:
    """Yield variables with the columns that code assigns to them and that the question asks to be made."""
    question = step.cell.problem.question if step.cell.problem is not None else ""
    for node in ast.walk(step.tree):
        match node:
            case ast.Subscript(value=ast.Name(id=table), slice=ast.Constant(value=str(column)), ctx=ast.Store()):
                quoted = rf"[`\"']{re.escape(column)}[`\"']"
                if re.search(
                    rf"(?i)\b(?:add|create|make|append|insert|put|store|save|new)\b[^.;\n]{{0,60}}\bcolumns? {quoted}",
                    question,
                ):
                    yield table, column


def _shown_whole(step: SessionStep) -> set[str]:
    """Return the name that the reference ends with, by itself or cut to some rows: its new columns are compared."""
    last = step.tree.body[-1] if step.tree.body else None
    value = last.value if isinstance(last, ast.Expr) else None
    while isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute):
        value = value.func.value
    return {value.id} if isinstance(value, ast.Name) else set()


def _stored(question: str) -> list[str]:
    names = dict[str, None]()
    for first in _STORING.finditer(question):
        match: re.Match[str] | None = first
        for _ in range(_MOST_NAMES):
            if match is None:
                break
            name = next(filter(None, match.groupdict().values()))
            if not _BEFORE_COLUMN.match(question, match.end()):
                names[name] = None
            match = _GOING_ON.match(question, match.end())
    return list(names)[:_MOST_NAMES]


def _judged_words(problem: Problem) -> set[str]:
    """Return every word of the validator block: a variable may be looked at by code in it."""
    words: set[str] = set()
    pending: list[Json] = [dict(problem.validator or {})]
    while pending:
        item = pending.pop()
        if isinstance(item, dict):
            words.update(item)
            pending.extend(item.values())
        elif isinstance(item, list):
            pending.extend(item)
        elif isinstance(item, str):
            words.update(re.findall(r"\w+", item[:5000]))
    return words


def _shown(step: SessionStep) -> set[str]:
    """Return the names in the expression that the reference ends with, but for those of which it gives one number."""
    last = step.tree.body[-1] if step.tree.body else None
    if not isinstance(last, ast.Expr):
        return set()
    reduced = {node.id for node in _reduced(last.value) if isinstance(node, ast.Name)}
    return {node.id for node in ast.walk(last) if isinstance(node, ast.Name)} - reduced


def _reduced(value: ast.expr) -> Iterator[ast.expr]:
    """Yield what an expression gives the length, the shape or an aggregate of, as far as it is nothing else."""
    for _ in range(_MOST_NAMES):
        match value:
            case ast.Call(func=ast.Name(id="int" | "float" | "round" | "str" | "bool"), args=[inner, *_]):
                value = inner
            case ast.Call(func=ast.Name(id="len"), args=[inner]) | ast.Attribute(attr="shape" | "size", value=inner):
                yield _root(inner)
                return
            case ast.Subscript(value=ast.Attribute(attr="shape") as inner):
                value = inner
            case ast.Call(func=ast.Attribute(attr=method, value=inner)) if method in _REDUCTIONS:
                yield _root(inner)
                return
            case ast.Call(func=ast.Attribute(attr="item" | "round" | "tolist", value=inner)):
                value = inner
            case _:
                return


def _root(value: ast.expr) -> ast.expr:
    """Return what columns are taken of and methods are called on, one by one; a function's value is another."""
    while isinstance(value, ast.Call | ast.Subscript | ast.Attribute):
        if isinstance(value, ast.Call) and not isinstance(value.func, ast.Attribute):
            break
        value = value.func if isinstance(value, ast.Call) else value.value
    return value
