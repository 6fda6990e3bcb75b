"""References put together otherwise: in a function, step by step, on a copy, printed first; the values are the same.

Where `idioms` put another call in one place, these leave every call and change what surrounds it, as people and agents
do who write the same in a script, in a notebook or in a function.
"""

import ast
import keyword
from collections.abc import Iterator, Sequence

from authoring.dseal.python_code import assigned_names, parse_code
from authoring.validators.syntax_tree import copied_tree

FUNCTION, STEP, VALUE, COPY = "answer_of_mine", "step_of_mine", "value_of_mine", "{name}_of_mine"
"""Names that no session has."""
_CHANGING = frozenset(
    {"pop", "insert", "update", "append", "extend", "remove", "clear", "sort", "fill", "resize", "put"}
)
"""Methods that change what they are called on."""
_SCOPED = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda
NAMES = frozenset(
    {
        *("in-a-function", "computed-in-a-function", "step-by-step", "on-a-copy", "printed-first"),
        "assigned-columns",
        *("stored-return", "other-function-name", "copied-arguments", "as-a-lambda", "inner-function"),
    }
)
"""The names of all ways."""
Restatement = tuple[str, str, str]
"""Name, code and description."""


def restatements(code: str, *, shared: frozenset[str], tables: Sequence[str], prints: bool) -> Iterator[Restatement]:
    """Yield the ways to put a reference together otherwise that fit it.

    Args:
        code: the reference.
        shared: names that other cells or the validator know, which no function may hide.
        tables: names of tables of the session.
        prints: whether printing more changes nothing that is looked at.
    """
    tree = parse_code(code).tree
    if not tree.body or any(_OF_MINE in name for name in _names(tree)):
        return
    rewritten = (
        ("in-a-function", _in_a_function(tree, shared), "the same steps inside a function that is called"),
        ("computed-in-a-function", _computed_in_a_function(tree), "what is assigned last is given by a function"),
        ("step-by-step", _step_by_step(tree), "the first part of the last step stored in a variable"),
        ("assigned-columns", _with_assign(tree), "columns are added by `assign`"),
        ("on-a-copy", _on_a_copy(tree, tables), "the same on a copy of the table"),
        ("printed-first", _printed(tree) if prints else None, "the answer is printed before it is given"),
        ("stored-return", _stored_return(tree), "what a function returns is stored in a variable first"),
        ("other-function-name", _named_otherwise(tree), "the function is defined under another name and assigned"),
        ("copied-arguments", _copied_arguments(tree), "the function works on copies of its arguments"),
        ("as-a-lambda", _as_a_lambda(tree), "the function as a lambda that is assigned"),
        ("inner-function", _with_inner_function(tree), "what the function does stands in a function inside it"),
    )
    for name, changed, description in rewritten:
        if changed is not None:
            yield name, changed, description


_OF_MINE = "_of_mine"


