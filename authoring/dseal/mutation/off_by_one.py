"""A bound or a number is off by one."""

import ast
from collections.abc import Iterator

from authoring.dseal.mutation.base import Code, Edit

SUMMARY = "adds 1 to a whole number, or moves a comparison's bound: `<` for `<=`"
_SIGNS: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
}
_UNCOUNTED = frozenset({"axis", "random_state", "seed", "n_jobs", "verbose"})
"""Keywords whose numbers count nothing."""


def edits(code: Code) -> Iterator[Edit]:
    """Change whole numbers and comparisons."""
    spared = {
        id(keyword.value) for keyword in code.nodes if isinstance(keyword, ast.keyword) and keyword.arg in _UNCOUNTED
    }
    for node in code.nodes:
        # Exactly int, because True is one as well.
        if isinstance(node, ast.Constant) and type(node.value) is int and id(node) not in spared:
            yield code.replace(node, str(node.value + 1), f"{node.value + 1} stands for {node.value}")
        elif isinstance(node, ast.Compare):
            operands = [node.left, *node.comparators]
            for left, operator, right in zip(operands, node.ops, operands[1:], strict=False):
                if type(operator) in _SIGNS:
                    sign, opposite = _SIGNS[type(operator)]
                    yield from code.between(left, right, sign, opposite, f"`{opposite}` stands for `{sign}`")
