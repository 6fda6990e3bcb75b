"""Joins: whether rows without a partner in the other table are kept."""

import ast
from collections.abc import Iterator

from authoring.dseal.mutation.base import Code, Edit
from authoring.dseal.python_code import keyword_of
from authoring.dseal.readings.base import Choice, OpenChoice, words

RANK = 70
SETTLED = words(
    r"inner|outer|left|right|only|all|every|each|even|match\w*|both|keep\w*|retain\w*|preserv\w*|common|missing|nulls?|"
    r"nans?|without|no|not|never|zero|includ\w+|exist\w*|intersect\w*|union|any|appear\w*|present|add|fill\w*|"
    r"correspond\w*",
    "所有|全部|每|只|仅|左|右|内连接|外连接|没有|匹配|共同|保留|缺失|不|交集|并集|对应",
)
_KEPT, _KEPT_CHINESE = "Keep rows that have no partner in the other table.", "保留在另一张表中没有匹配的行。"
_LEFT_OUT, _LEFT_OUT_CHINESE = (
    "Leave out rows that have no partner in the other table.",
    "去掉在另一张表中没有匹配的行。",
)
KEPT = Choice(
    "join", "keeps rows without a partner in the other table", "leaves them out",
    _KEPT, _LEFT_OUT, _KEPT_CHINESE, _LEFT_OUT_CHINESE,
)  # fmt: skip
LEFT_OUT = Choice(
    "join", "leaves out rows without a partner in the other table", "keeps those of the first table",
    _LEFT_OUT, _KEPT, _LEFT_OUT_CHINESE, _KEPT_CHINESE,
)  # fmt: skip


def open_choices(code: Code, question: str) -> Iterator[OpenChoice]:
    """Give the choices of joins that the question settles by no word; that pandas' default is taken is customary."""
    if SETTLED.search(question):
        return
    edits: list[Edit] = []
    left_out: list[Edit] = []
    for node in code.nodes:
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "merge"):
            continue
        how = keyword_of(node, "how")
        if how is None and all(keyword.arg for keyword in node.keywords):
            left_out.append(code.add_argument(node, 'how="left"', LEFT_OUT.other))
        elif isinstance(how, ast.Constant) and how.value == "inner":
            left_out.append(code.replace(how, '"left"', LEFT_OUT.other))
        elif isinstance(how, ast.Constant) and how.value in {"left", "outer"}:
            edits.append(code.replace(how, '"inner"', KEPT.other))
    if edits:
        yield OpenChoice(KEPT, tuple(edits), is_customary=False)
    if left_out:
        yield OpenChoice(LEFT_OUT, tuple(left_out), is_customary=True)