def _names(tree: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


def _code(*statements: ast.stmt) -> str | None:
    module = ast.Module(list(statements), [])
    try:
        return ast.unparse(ast.fix_missing_locations(module))
    except (RecursionError, ValueError):
        return None


def _assigned(name: str, value: ast.expr) -> ast.Assign:
    return ast.Assign([ast.Name(name, ast.Store())], value)


def _load(name: str) -> ast.Name:
    return ast.Name(name, ast.Load())


def _in_a_function(tree: ast.Module, shared: frozenset[str]) -> str | None:
    """Return the code inside a function, or its last expression alone where other cells know a name that it binds."""
    copy = copied_tree(tree)
    *statements, last = copy.body
    if not isinstance(last, ast.Expr) or _binds_inside(last):
        return None
    unfit = (ast.Global, ast.Nonlocal, ast.Import, ast.ImportFrom, ast.Delete, ast.ClassDef, ast.NamedExpr)
    is_unfit = any(isinstance(node, unfit) for node in ast.walk(copy))
    if is_unfit or assigned_names(ast.unparse(copy)).bound & shared:
        return _code(*statements, _function([ast.Return(last.value)]), ast.Expr(_called()))
    return _code(_function([*statements, ast.Return(last.value)]), ast.Expr(_called()))


def _computed_in_a_function(tree: ast.Module) -> str | None:
    """Return the code with what its last assignment binds given by a function."""
    copy = copied_tree(tree)
    assignments = [node for node in copy.body if isinstance(node, ast.Assign)]
    if not assignments or _binds_inside(assignments[-1].value):
        return None
    last = assignments[-1]
    function = _function([ast.Return(last.value)])
    last.value = _called()
    copy.body.insert(copy.body.index(last), function)
    return _code(*copy.body)


def _binds_inside(tree: ast.AST) -> bool:
    """Return whether an expression binds a name, or waits or yields, so that it is another one in a function."""
    return any(isinstance(node, ast.NamedExpr | ast.Await | ast.Yield | ast.YieldFrom) for node in ast.walk(tree))


def _function(body: list[ast.stmt]) -> ast.FunctionDef:
    arguments = ast.arguments([], [], None, [], [], None, [])
    function = ast.FunctionDef(FUNCTION, arguments, body, [], None, None)
    # Python 3.12 and later ask for it.
    vars(function).setdefault("type_params", [])
    return function


def _called() -> ast.Call:
    return ast.Call(_load(FUNCTION), [], [])


def _step_by_step(tree: ast.Module) -> str | None:
    """Return the code with what is computed first in its last statement stored in a variable."""
    copy = copied_tree(tree)
    *statements, last = copy.body
    if not isinstance(last, ast.Expr | ast.Assign):
        return None
    first = _computed_first(last.value)
    if first is None:
        return None
    parent, part = first
    if isinstance(parent, ast.Attribute | ast.Subscript):
        parent.value = _load(STEP)
    elif isinstance(parent, ast.Call):
        parent.args[0] = _load(STEP)
    return _code(*statements, _assigned(STEP, part), last)


def _computed_first(node: ast.expr) -> tuple[ast.expr, ast.expr] | None:  # noqa: PLR0911 - a kind each
    """Return a call that is evaluated before all else in an expression, and the node that it stands in."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Call() as part) as parent):
            return parent, part
        case ast.Call(func=ast.Attribute(value=value)):
            return _computed_first(value)
        case ast.Call(func=ast.Name(), args=[ast.Call() as part, *_]):
            return node, part
        case ast.Attribute(value=ast.Call() as part) | ast.Subscript(value=ast.Call() as part):
            return node, part
        case ast.Attribute(value=value) | ast.Subscript(value=value):
            return _computed_first(value)
        case ast.BinOp(left=left):
            return _computed_first(left)
    return None


def _with_assign(tree: ast.Module) -> str | None:
    """Return the code with `table = table.assign(column=...)` for the first `table["column"] = ...`."""
    copy = copied_tree(tree)
    for place, node in enumerate(copy.body):
        match node:
            case ast.Assign(
                targets=[ast.Subscript(value=ast.Name(id=name), slice=ast.Constant(value=str(column)))], value=value
            ) if column.isidentifier() and not keyword.iskeyword(column) and not _binds_inside(value):
                method = ast.Attribute(_load(name), "assign", ast.Load())
                copy.body[place] = _assigned(name, ast.Call(method, [], [ast.keyword(column, value)]))
                return _code(*copy.body)
    return None


def _on_a_copy(tree: ast.Module, tables: Sequence[str]) -> str | None:
    """Return the code with a copy in the place of a table that it reads and does not change."""
    name = next((name for name in tables if name in _names(tree)), None)
    if name is None or isinstance(_last_value(tree), ast.Name) or _changes(tree, name):
        return None
    copy = copied_tree(tree)
    other = COPY.format(name=name)
    for node in ast.walk(copy):
        if isinstance(node, ast.Name) and node.id == name:
            node.id = other
    copied = ast.Call(ast.Attribute(_load(name), "copy", ast.Load()), [], [])
    return _code(_assigned(other, copied), *copy.body)


def _last_value(tree: ast.Module) -> ast.expr | None:
    last = tree.body[-1]
    return last.value if isinstance(last, ast.Expr) else None


def _changes(tree: ast.AST, name: str) -> bool:  # noqa: PLR0911 - a kind of change each
    """Return whether code binds a name, or may change what it stands for or a part of that."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=other, ctx=ast.Store() | ast.Del()) if other == name:
                return True
            case ast.arg(arg=other) if other == name:
                return True
            case ast.Subscript(ctx=ast.Store() | ast.Del()) | ast.Attribute(ctx=ast.Store() | ast.Del()):
                return True
            case ast.AugAssign() | ast.Global() | ast.keyword(arg="inplace"):
                return True
            case ast.Call(func=ast.Attribute(attr=method)) if method in _CHANGING:
                return True
            case ast.Constant(value=str(text)) if name in text.replace(f"'{name}'", ""):
                # A query may speak of the variable, as ``@df``, and a text of its name.
                return True
    return False


def _printed(tree: ast.Module) -> str | None:
    value = _last_value(tree)
    if value is None or (isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "print"):
        return None
    shown = ast.Expr(ast.Call(_load("print"), [_load(VALUE)], []))
    return _code(*tree.body[:-1], _assigned(VALUE, value), shown, ast.Expr(_load(VALUE)))


def _only_function(tree: ast.Module) -> ast.FunctionDef | None:
    """Return the function that code defines, where it defines one that is plain."""
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    others = [node for node in ast.walk(tree) if isinstance(node, _SCOPED) and node not in functions]
    is_plain = len(functions) == 1 and not others and not functions[0].decorator_list
    has_yield = any(isinstance(node, ast.Yield | ast.YieldFrom) for node in ast.walk(tree))
    return functions[0] if is_plain and not has_yield else None


def _stored_return(tree: ast.Module) -> str | None:
    copy = copied_tree(tree)
    function = _only_function(copy)
    if function is None or not isinstance(function.body[-1], ast.Return) or function.body[-1].value is None:
        return None
    value = function.body[-1].value
    function.body[-1:] = [_assigned(VALUE, value), ast.Return(_load(VALUE))]
    return _code(*copy.body)


def _named_otherwise(tree: ast.Module) -> str | None:
    copy = copied_tree(tree)
    function = _only_function(copy)
    if function is None or function.name in _names(ast.Module(function.body, [])):
        return None
    name, function.name = function.name, COPY.format(name=function.name)
    place = copy.body.index(function)
    copy.body.insert(place + 1, _assigned(name, _load(function.name)))
    return _code(*copy.body)


def _copied_arguments(tree: ast.Module) -> str | None:
    copy = copied_tree(tree)
    function = _only_function(copy)
    if function is None or not any(isinstance(node, ast.Return) and node.value for node in ast.walk(function)):
        return None
    names = [argument.arg for argument in function.args.args]
    body = ast.Module(function.body, [])
    if not names or any(_changes(body, name) for name in names):
        return None
    deep = ast.Attribute(_load("copy_of_mine"), "deepcopy", ast.Load())
    copies = [_assigned(name, ast.Call(deep, [_load(name)], [])) for name in names]
    function.body[:0] = [ast.Import([ast.alias("copy", "copy_of_mine")]), *copies]
    return _code(*copy.body)


def _as_a_lambda(tree: ast.Module) -> str | None:
    copy = copied_tree(tree)
    function = _only_function(copy)
    if function is None:
        return None
    statements = [node for node in function.body if not _is_text(node)]
    if len(statements) != 1 or not isinstance(statements[0], ast.Return) or statements[0].value is None:
        return None
    for argument in [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]:
        argument.annotation = None
    copy.body[copy.body.index(function)] = _assigned(function.name, ast.Lambda(function.args, statements[0].value))
    return _code(*copy.body)


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _with_inner_function(tree: ast.Module) -> str | None:
    copy = copied_tree(tree)
    function = _only_function(copy)
    unfit = (ast.Global, ast.Nonlocal, ast.Import, ast.ImportFrom, ast.Delete)
    if function is None or any(isinstance(node, unfit) for node in ast.walk(function)):
        return None
    names = {argument.arg for argument in ast.walk(function.args) if isinstance(argument, ast.arg)}
    body = ast.Module(function.body, [])
    # An argument that is bound anew would be a name of the inner function.
    if any(
        isinstance(node, ast.Name) and node.id in names and not isinstance(node.ctx, ast.Load)
        for node in ast.walk(body)
    ):
        return None
    function.body = [_function(function.body), ast.Return(_called())]
    return _code(*copy.body)
