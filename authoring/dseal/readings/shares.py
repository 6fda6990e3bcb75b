"""Shares: given as a fraction of one, or in percent."""

import ast
from collections.abc import Iterator

from authoring.dseal.mutation.base import Code, answers
from authoring.dseal.python_code import called_name, keyword_of
from authoring.dseal.readings.base import Choice, OpenChoice, words

RANK = 60
_PERCENT_WORDS = words(r"percent|percentages?|per cent|%", "百分|%")
_FRACTION_WORDS = words(
    r"fractions?|proportions?|ratios?|shares?|rates?|probabilit\w+|relative \w+", "比例|比率|占比|概率"
)
_FRACTION_SAID = words(
    r"fractions?|proportions?|ratios?|decimals?|(?:between|from) 0(?:\.0)? (?:and|to) 1(?:\.0)?|0-1|0 to 1|0 to 100|"
    r"probabilit\w+",
    "小数|比例|比率|0到1|0-1|之间|0 到 100",
)
_PART_SAID = words(r"100|hundred|percent\w*", "百分|100")
_FRACTION, _FRACTION_CHINESE = "Give it as a fraction between 0 and 1.", "以 0 到 1 之间的小数表示。"
_PERCENT, _PERCENT_CHINESE = "Give it in percent, from 0 to 100.", "以百分数表示(0 到 100)。"
AS_FRACTION = Choice(
    "percent", "gives a fraction of one", "gives percent", _FRACTION, _PERCENT, _FRACTION_CHINESE, _PERCENT_CHINESE
)  # fmt: skip
AS_PERCENT = Choice(
    "percent", "gives percent", "gives a fraction of one", _PERCENT, _FRACTION, _PERCENT_CHINESE, _FRACTION_CHINESE
)  # fmt: skip


def open_choices(code: Code, question: str) -> Iterator[OpenChoice]:
    """Give the choice where the question speaks of percent and the reference of a fraction, or the other way round."""
    texts = [node.value for node in code.nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    hundreds = [node for node in code.nodes if isinstance(node, ast.Constant) and node.value in {100, 0.01}]
    if any("%" in text for text in texts) or any(isinstance(node, ast.JoinedStr) for node in ast.walk(code.tree)):
        return
    is_percent = _PERCENT_WORDS.search(question) is not None
    if is_percent and not hundreds and not _FRACTION_SAID.search(question):
        for answer, _ in list(answers(code))[-1:]:
            value = _unrounded(code, answer)
            if _is_share(value):
                edit = code.replace(value, f"({code.source(value)} * 100)", AS_FRACTION.other)
                yield OpenChoice(AS_FRACTION, (edit,), is_customary=False)
    if not is_percent and len(hundreds) == 1 and _FRACTION_WORDS.search(question) and not _PART_SAID.search(question):
        for node in code.nodes:
            match node:
                case (
                    ast.BinOp(left=value, op=ast.Mult(), right=ast.Constant(value=100))
                    | ast.BinOp(left=ast.Constant(value=100), op=ast.Mult(), right=value)
                    | ast.Call(func=ast.Attribute(value=value, attr="mul" | "multiply"), args=[ast.Constant(value=100)])
                ) if _holds_share(value):
                    edit = code.replace(node, code.source(value), AS_PERCENT.other)
                    yield OpenChoice(AS_PERCENT, (edit,), is_customary=False)


def _unrounded(code: Code, node: ast.expr) -> ast.expr:
    """Return what is rounded last; the expression itself where nothing is."""
    match node:
        case ast.Call(func=ast.Attribute(value=value, attr="round" | "head" | "item")) if not code.dotted(
            node.func
        ).startswith("numpy."):
            return _unrounded(code, value)
        case ast.Call(func=ast.Name(id="round" | "float"), args=[value, *_]):
            return _unrounded(code, value)
    return node


def _holds_share(node: ast.expr) -> bool:
    """Return whether something within an expression is a share by its look, an average, or divided by something.

    The average of what is true or false is the share of what is true.
    """
    return any(
        isinstance(part, ast.expr) and (_is_share(part) or _is_quotient(part) or _is_average(part))
        for part in ast.walk(node)
    )


def _is_average(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and called_name(node) == "mean"


def _is_quotient(node: ast.expr) -> bool:
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div)


def _is_share(node: ast.expr) -> bool:
    """Return whether an expression gives a share by its look."""
    match node:
        case ast.Call(func=ast.Attribute(attr="value_counts" | "crosstab")):
            return keyword_of(node, "normalize") is not None
        case ast.Call(func=ast.Attribute(value=ast.Compare(), attr="mean"), args=[]):
            return True
        case ast.Call(func=ast.Attribute(attr="pct_change")):
            return True
        case ast.BinOp(op=ast.Div(), right=whole):
            return _is_total(whole)
    return False


def _is_total(node: ast.expr) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="len")) | ast.Call(func=ast.Attribute(attr="sum" | "count" | "size")):
            return True
        case ast.Subscript(value=ast.Attribute(attr="shape")):
            return True
    return False
