"""Which variables an answer makes, and which of them its question speaks of."""

import ast
import keyword
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from authoring.dseal.analysis.aliasing import IN_PLACE, IN_PLACE_FUNCTIONS, roots
from authoring.dseal.python_code import nodes, parse_code

_LIKE_NAMES = (
    r"(?:call(?:ed| it)?|named|tables?|variables?|dataframes?|data frames?|frame|series|list|array|dictionary|dict|"
    r"tuple|fix)"
)
_AMONG_WORDS = r"(?:to|into|as|in|of|from|and|on|with)"
# From a verb of assigning up to the name, within one sentence; misspelled ones count, too.
_ASSIGNING = r"\b(?:assign\w*|assing|call(?:ed)?|named|save\w*|store\w*|put|keep)\b[^.?!]*?"
_NO_NAMES = frozenset({"a", "after", "an", "by", "on", "so", "that", "the", "what", "whatever", "your"})
"""Words that may follow "called" and are no names."""
_CHANGING_METHODS = frozenset(
    {"pop", "popitem", "popleft", "fit", "partial_fit", "fit_transform", "fit_predict", "fit_resample"}
)
"""Methods that change their object and give something all the same."""
_FEWEST_CONSTANTS = 6
"""Constants from which on data that is written down is more than a parameter."""
_LEAST_SHARE = 0.5
"""Share of them that a question has to tell."""


@dataclass(frozen=True, slots=True)
class BoundNames:
    """The names that code binds at its outermost level."""

    data: tuple[str, ...]
    """Variables, in order of their first binding; those of loops, and names with an underscore, are left out."""
    functions: tuple[str, ...]
    """Functions, classes and lambdas."""
    values: Mapping[str, ast.expr]
    """The expression that a variable was last bound to, where it is bound alone."""


def bound_in(code: str) -> BoundNames:
    """Return what code binds."""
    data: dict[str, None] = {}
    functions: dict[str, None] = {}
    values: dict[str, ast.expr] = {}
    for statement in _outer(parse_code(code).tree.body):
        match statement:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                functions[name] = None
            # Before the general case, because a lambda is a function under a name and cannot be compared.
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Lambda()):
                functions[name] = None
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    data.update(dict.fromkeys(_names(target)))
                    if isinstance(target, ast.Name):
                        values[target.id] = value
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                data[name] = None
                values[name] = value
            case ast.AugAssign(target=ast.Name(id=name)):
                data[name] = None
            case _:
                pass
    data_names = tuple(name for name in data if name not in functions and not name.startswith("_"))
    return BoundNames(data_names, tuple(functions), values)


def changed_in(code: str) -> frozenset[str]:
    """Return the variables whose objects code changes in place.

    A method such as ``append`` does so only where nothing is done with what it gives: pandas has, or had, methods of
    the same names that give a new table.
    """
    tree = parse_code(code).tree
    # Values that stand alone as a statement: nothing is done with what they give.
    statement_values = {id(node.value) for node in nodes(tree) if isinstance(node, ast.Expr)}
    return frozenset(name for node in nodes(tree) for name in _changed(node, is_statement=id(node) in statement_values))


def _changed(node: ast.AST, *, is_statement: bool) -> frozenset[str]:
    match node:
        case ast.Attribute(ctx=ast.Store() | ast.Del()) | ast.Subscript(ctx=ast.Store() | ast.Del()):
            return roots(node.value)
        case ast.AugAssign(target=target):
            return roots(target)
        case ast.Call(func=ast.Attribute(value=value, attr=attr)):
            # `inplace=flag` may be true, so only a plain False rules it out.
            in_place = any(
                keyword.arg == "inplace"
                and not (isinstance(keyword.value, ast.Constant) and keyword.value.value is False)
                for keyword in node.keywords
            )
            changed = (
                roots(value)
                if in_place or attr in _CHANGING_METHODS or (is_statement and attr in IN_PLACE)
                else frozenset[str]()
            )
            return changed | (
                roots(node.args[0]) if attr in IN_PLACE_FUNCTIONS and is_statement and node.args else frozenset()
            )
        case ast.Call(func=ast.Name(id=name), args=[first, *_]) if name in IN_PLACE_FUNCTIONS and is_statement:
            return roots(first)
        case _:
            return frozenset()


def requested_names(question: str) -> frozenset[str]:
    """Return the names that a question gives to variables which are to be made, as "a Series called `ages`"."""
    kinds = r"(?:variable|data ?frame|frame|table|series|list|array|vector|matrix|dict(?:ionary)?|tuple|set)"
    matches = re.findall(rf"(?i)\b{kinds}\s+(?:called|named)[\s:]*[`'\"*_]*([a-z]\w*)", question)
    return frozenset(name for name in matches if not keyword.iskeyword(name) and name.lower() not in _NO_NAMES)


