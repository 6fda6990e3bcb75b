"""DS670: a look at a table that ends the reference, is compared, and was not asked for."""

import ast
import re
from collections.abc import Iterator

from authoring.dseal.analysis.question_reading import without_names
from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.python_code import assigned_names
from authoring.dseal.session import at_node, checks
from authoring.gate.alignment.base import AlignmentSubject

INFO = RuleInfo(
    code="DS670",
    name="unasked-result",
    severity=Severity.WARNING,
    what="The question only asks to store or change something; the reference ends with a look at it (`df.head()`, "
    "`df.shape`, the name alone), and this value is compared.",
    why="An answer that does what the question says and does not end with the same look is refused.",
    bad='# %%\n"""\nquestion: Load `a.csv` as `df`.\n"""\n\ndf = pd.read_csv("inputs/a.csv")\ndf.shape\n',
    good='# %%\n"""\nquestion: Load `a.csv` as `df` and return its shape.\n"""\n\n'
    'df = pd.read_csv("inputs/a.csv")\ndf.shape\n',
)
_LOOKS = frozenset(
    {"head", "tail", "shape", "columns", "dtypes", "info", "describe", "sample", "size", "index", "dtype"}
)
_ASKS = re.compile(
    r"\b(?:what|which|how|who|where|when|return|show|display|print|output|give|calculate|compute|count|find|get|is|are|"
    r"answer|report|tell|result|view|see|look|check|head|shape|sizes?|types?|names? of|describe|summar\w*|list|"
    r"identify|determine|present|value|preview|inspect|verify|confirm|evaluate|number|examine|observe|explore|"
    r"(?:first|last)(?: \w+)? (?:rows?|entries|records|lines))\b|"
    r"[?\uff1f]|返回|显示|打印|输出|给出|计算|多少|什么|哪|查看|展示|列出|统计|回答",
    re.IGNORECASE,
)
_CHANGES = re.compile(
    r"\b(?:store|save|assign|add|create|rename|drop|remove|delete|convert|replace|fill|change|set|sort|update|append|"
    r"insert|normali[sz]e|encode|split|make|turn|transform|clean|build|load|read|import|merge|join|filter|combine)\b|"
    r"存|赋|命名|添加|删除|改|替换|转换|填充|新建|创建|加载|读取|合并|排序",
    re.IGNORECASE,
)


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find a look at what the cell itself made, which no word of the question asks for."""
    body, question = subject.tree.body, without_names(subject.problem.question)
    if len(body) < 2 or not isinstance(body[-1], ast.Expr):  # noqa: PLR2004 - a change, and the look at it
        return
    name = _looked_at(body[-1].value)
    made = assigned_names(subject.cell.code).bound | _changed(subject.tree)
    if name not in made or not any(check.alias == "result" and not check.options for check in checks(subject.problem)):
        return
    if _CHANGES.search(question) and not _ASKS.search(question):
        look = ast.unparse(body[-1].value)
        message = f"the value of `{look}` is compared, and the question does not ask for it"
        hint = "Compare the variable (`namespace_check`, with `template: intact`), or ask for the value."
        yield at_node(subject.problemset, subject.cell, body[-1], INFO, message, hint)


def _looked_at(node: ast.expr) -> str:
    """Return the variable of which nothing but a look is taken; empty for any other expression."""
    match node:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=ast.Name(id=name), attr=attribute) if attribute in _LOOKS:
            return name
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=attribute)) if attribute in _LOOKS:
            return name
        case ast.Call(func=ast.Name(id="len"), args=[ast.Name(id=name)]):
            return name
    return ""


def _changed(tree: ast.Module) -> frozenset[str]:
    """Return the variables of which a cell sets or deletes a part, or that it changes in place."""
    names: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Subscript(value=ast.Name(id=name), ctx=ast.Store() | ast.Del()):
                names.add(name)
            case ast.Attribute(value=ast.Name(id=name), ctx=ast.Store()):
                names.add(name)
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name)), keywords=keywords):
                if any(word.arg == "inplace" for word in keywords):
                    names.add(name)
    return frozenset(names)
