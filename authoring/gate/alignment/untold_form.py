"""DS696: an answer put into a tuple or a mapping of which the question has no word."""

import ast
import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.session import at_node
from authoring.gate.alignment._labels import compares
from authoring.gate.alignment.base import AlignmentSubject

INFO = RuleInfo(
    code="DS696",
    name="untold-form",
    severity=Severity.WARNING,
    what="The reference ends with a tuple of several answers, with a dictionary or with a set, which is compared with "
    "its type, and no word of the question is about a tuple, a pair, a mapping, keys, a set or an order of the "
    "answers.",
    why="Two answers may come as a list, a tuple, a table or one after the other, and all but one are refused.",
    bad='# %%\n"""\nquestion: How many rows do `a` and `b` have?\n"""\n\nlen(a), len(b)\n',
    good='# %%\n"""\nquestion: How many rows do `a` and `b` have? Answer with a tuple.\n"""\n\nlen(a), len(b)\n',
)
_TUPLE = re.compile(
    r"\btuples?\b|(?<!which )(?<!what )\bpairs?\b|\btriples?\b|\bcoordinates?\b|\brespectively\b|\border\b|"
    r"\bshape\b|\bdimensions?\b|\bindices\b|\([^()\n]{1,80},[^()\n]{1,80}\)|\bfollowed by\b|\bthen\b|\bsplit\b|"
    r"\bunpack|"
    r"元组|依次|分别|形状|顺序",
    re.IGNORECASE,
)
_MAPPING = re.compile(
    r"\bdict(?:s|ionary|ionaries)?\b|\bmap(?:s|ping|pings|ped)?\b|\bkeys?\b|\bkeyed\b|\bjson\b|\bcounter\b|\{|\bhash|"
    r"\blook-?up\b|字典|映射|键",
    re.IGNORECASE,
)
_SET = re.compile(r"\bsets?\b|unique|distinct|different|集合|不同|唯一", re.IGNORECASE)
_FEWEST = 2


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find a tuple, or a mapping, at the end of the code."""
    last = subject.tree.body[-1] if subject.tree.body else None
    if not isinstance(last, ast.Expr) or not compares(subject):
        return
    question, form = subject.problem.question, _form_of(last.value)
    words = {"tuple": _TUPLE, "dictionary": _MAPPING, "set": _SET}.get(form)
    if words is not None and words.search(question) is None:
        message = f"the answer is a {form}, and the question does not say what holds its parts"
        hint = f"ask for a {form}" + (", or compare with `value_only: true`" if form == "tuple" else "")
        yield at_node(subject.problemset, subject.cell, last, INFO, message, hint)


def _form_of(node: ast.expr) -> str:
    match node:
        case ast.Tuple(elts=elements) if len(elements) >= _FEWEST:
            return "tuple"
        case ast.Dict() | ast.DictComp():
            return "dictionary"
        case ast.Call(func=ast.Name(id="dict")) | ast.Call(func=ast.Attribute(attr="to_dict")):
            return "dictionary"
        case ast.Set() | ast.SetComp() | ast.Call(func=ast.Name(id="set")):
            return "set"
    return ""
