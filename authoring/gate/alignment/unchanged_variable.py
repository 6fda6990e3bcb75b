"""DS707: a variable that the question asks to change, and that the reference leaves as it was."""

import ast
import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.python_code import assigned_names, keyword_of, nodes
from authoring.dseal.session import at_question, steps
from authoring.gate.alignment.base import AlignmentSubject

INFO = RuleInfo(
    code="DS707",
    name="unchanged-variable",
    severity=Severity.WARNING,
    what="The question asks to change a variable of the session by its name (to add a column to `df`, to drop rows "
    "from it, to update it, to do something in place), and the reference changes no variable that the question names.",
    why="Whoever does what the question says changes the variable, and is refused, or later problems are asked of "
    "another table than theirs.",
    bad='# %%\ndf = pd.read_csv("inputs/a.csv")\n\n'
    '# %%\n"""\nquestion: Drop the column `a` from `df`.\n"""\n\ndf.drop(columns="a")\n',
    good='# %%\ndf = pd.read_csv("inputs/a.csv")\n\n'
    '# %%\n"""\nquestion: Drop the column `a` from `df`.\n"""\n\ndf = df.drop(columns="a")\n',
)
_SHORTEST = 2
"""Letters of a variable's name that is found in a question without backticks."""
_WITHIN = r"[^.;?!\n\u3002\uff1b\uff1f]{0,80}?"
_TABLE = r"(?:the )?(?:\w+ ){0,2}?"
_CHANGE_PHRASE = (
    rf"\b(?:add|append|insert|attach)\b{_WITHIN}\b(?:to|into|in) {_TABLE}<name>",
    rf"\b(?:drop|remove|delete)\b{_WITHIN}\b(?:from|in) {_TABLE}<name>",
    rf"\b(?:rename|replace|fill|overwrite|convert)\b{_WITHIN}\b(?:in|of) {_TABLE}<name>",
    rf"\b(?:update|modify|overwrite) {_TABLE}<name>",
    r"<name>[^.;?!\n]{0,40}\bin[- ]?place\b",
    rf"\bin[- ]?place\b{_WITHIN}<name>",
    r"\b(?:save|store|assign|write)\b(?: \w+){0,3} back (?:in|to|into|as) (?:the )?<name>",
    r"(?:在|给|为|从|把|将|对)\s*<name>[^。;?\n]{0,30}(?:添加|新增|增加|插入|删除|去除|替换|填充|重命名|修改|更新|原地|就地)",
    r"(?:添加|新增|增加|插入)到\s*<name>",
)
_ELSEWHERE = re.compile(
    r"\bcop(?:y|ies)\b|\bwithout (?:chang|modif|alter|updat)|\b(?:not|never) (?:change|modify|alter|update|overwrite)|"
    r"\bnew (?:data ?frame|table|series|variable|list|dict\w*|object|array)\b|\btemporar|副本|不要?(?:修改|改变)|新的",
    re.IGNORECASE,
)
"""Words by which a question asks for another object than the one that it names."""
_CHANGING = frozenset(
    {
        "append",
        "extend",
        "insert",
        "pop",
        "remove",
        "clear",
        "update",
        "add",
        "setdefault",
        "discard",
        "sort",
        "reverse",
    }
    | {"fill_diagonal", "put", "place", "putmask", "copyto", "shuffle", "heapify", "heappush", "heappop", "insort"}
)
"""Methods and functions that change what they are called on, or given."""
_READING = frozenset(
    {"len", "sum", "min", "max", "list", "set", "dict", "tuple", "sorted", "print", "abs", "round", "type", "range"}
    | {
        "str",
        "repr",
        "int",
        "float",
        "bool",
        "zip",
        "map",
        "any",
        "all",
        "enumerate",
        "filter",
        "isinstance",
        "display",
    }
)
"""Functions that change nothing that they are given."""


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the first variable that is to be changed and is not, where nothing else takes its place."""
    question = subject.problem.question
    assigned = assigned_names(subject.cell.code)
    if assigned.open or _ELSEWHERE.search(question) or any(_is_named(question, name) for name in assigned.bound):
        return
    for name in _session_before(subject):
        asked = next(filter(None, (match.search(question) for match in _patterns(name))), None)
        if asked is not None and not _may_change(subject.tree, name):
            message = f"the question asks to change `{name}`, and the reference leaves it as it is"
            hint = f"bind `{name}` to what the reference makes, or ask for a new table"
            yield at_question(subject.problemset, subject.cell, asked[0], INFO, message, hint)
            return


def _session_before(subject: AlignmentSubject) -> tuple[str, ...]:
    """Return the variables that earlier cells bind, sorted."""
    names: set[str] = set()
    for step in steps(subject.problemset):
        if step.cell is subject.cell:
            break
        names |= assigned_names(step.cell.code).bound
    return tuple(sorted(names))


def _patterns(name: str) -> Iterator[re.Pattern[str]]:
    bare = rf"`{re.escape(name)}`"
    if (len(name) >= _SHORTEST and not name.isalpha()) or name == "df":
        bare = rf"(?:{bare}|(?<![\w`]){re.escape(name)}(?![\w`]))"
    yield from (re.compile(pattern.replace("<name>", bare), re.IGNORECASE) for pattern in _CHANGE_PHRASE)


def _is_named(question: str, name: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", question) is not None


def _may_change(tree: ast.Module, name: str) -> bool:
    """Return whether code may change the value of a variable: sets a part of it, calls what could."""
    for node in nodes(tree):
        match node:
            case ast.Subscript(ctx=ast.Store() | ast.Del()) | ast.Attribute(ctx=ast.Store() | ast.Del()):
                return True
            case ast.Call(func=ast.Attribute(attr=method)) as call:
                if method in _CHANGING or keyword_of(call, "inplace", "out", "copy") is not None:
                    return True
            case ast.Call(func=ast.Name(id=function), args=arguments) if function not in _READING:
                if any(isinstance(part, ast.Name) and part.id == name for a in arguments for part in ast.walk(a)):
                    return True
            case ast.FunctionDef() | ast.Lambda() | ast.ClassDef():
                # What stands in a function may be called on anything.
                if not isinstance(node, ast.Lambda):
                    return True
    return False
