"""References in another author's habits: names for labels, masks and modules, an answer kept in a dict, code in `try`.

As with restatements, every call stays; here it is what stands around it, or what it is called by. Each way holds for
whatever the code does: what is given a name is a constant, a module, or an expression that calls nothing.
"""

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence

from authoring.dseal.python_code import assigned_names, import_aliases, parse_code
from authoring.validators.syntax_tree import copied_tree

_LABEL, _MASK, _ANSWERS, _TABLE, _VALUE = (
    f"{word}_of_mine" for word in ("label", "mask", "answers", "{name}", "answer")
)
_WARNINGS, _NUMBER, _PIPED, _RESULT = (f"{word}_of_mine" for word in ("warnings", "number", "piped", "result"))
_USUAL_NAMES: Mapping[str, str] = {"pd": "pandas", "np": "numpy"}
_MODULES: Mapping[str, str] = {"pandas": "pandas_of_mine", "numpy": "numpy_of_mine"}
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_PURE = (
    *(ast.Name, ast.Attribute, ast.Subscript, ast.Constant, ast.Compare, ast.BinOp, ast.UnaryOp, ast.BoolOp),
    *(ast.expr_context, ast.operator, ast.unaryop, ast.cmpop, ast.boolop),
)
"""Nodes of expressions that call nothing, but for what operators and attributes of tables do."""
_CHANGING = frozenset(
    {"pop", "insert", "update", "append", "extend", "remove", "clear", "sort", "drop", "eval", "exec"}
)
_CALM = frozenset(
    {"len", "int", "float", "str", "bool", "round", "abs", "sum", "min", "max", "list", "tuple", "sorted"}
)
"""Functions that change nothing."""
Paraphrase = tuple[str, str, str]
"""Name, code and description."""


def paraphrases(code: str, tables: Sequence[str]) -> Iterator[Paraphrase]:
    """Yield the ways that fit a reference.

    Args:
        code: the reference.
        tables: names of tables of the session.
    """
    tree = parse_code(code).tree
    if (
        not tree.body
        or "_of_mine" in code
        or any(isinstance(node, ast.ImportFrom) and node.module == "__future__" for node in tree.body)
    ):
        return
    for name, (paraphrase, description) in WAYS.items():
        copy = copied_tree(tree)
        changed = paraphrase(copy, tables)
        if changed is not None:
            try:
                yield name, ast.unparse(ast.fix_missing_locations(ast.Module(changed, []))), description
            except (RecursionError, ValueError):
                continue


def _assigned(name: str, value: ast.expr) -> ast.Assign:
    return ast.Assign([ast.Name(name, ast.Store())], value)


def _in_a_dict(tree: ast.Module, _: Sequence[str]) -> list[ast.stmt] | None:
    *statements, last = tree.body
    if not isinstance(last, ast.Expr):
        return None
    holder = _assigned(_ANSWERS, ast.Dict([ast.Constant("answer")], [last.value]))
    answer = ast.Subscript(ast.Name(_ANSWERS, ast.Load()), ast.Constant("answer"), ast.Load())
    return [*statements, holder, ast.Expr(answer)]


def _tried(tree: ast.Module, _: Sequence[str]) -> list[ast.stmt] | None:
    body, last = [*tree.body], tree.body[-1]
    behind: list[ast.stmt] = []
    if isinstance(last, ast.Expr):
        body[-1] = _assigned(_VALUE, last.value)
        behind = [ast.Expr(ast.Name(_VALUE, ast.Load()))]
    handler = ast.ExceptHandler(ast.Name("Exception", ast.Load()), None, [ast.Raise(None, None)])
    return [ast.Try(body, [handler], [], []), *behind]


def _label_named(tree: ast.Module, _: Sequence[str]) -> list[ast.stmt] | None:
    """Give a name to the first label that code looks something up by."""
    slices = [node.slice for node in ast.walk(tree) if isinstance(node, ast.Subscript)]
    labels = [part.value for part in slices if isinstance(part, ast.Constant) and isinstance(part.value, str)]
    if not labels:
        return None
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant) and node.slice.value == labels[0]:
            node.slice = ast.Name(_LABEL, ast.Load())
    return [_assigned(_LABEL, ast.Constant(labels[0])), *tree.body]


def _mask_named(tree: ast.Module, _: Sequence[str]) -> list[ast.stmt] | None:
    """Give a name to a condition on rows of the last statement, where nothing in that changes what it reads."""
    last = tree.body[-1]
    is_plain = isinstance(last, ast.Expr | ast.Assign) and not any(map(_may_change, ast.walk(last)))
    for node in _outside_of_scopes(last) if is_plain else ():
        match node:
            case ast.Subscript(value=ast.Name(), slice=ast.Compare() | ast.BinOp() as mask, ctx=ast.Load()):
                if all(isinstance(part, _PURE) for part in ast.walk(mask)):
                    node.slice = ast.Name(_MASK, ast.Load())
                    return [*tree.body[:-1], _assigned(_MASK, mask), last]
    return None


