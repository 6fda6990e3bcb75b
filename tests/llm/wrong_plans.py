"""Twenty ways of being wrong: each gives another value than the right code, and raises no error."""

import ast
from collections.abc import Sequence

PLANS: Sequence[tuple[str, str]] = (
    ("v + 1", "None"),
    ("v - 1", "-12345"),
    ("v + 2", "len(v) + 1"),
    ("v - 2", "len(v) - 0.5"),
    ("v + 10", "list(v)[:-1] + ['?']"),
    ("v - 10", "['?'] + list(v)[1:]"),
    ("v + 100", "list(v)[::-1] + [0]"),
    ("v - 100", "[0] + list(v)"),
    ("v + 1000", "[None] * (len(v) + 1)"),
    ("v - 1000", "list(range(len(v) + 1))"),
    ("v + 0.5", "'none of them'"),
    ("v - 0.5", "float('inf')"),
    ("v + 12.25", "0.123"),
    ("v - 12.25", "True"),
    ("v + 1e6", "[0.123]"),
    ("v - 1e6", "(1, 2)"),
    ("v * 0 - 12345", "{'other': 1}"),
    ("v * 0 + 0.123", "str(v)[:3] + '?'"),
    ("v * 2 + 31", "['?', str(v)]"),
    ("None", "list(map(str, v)) + ['?']"),
)
"""What a plan gives for a number `v`, and what for a value that has a length."""


def spoiled(code: str, plan: int) -> str:
    """Return code whose last expression, or the value that its last statement assigns, is wrong by one of the plans."""
    number, sized = PLANS[plan % len(PLANS)]
    tree = ast.parse(code)
    last = tree.body[-1] if tree.body else None
    if not isinstance(last, ast.Expr | ast.Assign):
        return f"{code}\n-12345"
    changed = f"(lambda v: ({sized}) if hasattr(v, '__len__') else ({number}))({ast.unparse(last.value)})"
    last.value = ast.parse(changed, mode="eval").body
    return ast.unparse(tree)
