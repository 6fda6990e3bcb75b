"""Whether code is one expression that only looks at tables, and in words why it is not.

The sandbox bounds what code can do; this check says early, and in words that a model can act on, what a look at data
may hold: arithmetic, comparisons, indexing, comprehensions, lambdas, methods of tables and columns, and the functions
below.
"""

import ast
import re
from collections.abc import Collection, Iterator

from authoring.dseal.python_code import CUSTOMARY, nodes, parse_code


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


LONGEST_EXPRESSION = 800
"""Characters of an expression."""
BUILTINS = _words(
    "abs all any bool dict enumerate float frozenset int len list max min range reversed round set sorted "
    "str sum tuple zip"
)
FUNCTIONS = {
    "pd": _words(
        "Categorical CategoricalDtype DataFrame Grouper Index Interval MultiIndex NA NaT NamedAgg Series "
        "Timedelta Timestamp concat crosstab cut date_range factorize get_dummies isna isnull melt merge "
        "merge_asof notna notnull period_range pivot pivot_table qcut to_datetime to_numeric to_timedelta "
        "unique wide_to_long"
    ),
    "np": _words(
        "abs allclose arange argmax argmin argsort array average bincount ceil clip corrcoef count_nonzero "
        "cov cumsum diff exp float64 floor histogram inf int64 interp isclose isfinite isin isinf isnan isnat "
        "linspace log log10 log1p log2 logical_and logical_not logical_or max maximum mean median min minimum "
        "mod nan nanmax nanmean nanmedian nanmin nanstd nansum ones percentile polyfit prod ptp quantile "
        "round select sign sort sqrt std sum timedelta64 datetime64 unique var where zeros"
    ),
}
"""What may be named of pandas and numpy: nothing that reads or writes files, sets options, or depends on chance."""
CONVERSIONS = _words(
    "to_datetime to_dict to_flat_index to_frame to_list to_numeric to_numpy to_period to_series to_string "
    "to_timedelta to_timestamp"
)
"""Methods whose names begin as those that write files do."""
REFUSED_METHODS = _words("boxplot dump dumps eval format format_map hist insert plot pop setflags style tofile update")
_NODES = (
    *(ast.Attribute, ast.BinOp, ast.BoolOp, ast.Call, ast.Compare, ast.Constant, ast.Dict, ast.DictComp),
    *(ast.FormattedValue, ast.GeneratorExp, ast.IfExp, ast.JoinedStr, ast.Lambda, ast.List, ast.ListComp, ast.Name),
    *(ast.Set, ast.SetComp, ast.Slice, ast.Starred, ast.Subscript, ast.Tuple, ast.UnaryOp, ast.comprehension),
    *(ast.arguments, ast.arg, ast.keyword, ast.operator, ast.unaryop, ast.boolop, ast.cmpop, ast.expr_context),
)


_CALLED_ALONE = frozenset({"pipe", "query"})
"""Methods that call, or run, what they are given, so that this has to stand there."""
_QUERY_NODES = (
    *(ast.Attribute, ast.BinOp, ast.BoolOp, ast.Call, ast.Compare, ast.Constant, ast.List, ast.Name, ast.Tuple),
    *(ast.UnaryOp, ast.keyword, ast.operator, ast.unaryop, ast.boolop, ast.cmpop, ast.Load),
)
"""What a condition in the text of `query` may hold."""
_QUOTED_COLUMN = re.compile(r"`[^`'\"\n]*`")
"""A column of any name. With a quote in it, it may as well be what stands between two texts."""


def refusal_of(code: str, tables: Collection[str]) -> str:
    """Return why code is no read-only expression about the named tables; empty where it is one."""
    if len(code) > LONGEST_EXPRESSION:
        return f"it is longer than {LONGEST_EXPRESSION} characters"
    parsed = parse_code(code.strip())
    if parsed.error is not None:
        return f"it is no Python: {parsed.error.message}"
    body = parsed.tree.body
    if len(body) != 1 or not isinstance(body[0], ast.Expr):
        return "it is no single expression: no statement, loop, import or assignment may stand in it"
    return next(_refusals(body[0].value, tables), "")


def without_customary_imports(code: str) -> str:
    """Return code without the imports before it that a look at data has anyway, under their customary names."""
    parsed = parse_code(code.strip())
    body = parsed.tree.body
    first = next((place for place, statement in enumerate(body) if not _is_customary_import(statement)), len(body))
    if parsed.error is not None or not 0 < first < len(body):
        return code
    # By the place of the last import rather than of the expression, which may begin with a bracket.
    lines = code.strip().splitlines(keepends=True)
    last = body[first - 1]
    line, column = (last.end_lineno or 1) - 1, last.end_col_offset or 0
    # Columns of a syntax tree count bytes.
    remaining = lines[line].encode()[column:].decode() + "".join(lines[line + 1 :])
    return remaining.lstrip("; \t\r\n")


def _is_customary_import(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Import) and all(
        alias.asname in FUNCTIONS and CUSTOMARY.get(alias.asname) == alias.name for alias in statement.names
    )