def _may_change(node: ast.AST) -> bool:
    match node:
        case ast.NamedExpr() | ast.Await() | ast.keyword(arg="inplace"):
            return True
        case ast.Call(func=ast.Attribute(attr=name)):
            return name in _CHANGING
        case ast.Call(func=ast.Name(id=name)):
            return name not in _CALM
    return False


def _outside_of_scopes(node: ast.AST) -> Iterator[ast.AST]:
    """Yield nodes that are evaluated with the names of the session."""
    yield node
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, _SCOPES + _COMPREHENSIONS):
            yield from _outside_of_scopes(child)


def _modules_named(tree: ast.Module, _: Sequence[str]) -> list[ast.stmt] | None:
    """Have pandas and numpy go by other names, where the code does not import or bind their usual ones itself."""
    names = {"pd": "pandas", "np": "numpy"}
    bound = assigned_names(ast.unparse(tree)).bound | import_aliases(tree).keys()
    arguments = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    used = {
        names[node.value.id]: node.value.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in names
    }
    chosen = {alias: module for module, alias in used.items() if alias not in bound | arguments}
    if not chosen:
        return None
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in chosen:
            node.id = _MODULES[chosen[node.id]]
    imports: list[ast.stmt] = [ast.Import([ast.alias(module, _MODULES[module])]) for module in chosen.values()]
    return [*imports, *tree.body]


def _table_named(tree: ast.Module, tables: Sequence[str]) -> list[ast.stmt] | None:
    """Give another name to a table that the code reads, or changes in place, and never binds."""
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    texts = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    bound = assigned_names(ast.unparse(tree)).bound
    inner = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    stored = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
    is_unfit = any(isinstance(node, ast.Global | ast.Nonlocal) for node in ast.walk(tree))
    for name in () if is_unfit else tables:
        if name in used and name not in bound | inner | stored and not any(name in text for text in texts):
            alias = _TABLE.format(name=name)
            for node in ast.walk(tree):
                if isinstance(node, ast.Name) and node.id == name:
                    node.id = alias
            return [_assigned(alias, ast.Name(name, ast.Load())), *tree.body]
    return None


def _documented(tree: ast.Module, _: Sequence[str]) -> list[ast.stmt] | None:
    function = _plain_function(tree)
    if function is None or ast.get_docstring(function) is not None:
        return None
    function.body.insert(0, ast.Expr(ast.Constant("Return the answer.")))
    return tree.body


def _annotated(tree: ast.Module, _: Sequence[str]) -> list[ast.stmt] | None:
    """Drop the annotations of a function; give it some where it has none."""
    function = _plain_function(tree)
    if function is None:
        return None
    arguments = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
    is_annotated = function.returns is not None or any(argument.annotation for argument in arguments)
    for argument in arguments:
        argument.annotation = None if is_annotated else ast.Name("object", ast.Load())
    function.returns = None if is_annotated or not arguments else ast.Name("object", ast.Load())
    return tree.body if is_annotated or arguments else None


