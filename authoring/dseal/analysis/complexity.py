"""How hard a problem is, by DSEval's measure of its reference code (the paper's Table 1)."""

import ast

from authoring.dseal.python_code import nodes, parse_code

CONTROL = (ast.For, ast.While, ast.If, ast.With)


def difficulty(code: str) -> float:
    """Return the difficulty of code, without unit: the released sets have 3 to 100, most below 50.

    The same figure as DSEval 0.0.1 gives; code that is no Python, on which DSEval stops, has none and gives 0.
    """
    return float(sum(map(_weight, nodes(parse_code(code).tree))))


def _weight(node: ast.AST) -> int:
    """Return what one node adds; `async` forms are plain statements, as in DSEval."""
    match node:
        case ast.stmt():
            return 3 if isinstance(node, CONTROL) else 1
        case ast.Constant() | ast.Name():
            return 0
        case ast.Call():
            return 3
        case ast.Attribute() | ast.Subscript():
            return 4
        case ast.expr() | ast.arg():
            return 1
        case _:
            return 0
