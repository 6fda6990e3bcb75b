"""Expressions whose value has no order that could be turned round, such as a number or a dict, and those of texts."""

import ast
from collections.abc import Iterator

_SINGLE_CALLS = frozenset(
    {
        *("len", "int", "float", "bool", "str", "repr", "complex", "hash", "ord", "chr", "format", "sum"),
        *("any", "all", "isinstance", "issubclass", "hasattr", "callable", "dict", "set", "frozenset"),
    }
)
"""Functions of Python that give a single value, a dict or a set."""
_TEXT_METHODS = frozenset(
    {"strip", "lstrip", "rstrip", "lower", "upper", "title", "casefold", "capitalize", "removeprefix", "removesuffix"}
)
"""What only a text can do, and a column of texts behind ``.str``."""
_OF_ITS_ARGUMENT = frozenset({"round", "abs"})
"""Functions whose value is single where their first argument is."""
_WITHOUT_ORDER = (ast.Dict, ast.Set, ast.DictComp, ast.SetComp, ast.GeneratorExp, ast.Lambda)
_LISTS = (ast.List, ast.Tuple)
_TRUTHS = (ast.In, ast.NotIn, ast.Is, ast.IsNot)


def has_no_order(tree: ast.Module, node: ast.expr) -> bool:
    """Return whether the value of an expression is plainly one that has no order, or nothing to be in order.

    A name counts where whatever the code binds to it has no order; in doubt the answer is no.
    """
    return _is_single(tree, node, frozenset())


def is_text(node: ast.expr) -> bool:
    """Return whether the value of an expression is plainly a text."""
    match node:
        case ast.BoolOp(values=values):
            return all(map(is_text, values))
        case ast.IfExp(body=body, orelse=otherwise):
            return is_text(body) and is_text(otherwise)
        case ast.Call(func=ast.Attribute(attr=name, value=text)) if name in _TEXT_METHODS:
            return not isinstance(text, ast.Attribute) or text.attr != "str"
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str()), attr="join" | "format")):
            return True
        case ast.Call(func=ast.Name(id="str" | "repr" | "chr" | "format")):
            return True
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _is_single(tree: ast.Module, node: ast.expr, visited: frozenset[str]) -> bool:
    if isinstance(node, ast.Name):
        bound = [*_bound_to(tree, node.id)] if node.id not in visited else []
        return bool(bound) and all(
            value is not None and _is_single(tree, value, visited | {node.id}) for value in bound
        )
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id not in visited:
        returned = _returned_by(tree, node.func.id)
        if returned and all(_is_single(tree, value, visited | {node.func.id}) for value in returned):
            return True
    parts = _parts(node)
    return _is_by_itself(node) if parts is None else all(_is_single(tree, part, visited) for part in parts)


def _returned_by(tree: ast.Module, name: str) -> list[ast.expr]:
    """Return what the only function of a name that code defines may return; nothing where it is not the only one."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name == name]
    is_bound_anew = any(
        isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store) for node in ast.walk(tree)
    )
    yields = any(isinstance(node, ast.Yield | ast.YieldFrom) for function in functions for node in ast.walk(function))
    if len(functions) != 1 or is_bound_anew or yields or functions[0].decorator_list:
        return []
    # What a function inside it returns is looked at as well, which only makes the answer more often no.
    values = [node.value for node in ast.walk(functions[0]) if isinstance(node, ast.Return)]
    return [value if value is not None else ast.Constant(None) for value in values]


def _parts(node: ast.expr) -> list[ast.expr] | None:  # noqa: PLR0911 - a kind each
    """Return the expressions on which it depends whether one has an order; None where it says so by itself."""
    match node:
        case ast.UnaryOp(op=ast.USub() | ast.UAdd() | ast.Invert(), operand=operand):
            return [operand]
        case ast.BinOp(left=left, right=right) if not isinstance(left, _LISTS) and not isinstance(right, _LISTS):
            # Two lists of one element each make one of two.
            return [left, right]
        case ast.BoolOp(values=values):
            return values
        case ast.IfExp(body=body, orelse=otherwise):
            return [body, otherwise]
        case ast.Compare(left=left, ops=operators, comparators=operands):
            return [] if all(isinstance(operator, _TRUTHS) for operator in operators) else [left, *operands]
        case ast.Call(func=ast.Name(id=name), args=[first, *_]) if name in _OF_ITS_ARGUMENT:
            return [first]
        case ast.Call(
            func=ast.Name(id="max" | "min"), args=[ast.GeneratorExp(elt=element) | ast.ListComp(elt=element)]
        ):
            # Neither lists nor texts can be subtracted or divided, and of arrays none is the largest.
            is_number = isinstance(element, ast.BinOp) and isinstance(element.op, ast.Sub | ast.Div | ast.FloorDiv)
            return [] if is_number else [element]
    return None


def _is_by_itself(node: ast.expr) -> bool:
    match node:
        case ast.Constant() | ast.UnaryOp(op=ast.Not()) | ast.Call(func=ast.Attribute(attr="fit")):
            return True
        case ast.List(elts=elements) | ast.Tuple(elts=elements):
            return len(elements) <= 1 and not any(isinstance(element, ast.Starred) for element in elements)
        case ast.Call(func=ast.Name(id=name)):
            return name in _SINGLE_CALLS
        case ast.Call(func=ast.Attribute(attr="item" | "to_dict" | "isoformat"), args=[], keywords=[]):
            return True
        case ast.Subscript(value=ast.Attribute(attr="shape"), slice=ast.Constant(value=int())):
            return True
    return is_text(node) or isinstance(node, _WITHOUT_ORDER)


def _bound_to(tree: ast.Module, name: str) -> Iterator[ast.expr | None]:
    """Yield what code binds to a name; None for what is bound in any bound way than by a plain assignment."""
    plain: set[int] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=[ast.Name(id=target) as place], value=value) if target == name:
                plain.add(id(place))
                yield value
            case ast.AnnAssign(target=ast.Name(id=target) as place, value=value) if target == name:
                plain.add(id(place))
                yield value
            case ast.AugAssign(target=ast.Name(id=target) as place, op=operator, value=value) if target == name:
                plain.add(id(place))
                yield ast.BinOp(ast.Constant(0), operator, value)
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=bound, ctx=ast.Store() | ast.Del()) if bound == name and id(node) not in plain:
                yield None
            case ast.arg(arg=bound) if bound == name:
                yield None
            case ast.FunctionDef(name=bound) | ast.ClassDef(name=bound) | ast.alias(asname=bound) if bound == name:
                yield None
            case ast.alias(name=bound, asname=None) if bound.partition(".")[0] == name:
                yield None