def _arguments_named(tree: ast.Module, _: Sequence[str]) -> list[ast.stmt] | None:
    """Have a function work under another name on its first argument, where it never binds it."""
    function = _plain_function(tree)
    if function is None or not function.args.args:
        return None
    name = function.args.args[0].arg
    body = ast.Module(function.body, [])
    texts = [node.value for node in ast.walk(body) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    names = [node for node in ast.walk(body) if isinstance(node, ast.Name) and node.id == name]
    is_bound = any(not isinstance(node.ctx, ast.Load) for node in names)
    inner = any(isinstance(node, _SCOPES + _COMPREHENSIONS) for node in ast.walk(body))
    if not names or is_bound or inner or any(name in text for text in texts):
        return None
    alias = _TABLE.format(name=name)
    for node in names:
        node.id = alias
    start = 1 if ast.get_docstring(function) is not None else 0
    function.body.insert(start, _assigned(alias, ast.Name(name, ast.Load())))
    return tree.body


def _imported_again(tree: ast.Module, tables: Sequence[str]) -> list[ast.stmt] | None:
    """Import what the code uses once more, as answers do that are written as scripts."""
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    bound = assigned_names(ast.unparse(tree)).bound
    modules = {alias: module for alias, module in _USUAL_NAMES.items() if alias in names and alias not in bound}
    if not modules and names.intersection(tables) and "pd" not in bound:
        modules = {"pd": "pandas"}
    imports: list[ast.stmt] = [ast.Import([ast.alias(module, alias)]) for alias, module in modules.items()]
    return [*imports, *tree.body] if imports else None


def _looked_at_first(tree: ast.Module, tables: Sequence[str]) -> list[ast.stmt] | None:
    """Look at a table that the code reads before anything is done."""
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    table = next((name for name in tables if name in names), None)
    if table is None:
        return None
    look = ast.Attribute(ast.Name(table, ast.Load()), "shape", ast.Load())
    return [ast.Expr(look), *tree.body]


def _warnings_silenced(tree: ast.Module, _: Sequence[str]) -> list[ast.stmt] | None:
    if any(isinstance(node, ast.FunctionDef | ast.ClassDef) for node in tree.body):
        return None
    module = ast.alias("warnings", _WARNINGS)
    called = ast.Attribute(ast.Name(_WARNINGS, ast.Load()), "catch_warnings", ast.Load())
    behind: list[ast.stmt] = []
    body, last = [*tree.body], tree.body[-1]
    if isinstance(last, ast.Expr):
        body[-1] = _assigned(_VALUE, last.value)
        behind = [ast.Expr(ast.Name(_VALUE, ast.Load()))]
    return [ast.Import([module]), ast.With([ast.withitem(ast.Call(called, [], []), None)], body), *behind]


def _number_named(tree: ast.Module, _: Sequence[str]) -> list[ast.stmt] | None:
    """Give a name to the first number that code compares with, or gives to a call."""
    for node in _outside_of_scopes(tree):
        match node:
            case ast.Compare(comparators=[ast.Constant(value=int() | float() as number) as constant]):
                if not isinstance(number, bool):
                    node.comparators = [ast.Name(_NUMBER, ast.Load())]
                    return [_assigned(_NUMBER, constant), *tree.body]
            case ast.Call(args=[ast.Constant(value=int() | float() as number) as constant, *others]):
                if not isinstance(number, bool):
                    node.args = [ast.Name(_NUMBER, ast.Load()), *others]
                    return [_assigned(_NUMBER, constant), *tree.body]
    return None


def _piped(tree: ast.Module, tables: Sequence[str]) -> list[ast.stmt] | None:
    """Call the first method of a table through `pipe`."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=method)) if name in tables:
                inner = any(isinstance(part, ast.NamedExpr | ast.Await) for part in ast.walk(node))
                if not inner and method not in _CHANGING and all(word.arg != "inplace" for word in node.keywords):
                    table = ast.Name(_PIPED, ast.Load())
                    call = ast.Call(ast.Attribute(table, method, ast.Load()), node.args, node.keywords)
                    arguments = ast.arguments([], [ast.arg(_PIPED)], None, [], [], None, [])
                    node.func = ast.Attribute(ast.Name(name, ast.Load()), "pipe", ast.Load())
                    node.args, node.keywords = [ast.Lambda(arguments, call)], []
                    return tree.body
    return None


def _body_tried(tree: ast.Module, _: Sequence[str]) -> list[ast.stmt] | None:
    """Put the body of a function inside `try`, which raises again what is raised."""
    function = _plain_function(tree)
    if function is None or any(isinstance(node, ast.Yield | ast.YieldFrom) for node in ast.walk(function)):
        return None
    handler = ast.ExceptHandler(ast.Name("Exception", ast.Load()), None, [ast.Raise(None, None)])
    start = 1 if ast.get_docstring(function) is not None else 0
    if not function.body[start:]:
        return None
    function.body[start:] = [ast.Try(function.body[start:], [handler], [], [])]
    return tree.body


def _result_named(tree: ast.Module, _: Sequence[str]) -> list[ast.stmt] | None:
    """Store what a function gives at its only end, and give it then, as `result`."""
    function = _plain_function(tree)
    returns = [node for node in ast.walk(tree) if isinstance(node, ast.Return)]
    is_plain = function is not None and len(returns) == 1 and function.body[-1] is returns[0]
    if function is None or not is_plain or returns[0].value is None or isinstance(returns[0].value, ast.Name):
        return None
    if any(isinstance(node, ast.Name | ast.arg) and _RESULT in ast.unparse(node) for node in ast.walk(function)):
        return None
    function.body[-1:] = [_assigned(_RESULT, returns[0].value), ast.Return(ast.Name(_RESULT, ast.Load()))]
    return tree.body


def _plain_function(tree: ast.Module) -> ast.FunctionDef | None:
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    return functions[0] if len(functions) == 1 and not functions[0].decorator_list else None


WAYS: Mapping[str, tuple[Callable[[ast.Module, Sequence[str]], list[ast.stmt] | None], str]] = {
    "in-a-dict": (_in_a_dict, "the answer is kept in a dict first"),
    "under-another-name": (_table_named, "the same table under another name"),
    "tried": (_tried, "the same inside `try`, which raises again what is raised"),
    "label-in-a-variable": (_label_named, "the name of a column in a variable"),
    "mask-in-a-variable": (_mask_named, "the condition on rows in a variable"),
    "other-module-names": (_modules_named, "pandas and numpy under other names"),
    "documented": (_documented, "the function with a docstring"),
    "other-annotations": (_annotated, "the function with annotations, or without those that it has"),
    "imported-again": (_imported_again, "modules are imported once more"),
    "looked-at-first": (_looked_at_first, "the table is looked at first"),
    "warnings-silenced": (_warnings_silenced, "the same inside `catch_warnings`"),
    "number-in-a-variable": (_number_named, "a number in a variable"),
    "piped": (_piped, "a method of the table through `pipe`"),
    "body-tried": (_body_tried, "the body of the function inside `try`"),
    "result-in-a-variable": (_result_named, "what the function gives in a variable first"),
    "argument-in-a-variable": (_arguments_named, "the argument of the function under another name"),
}
"""Every way, by its name."""
NAMES = frozenset(WAYS)