def looks_at_levels(code: str) -> bool:
    """Return whether an expression ends in a call that lists or counts the levels of a column."""
    body = parse_code(code.strip()).tree.body
    call = body[0].value if len(body) == 1 and isinstance(body[0], ast.Expr) else None
    function = call.func if isinstance(call, ast.Call) else None
    return isinstance(function, ast.Attribute) and function.attr in {"nunique", "unique", "value_counts"}


_TESTS = frozenset(
    {"isna", "isnull", "notna", "notnull", "duplicated", "isin", "between", "eq", "ne", "gt", "ge", "lt", "le"}
)


def looks_at_groups(code: str) -> bool:
    """Return whether an expression ends in the sizes of groups, or in how often something holds in each.

    That these are all equal is what one may hope for, as where ties are looked for, and no answer to a problem.
    """
    body = parse_code(code.strip()).tree.body
    call = body[0].value if len(body) == 1 and isinstance(body[0], ast.Expr) else None
    match call:
        case ast.Call(func=ast.Attribute(attr="size")):
            return True
        case ast.Call(func=ast.Attribute(attr="apply" | "agg" | "transform"), args=[ast.Lambda(body=result), *_]):
            call = result
    match call:
        case ast.Call(func=ast.Attribute(value=tested, attr="sum" | "any" | "all" | "max")):
            return any(
                isinstance(node, ast.Compare)
                or (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _TESTS)
                for node in nodes(tested)
            )
    return False


def _refusals(expression: ast.expr, tables: Collection[str]) -> Iterator[str]:
    every = nodes(expression)
    own = {node.arg for node in every if isinstance(node, ast.arg)}
    own |= {node.id for node in every if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    given = {*tables, *BUILTINS, *FUNCTIONS}
    yield from (f"{name!r} cannot be the name of something else" for name in sorted(own & given))
    # Pandas and numpy stand before a dot and nowhere else, so that no other part of them can be reached.
    dotted = {id(node.value) for node in every if isinstance(node, ast.Attribute)}
    called = {id(node.func) for node in every if isinstance(node, ast.Call)}
    for node in every:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "query":
            yield from _refused_query(node)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "pipe":
            if node.keywords or not (len(node.args) == 1 and isinstance(node.args[0], ast.Lambda)):
                yield "'pipe' takes a lambda that is written out, and nothing else"
        elif isinstance(node, ast.Attribute) and node.attr in _CALLED_ALONE and id(node) not in called:
            yield f"{node.attr!r} can only be called"
        if not isinstance(node, _NODES):
            yield f"it holds a {type(node).__name__}, which no look at data needs"
        elif isinstance(node, ast.Name) and (
            node.id not in given | own or (node.id in FUNCTIONS and id(node) not in dotted)
        ):
            yield f"the name {node.id!r} is none of the tables ({', '.join(tables)}), pd, np or a plain function"
        elif isinstance(node, ast.Attribute):
            yield from _refused_attribute(node)
        elif isinstance(node, ast.keyword) and node.arg == "inplace":
            yield "it changes a table in place"


def _refused_query(call: ast.Call) -> Iterator[str]:
    """Say why a call of `query` does more than compare columns: its text is code, which pandas runs."""
    is_plain = len(call.args) == 1 and all(keyword.arg == "engine" for keyword in call.keywords)
    text = call.args[0].value if is_plain and isinstance(call.args[0], ast.Constant) else None
    if not isinstance(text, str):
        yield "'query' takes its condition written out as one text, and nothing else"
        return
    if "@" in text:
        yield "`@` in the text of 'query' reaches outside of the table"
        return
    parsed = parse_code(_QUOTED_COLUMN.sub("column", text).strip())
    body = parsed.tree.body
    if parsed.error is not None or len(body) != 1 or not isinstance(body[0], ast.Expr):
        yield "the text of 'query' is no single condition about columns"
        return
    for node in nodes(body[0].value):
        if not isinstance(node, _QUERY_NODES):
            yield f"the text of 'query' holds a {type(node).__name__}, which no condition needs"
        elif isinstance(node, ast.Name) and node.id.startswith("_"):
            yield f"{node.id!r} is no public name"
        elif isinstance(node, ast.Attribute) and node.attr in _CALLED_ALONE:
            yield f"the text of 'query' holds {node.attr!r}"
        elif isinstance(node, ast.Attribute):
            yield from _refused_attribute(node)
        elif isinstance(node, ast.Call) and not isinstance(node.func, ast.Attribute):
            yield "the text of 'query' calls a function"


def _refused_attribute(node: ast.Attribute) -> Iterator[str]:
    name = node.attr
    if name.startswith("_"):
        yield f"{name!r} is no public name"
    elif isinstance(node.value, ast.Name) and node.value.id in FUNCTIONS:
        if name not in FUNCTIONS[node.value.id]:
            yield f"{node.value.id}.{name} is none of the functions that look at data"
    elif name in REFUSED_METHODS or (name.startswith("to_") and name not in CONVERSIONS) or name.startswith("read_"):
        yield f"{name!r} writes, draws, or runs text as code"