def intermediate(code: str) -> frozenset[str]:
    """Return the variables that code makes only to make another one of them."""
    used: set[str] = set()
    for statement in parse_code(code).tree.body:
        targets = frozenset(name for target in _targets(statement) for name in (*_names(target), *roots(target)))
        # A statement that only shows something uses variables as an end, not on the way to another.
        if targets:
            loaded = {n.id for n in nodes(statement) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
            used |= loaded - targets
    return frozenset(used)


def mentioned_names(question: str, names: frozenset[str], existing: frozenset[str] = frozenset()) -> frozenset[str]:
    """Return the variables that a question speaks of; a plain word counts only where it stands like a name.

    `existing` holds those of the names that are there before the answer runs: words such as "to" lead to them as well.
    """
    return frozenset(name for name in names if _is_named(question, name, exists=name in existing))


def holds_written_data(question: str, code: str) -> bool:
    """Tell whether a question holds the data that code writes down, where it writes down more than parameters."""
    written: list[str] = []
    for statement in parse_code(code).tree.body:
        for target in _targets(statement):
            value = getattr(statement, "value", None)
            # Labels that code writes, as in `df.columns = [...]`, count from three on: they are seldom parameters.
            labels = isinstance(target, ast.Attribute | ast.Subscript)
            constants = list(_constants(value)) if value is not None and _is_data(value) else []
            if len(constants) >= (3 if labels else _FEWEST_CONSTANTS):
                written += constants
    mentioned = sum(_stands(question, constant) for constant in written)
    return mentioned >= _LEAST_SHARE * len(written)


def _is_data(value: ast.expr) -> bool:
    """Tell whether an expression is a literal, or an object made of literals and names of data alone."""
    match value:
        case ast.Dict() | ast.List() | ast.Tuple() | ast.Set():
            return True
        case ast.Call(func=func, args=args, keywords=keywords):
            name = func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")
            passed = [*args, *(argument.value for argument in keywords if argument.arg in {"data", "index"})]
            return name in {"DataFrame", "Series", "array", "dict", "StringIO"} and any(
                _is_data(argument) for argument in passed
            )
        case ast.Constant(value=str(text)):
            return text.count("\n") > 2  # noqa: PLR2004 - a table in a text
        case _:
            return False


def _constants(value: ast.expr) -> Iterator[str]:
    for node in nodes(value):
        if isinstance(node, ast.Constant) and isinstance(node.value, str | int | float):
            # Of a table in a text each cell counts, because a question may show it with other blanks.
            yield from re.findall(r"\S+", str(node.value)) if "\n" in str(node.value) else [str(node.value)]


def _stands(question: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(text)}(?!\w)", question, re.IGNORECASE) is not None


def _is_named(question: str, name: str, *, exists: bool) -> bool:
    word = re.escape(name)
    if re.search(rf"[`'\"]{word}[`'\"]", question):
        return True
    # What no plain word looks like, such as `df_2` or `X`, needs no word before it to be taken for a name.
    if not (name.isalpha() and name.islower() and set(name) & set("aeiouy")):
        return re.search(rf"(?<![\w.]){word}(?!\w)", question) is not None
    # "the price column" speaks of a column, whatever variable is called `price`.
    at = rf"(?:[:\s]+[`'\"*_]*){word}\b(?!\s+(?:column|row|value|number))"
    led = rf"\b{_AMONG_WORDS}" if exists else rf"{_ASSIGNING}\b{_AMONG_WORDS}"
    return re.search(rf"\b{_LIKE_NAMES}{at}|{led}{at}", question) is not None


def _outer(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Walk statements, those inside of conditions, loops and blocks too."""
    for statement in body:
        yield statement
        if isinstance(statement, ast.If | ast.For | ast.While | ast.With | ast.Try):
            for field in ("body", "orelse", "finalbody"):
                yield from _outer(getattr(statement, field, []))
            for handler in getattr(statement, "handlers", []):
                yield from _outer(handler.body)


def _targets(statement: ast.stmt) -> list[ast.expr]:
    match statement:
        case ast.Assign(targets=targets):
            return targets
        case ast.AnnAssign(target=target) | ast.AugAssign(target=target):
            return [target]
        case _:
            return []


def _names(target: ast.expr) -> Iterator[str]:
    match target:
        case ast.Name(id=name):
            yield name
        case ast.Tuple(elts=elts) | ast.List(elts=elts):
            for element in elts:
                yield from _names(element)
        case ast.Starred(value=value):
            yield from _names(value)
        case _:
            pass
