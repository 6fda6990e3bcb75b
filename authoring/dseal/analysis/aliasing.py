"""Which names may lead to the same object, so that changing it under one name changes it under the other."""

import ast
import builtins
from collections.abc import Iterator
from dataclasses import dataclass

BUILTINS = frozenset(dir(builtins))
_IN_PLACE_WORDS = (
    "append extend insert remove pop clear sort reverse update add discard setdefault popitem difference_update "
    "intersection_update symmetric_difference_update appendleft popleft extendleft rotate subtract fill put resize "
    "itemset partition setflags fit partial_fit fit_transform fit_predict fit_resample set_params set_output write "
    "writelines read readline readlines close send seed add_edge add_edges_from add_node add_nodes_from remove_edge "
    "remove_node"
)
IN_PLACE = frozenset(_IN_PLACE_WORDS.split())
"""Methods that change the object they are called on."""
_IN_PLACE_FUNCTION_WORDS = (
    "shuffle heappush heappop heapify heapreplace heappushpop insort insort_left insort_right copyto place "
    "fill_diagonal put put_along_axis setattr delattr next setitem delitem"
)
IN_PLACE_FUNCTIONS = frozenset(_IN_PLACE_FUNCTION_WORDS.split())
"""Functions that change their first argument."""
_VIEW_WORDS = (
    "reshape ravel view transpose swapaxes squeeze to_numpy groupby rolling expanding resample items values keys get "
    "pop setdefault pipe set_params fit itertuples iterrows get_group head tail"
)
VIEWS = frozenset(_VIEW_WORDS.split())
"""Methods whose result may share memory or elements with the object they are called on."""
_SHARING_WORDS = "iter zip enumerate reversed map filter next getattr list tuple dict set sorted vars max min"
SHARING = frozenset(_SHARING_WORDS.split())
"""Builtins whose result may hold elements of their arguments."""


def works_in_place(call: ast.Call) -> bool:
    """Return whether a call is one of a method that changes the object it is called on."""
    if not isinstance(call.func, ast.Attribute) or call.func.attr not in IN_PLACE:
        return False
    if call.func.attr != "partition":
        return True
    # Arrays are parted in place and by a number, texts, which never change, by a text or below `.str`.
    first = call.args[0] if call.args else None
    is_text = isinstance(first, ast.Constant) and isinstance(first.value, str)
    return not (is_text or (isinstance(call.func.value, ast.Attribute) and call.func.value.attr == "str"))


@dataclass(frozen=True, slots=True)
class Link:
    """After the cell, `target` may be or hold (a part of) what `source` is.

    Where `through` names a function, only if that is one of the session's own.
    """

    target: str
    source: str
    through: str = ""


def roots(leaf: ast.AST) -> frozenset[str]:
    """Return the names that the object an expression leads to may belong to: ``df`` for ``df.loc[0].x.pop``."""
    node = leaf
    while (inner := _holder(node)) is not None:
        node = inner
    if isinstance(node, ast.Name):
        return frozenset({node.id})
    parts = [node.body, node.orelse] if isinstance(node, ast.IfExp) else []
    parts += node.values if isinstance(node, ast.BoolOp) else []
    parts += [node.value] if isinstance(node, ast.NamedExpr) else []
    parts += node.elts if isinstance(node, ast.Tuple | ast.List | ast.Set) else []
    parts += [value for value in node.values if value is not None] if isinstance(node, ast.Dict) else []
    return frozenset().union(*map(roots, parts)) if parts else frozenset()


def _holder(node: ast.AST) -> ast.expr | None:
    match node:
        case ast.Attribute() | ast.Subscript() | ast.Starred() | ast.Await():
            return node.value
        case ast.Call():
            return node.func
        case _:
            return None


def arguments(call: ast.Call) -> list[ast.expr]:
    """Return what is passed in a call, by position and by name."""
    return [*call.args, *(keyword.value for keyword in call.keywords)]


def links(node: ast.AST) -> Iterator[Link]:
    """Give what one statement or expression makes names be, or hold."""
    pairs: list[tuple[ast.AST, ast.AST]] = []
    match node:
        case ast.Assign(targets=targets, value=value):
            pairs += [(target, value) for target in targets]
        case ast.AnnAssign(target=target, value=ast.expr() as value):
            pairs.append((target, value))
        case ast.AugAssign(target=target, value=value) | ast.NamedExpr(target=target, value=value):
            pairs.append((target, value))
        case ast.For(target=target, iter=value) | ast.AsyncFor(target=target, iter=value):
            # An element may belong to anything that the iterable is made of.
            yield from (Link(name, source) for name in _stored(target) for source in _names(value) - BUILTINS)
        case ast.withitem(context_expr=value, optional_vars=ast.expr() as target):
            pairs.append((target, value))
        case ast.Call(func=ast.Attribute(value=holder), args=args) if works_in_place(node):
            # ``xs.append(y)`` makes xs hold y.
            yield from (Link(name, source) for name in roots(holder) for arg in args for source in roots(arg))
    for goal, origin in pairs:
        for name in _stored(goal):
            yield from (Link(name, source, through) for source, through in _shared(origin) if source != name)


def _shared(node: ast.AST) -> Iterator[tuple[str, str]]:
    """Give the names whose objects an expression's value may be, or hold, and the function it went through."""
    match node:
        case ast.Name(id=name):
            yield name, ""
        case ast.Attribute() | ast.Subscript() | ast.Starred() | ast.Await() | ast.NamedExpr():
            yield from _shared(node.value)
        case ast.Call(func=ast.Attribute(value=value, attr=attr)):
            if attr in VIEWS:
                yield from _shared(value)
            for argument in arguments(node):
                yield from ((name, attr) for name in roots(argument))
        case ast.Call(func=ast.Name(id=callee)):
            # What another function passes on is only known of the session's own; `taint` decides.
            through = "" if callee in SHARING else callee
            # A function may give an object that it keeps itself.
            yield callee, callee
            yield from ((name, through) for argument in arguments(node) for name in roots(argument))
        # The values of these are new objects.
        case ast.Constant() | ast.JoinedStr() | ast.Lambda() | ast.Compare() | ast.UnaryOp() | ast.BinOp():
            pass
        case _:
            yield from ((name, "") for name in _names(node))


def _stored(target: ast.AST) -> Iterator[str]:
    """Give the names a target binds, or whose objects it puts something into."""
    match target:
        case ast.Tuple(elts=elts) | ast.List(elts=elts):
            for element in elts:
                yield from _stored(element)
        case ast.Starred(value=value):
            yield from _stored(value)
        case _:
            yield from roots(target)


def _names(node: ast.AST) -> frozenset[str]:
    return frozenset(inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name))
