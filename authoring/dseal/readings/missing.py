"""Missing values: counted or not, filled before an average or not, part of the whole of a share or not."""

import ast
import re
from collections.abc import Iterator, Mapping

from authoring.dseal.mutation.base import Code, Edit
from authoring.dseal.python_code import keyword_of
from authoring.dseal.readings.base import MISSING, Choice, OpenChoice, words

RANK = 20
_OUT, _OUT_CHINESE = "Leave missing values out.", "不计缺失值。"
_IN, _IN_CHINESE = "Count missing values as a value of their own.", "把缺失值算作一个单独的值。"
DROPPED = Choice(
    "missing-dropped", "leaves missing values out", "counts missing values as a value of their own",
    _OUT, _IN, _OUT_CHINESE, _IN_CHINESE,
)  # fmt: skip
KEPT = Choice("missing-counted", DROPPED.other, DROPPED.taken, _IN, _OUT, _IN_CHINESE, _OUT_CHINESE)
_ROWS, _ROWS_CHINESE = "Count all rows, with or without a value.", "所有行都计数,无论是否有值。"
_VALUES, _VALUES_CHINESE = "Count only rows with a value.", "只计有值的行。"
VALUES_COUNTED = Choice(
    "rows-with-values", "counts only rows with a value", "counts all rows",
    _VALUES, _ROWS, _VALUES_CHINESE, _ROWS_CHINESE,
)  # fmt: skip
FILLED = Choice(
    "filled", "fills missing values before it sums up", "leaves missing values out",
    "Fill missing values first, and say by what.", _OUT, "先填充缺失值,并说明用什么填充。", _OUT_CHINESE,
    tells=False,
)  # fmt: skip
_OF_ALL, _OF_ALL_CHINESE = (
    "The share is one of all rows, those without a value included.",
    "占比以所有行为分母,包括缺失值。",
)
_OF_KNOWN, _OF_KNOWN_CHINESE = "The share is one of the rows with a value.", "占比以有值的行为分母。"
OF_ALL = Choice(
    "share-of-all", "takes the share of all rows", "takes the share of the rows with a value",
    _OF_ALL, _OF_KNOWN, _OF_ALL_CHINESE, _OF_KNOWN_CHINESE,
)  # fmt: skip
OF_KNOWN = Choice(
    "share-of-known", OF_ALL.other, OF_ALL.taken, _OF_KNOWN, _OF_ALL, _OF_KNOWN_CHINESE, _OF_ALL_CHINESE
)  # fmt: skip
ROWS_LEFT_OUT = Choice(
    "rows-without-values", "leaves out rows with a missing value", "keeps them",
    "Leave out rows with a missing value.", "Keep rows with missing values.",
    "去掉有缺失值的行。", "保留有缺失值的行。",
)  # fmt: skip
ENTRIES_LEFT_OUT = Choice(
    "entries-without-values", "leaves out what its own calculation gives no value for", "keeps it as missing",
    "Say what becomes of groups, periods or rows for which the calculation gives no value.",
    "Keep as missing what the calculation gives no value for.",
    "说明计算得不到值的条目如何处理。", "计算得不到值的条目保留为缺失。",
    tells=False,
)  # fmt: skip
VALUES_FILLED = Choice(
    "filled-values", "fills missing values", "leaves them missing",
    "Fill missing values, and say by what.", "Leave missing values as they are.",
    "填充缺失值,并说明用什么填充。", "缺失值保持不变。",
    tells=False,
)  # fmt: skip
NEGATED = Choice(
    "negated-missing", "takes in rows with a missing value, of which a negated comparison is true", "leaves them out",
    "Rows with a missing value belong to it.", "Leave out rows with a missing value.",
    "有缺失值的行也算在内。", "去掉有缺失值的行。",
)  # fmt: skip
NEGATED_SAID = Choice(
    "negated-missing-said", NEGATED.taken, NEGATED.other,
    "Have the reference leave out rows with a missing value, as the question says.", NEGATED.settles_other,
    "请让参考代码按题意去掉有缺失值的行。", NEGATED.settles_other_chinese,
    tells=False,
)  # fmt: skip
_LEFT_OUT = words(
    r"missing[^.;?!]{0,40}(?:left out|ignored|excluded|not count\w*|skipped|dropped)|(?:ignor\w+|exclud\w+|"
    r"leav\w+ out|without|skip\w+|drop\w+)[^.;?!]{0,25} missing",
    "(?:去掉|不计|忽略|排除)[^。]{0,10}缺失|缺失[^。]{0,10}(?:不计|忽略|排除)",
)
_FILLING = frozenset({"fillna", "ffill", "bfill"})
_MAKING_MISSING = frozenset((
    "unstack", "pivot", "pivot_table", "crosstab", "diff", "pct_change", "shift", "rolling", "expanding", "reindex",
    "reindex_like", "asfreq", "resample", "merge_asof", "join", "map", "where", "mask", "cut", "qcut", "corr",
))  # fmt: skip
"""Calls whose results have missing values where their tables have none."""
_COMPLETE = words(
    r"only|both|complete\w*|exists?|occurs?|present|that ha(?:s|ve)|without|(?:leav\w+|left)(?: [\w`]+){0,4} out|"
    r"no values?|omit\w*|exclud\w*|drop\w*|skip\w*|except",
    "只|仅|都有|完整|得不到|去掉|不计|跳过",
)
"""Words by which a question says for what there are results."""
_COMING_TO_AN_END = words(
    r"(?:ended|finished|completed|closed|concluded|resolved|settled|decided|expired|terminated|retired|departed|"
    r"deceased|delivered|returned|cancell?ed|graduated) \w+|(?:that|which|who) (?:ha(?:ve|s) )?(?:ended|finished|"
    r"expired|closed|left|died|retired|concluded)|still (?:in|open|running|alive|active|going|pending|waiting)|"
    r"not yet (?:\w+ed|over|done)|on-?going|in progress|unfinished|no longer",
    "已(?:结束|完成|关闭|离任)|仍在|尚未|进行中",
)
"""Words by which a question says that some rows have come to no end, and so have no reason, result or day of it."""
_OF_AN_END = re.compile(
    r"reason|cause|outcome|result|end|exit|finish|clos|left|leav|death|died|return|status|resol|deliver|cancel|complet|"
    r"原因|结果|结束",
    re.IGNORECASE,
)
_WHOLE = words(r"(?:of|among|out of|in|across) (?:all|every|the total|total|the whole)|all rows", "所有|全部|总数")
_AVERAGES = frozenset({"mean", "median", "std", "var", "min", "quantile"})
_COMPARING = frozenset({"gt", "ge", "lt", "le", "eq", "between", "isin"})


def open_choices(code: Code, question: str) -> Iterator[OpenChoice]:
    """Give the choices about missing values; any word about them settles all."""
    negated = [edit for node in code.nodes for edit in _negated(code, node)]
    if negated and _LEFT_OUT.search(question):
        yield OpenChoice(NEGATED_SAID, tuple(negated), is_customary=False)
    if MISSING.search(question):
        return
    if negated:
        yield OpenChoice(NEGATED, tuple(negated), is_customary=False)
    settled = {DROPPED.kind, ROWS_LEFT_OUT.kind} if _speaks_of_ends(code, question) else set[str]()
    yield from (choice for choice in _unsettled(code, question) if choice.choice.kind not in settled)


def _unsettled(code: Code, question: str) -> Iterator[OpenChoice]:
    dropped = [edit for node in code.nodes for edit in _without_missing(code, node)]
    if dropped:
        yield OpenChoice(KEPT, tuple(dropped), is_customary=False)
    yield from _counted(code, question)
    yield from _filled(code, question)
    yield from _removed(code, question)
    if not _WHOLE.search(question):
        yield from _shares(code)
    for names in ({"value_counts", "nunique"}, {"groupby"}):
        edits = [
            code.add_argument(node, "dropna=False", DROPPED.other)
            for name, node in _counting(code)
            if name in names and keyword_of(node, "dropna") is None
        ]
        if edits:
            yield OpenChoice(DROPPED, tuple(edits), is_customary=True)


def _negated(code: Code, node: ast.AST) -> Iterator[Edit]:
    """Yield the edit that leaves rows without a value out of a negated comparison with a column, which has them."""
    match node:
        case ast.UnaryOp(
            op=ast.Invert(),
            operand=ast.Compare(
                left=ast.Subscript(slice=ast.Constant(value=str())) as column,
                ops=[ast.Gt() | ast.GtE() | ast.Lt() | ast.LtE()],
            ),
        ):
            yield code.replace(node, f"({code.source(node)} & {code.source(column)}.notna())", NEGATED.other)


def _speaks_of_ends(code: Code, question: str) -> bool:
    """Return whether the question says which rows came to an end, and the code reads a column that only these have."""
    columns = (node.value for node in code.nodes if isinstance(node, ast.Constant) and isinstance(node.value, str))
    return _COMING_TO_AN_END.search(question) is not None and any(map(_OF_AN_END.search, columns))


def _counting(code: Code) -> Iterator[tuple[str, ast.Call]]:
    """Give the calls that leave missing values out unless they are told not to, but those that give shares."""
    for node in code.nodes:
        match node:
            case ast.Call(func=ast.Attribute(attr="value_counts" | "groupby" | "nunique" as name)):
                if name != "value_counts" or keyword_of(node, "normalize") is None:
                    yield name, node


def _without_missing(code: Code, node: ast.AST) -> Iterator[Edit]:
    """Yield the edit that leaves missing values out where they are counted."""
    match node:
        case ast.Call(func=ast.Attribute(attr="value_counts" | "groupby" | "nunique")):
            dropna = keyword_of(node, "dropna")
            is_share = keyword_of(node, "normalize") is not None
            if isinstance(dropna, ast.Constant) and dropna.value is False and not is_share:
                yield code.replace(dropna, "True", KEPT.other)
        case ast.Call(func=ast.Name(id="len"), args=[argument]):
            column = _distinct_of(argument)
            if column is not None:
                yield code.replace(column, f"{code.source(column)}.dropna()", KEPT.other)


def _distinct_of(node: ast.expr) -> ast.expr | None:
    """Return the column whose different values are counted by `len`; missing ones are among them."""
    match node:
        case ast.Call(func=ast.Attribute(value=column, attr="unique"), args=[]):
            return column
        case ast.Call(func=ast.Name(id="set"), args=[ast.Subscript(slice=ast.Constant(value=str())) as column]):
            return column
    return None


def _counted(code: Code, question: str) -> Iterator[OpenChoice]:
    """Give the choice to count the values of a column of which the question does not speak."""
    edits: list[Edit] = []
    for node in code.nodes:
        match node:
            case ast.Call(
                func=ast.Attribute(
                    value=ast.Subscript(value=table, slice=ast.Constant(value=str(column))) as values, attr="count"
                ),
                args=[],
                keywords=[],
            ) if not mentions(question, column):
                is_grouped = any(
                    isinstance(part, ast.Attribute) and part.attr in {"groupby", "resample"} for part in ast.walk(table)
                )
                text = f"{code.source(values)}.size()" if is_grouped else f"len({code.source(values)})"
                edits.append(code.replace(node, text, VALUES_COUNTED.other))
    if edits:
        yield OpenChoice(VALUES_COUNTED, tuple(edits), is_customary=False)


def mentions(question: str, column: str) -> bool:
    """Return whether a question names a column, in its own spelling or in words."""
    plain = re.sub(r"[\W_]+", " ", column).strip().casefold()
    return bool(plain) and plain.rstrip("s") in re.sub(r"[\W_]+", " ", question).casefold()


def _says_filling(call: ast.Call, question: str) -> bool:
    """Return whether a question quotes the text that missing values become: nobody else would have thought of it."""
    value = keyword_of(call, "value") or (call.args[0] if call.args else None)
    return isinstance(value, ast.Constant) and isinstance(value.value, str) and value.value in question


def _filled(code: Code, question: str) -> Iterator[OpenChoice]:
    """Give the choice to fill a column before it is summed up by what counts values."""
    edits = [
        code.replace(node, code.source(values), FILLED.other)
        for outer in code.nodes
        if isinstance(outer, ast.Call) and isinstance(outer.func, ast.Attribute) and outer.func.attr in _AVERAGES
        for node in [outer.func.value]
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "fillna"
        if not _says_filling(node, question)
        for values in [node.func.value]
    ]
    if edits:
        yield OpenChoice(FILLED, tuple(edits), is_customary=False)


def _removed(code: Code, question: str) -> Iterator[OpenChoice]:
    """Give the choice to leave out rows without a value, or to fill values, of tables and columns as such."""
    averaged = {
        id(node.func.value)
        for node in code.nodes
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _AVERAGES
    }
    bound = _bindings(code)
    for choice, names in ((ROWS_LEFT_OUT, frozenset({"dropna"})), (VALUES_FILLED, _FILLING)):
        edits: list[Edit] = []
        receivers: list[ast.expr] = []
        for node in code.nodes:
            match node:
                case ast.Expr(value=ast.Call(func=ast.Attribute(value=rows, attr=name)) as call) if name in names:
                    if keyword_of(call, "inplace") is not None:
                        edits.append(code.replace(node, "pass", choice.other))
                        receivers.append(rows)
                case ast.Call(func=ast.Attribute(value=rows, attr=name)) if name in names and id(node) not in averaged:
                    if keyword_of(node, "inplace") is None and not _says_filling(node, question):
                        edits.append(code.replace(node, code.source(rows), choice.other))
                        receivers.append(rows)
        if not edits:
            continue
        if choice is ROWS_LEFT_OUT and any(_makes_missing(rows, bound) for rows in receivers):
            # Nothing is said of the data by values that are missing in what was made of them.
            if not _COMPLETE.search(question):
                yield OpenChoice(ENTRIES_LEFT_OUT, tuple(edits), is_customary=True)
            continue
        # Whoever counts or lists the values of a column passes over what is missing.
        of_columns = all(isinstance(rows, ast.Subscript) for rows in receivers)
        yield OpenChoice(choice, tuple(edits), is_customary=choice is ROWS_LEFT_OUT and of_columns)


def _bindings(code: Code) -> dict[str, ast.expr]:
    """Return the last expression that each variable of the code is bound to."""
    return {
        target.id: node.value
        for node in code.nodes
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }


def _makes_missing(rows: ast.expr, bound: Mapping[str, ast.expr]) -> bool:
    """Return whether an expression, or what its variables are bound to, has missing values of its own making."""
    pending, seen = [rows], set[str]()
    while pending:
        for node in ast.walk(pending.pop()):
            match node:
                case ast.Call(func=ast.Attribute(attr=name)) if name in _MAKING_MISSING:
                    return True
                case ast.Call(func=ast.Attribute(attr="merge")):
                    how = keyword_of(node, "how")
                    if isinstance(how, ast.Constant) and how.value != "inner":
                        return True
                case ast.Name(id=name) if name in bound and name not in seen:
                    seen.add(name)
                    pending.append(bound[name])
    return False


def _shares(code: Code) -> Iterator[OpenChoice]:
    of_all = [edit for node in code.nodes for edit in _of_known_alone(code, node)]
    if of_all:
        yield OpenChoice(OF_ALL, tuple(of_all), is_customary=False)
    of_known = [
        code.add_argument(node, "dropna=False", OF_KNOWN.other)
        for node in code.nodes
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "value_counts"
        if keyword_of(node, "normalize") is not None and keyword_of(node, "dropna") is None
    ]
    of_known += [edit for node in code.nodes for edit in _of_all(code, node)]
    if of_known:
        yield OpenChoice(OF_KNOWN, tuple(of_known), is_customary=False)


def _of_all(code: Code, node: ast.AST) -> Iterator[Edit]:
    """Yield the edit that takes a share of all rows, where one of the rows with a value is taken."""
    match node:
        case ast.BinOp(
            left=part,
            op=ast.Div(),
            right=ast.Call(
                func=ast.Attribute(
                    value=ast.Call(func=ast.Attribute(value=column, attr="notna" | "notnull")), attr="sum"
                )
            )
            | ast.Call(
                func=ast.Attribute(value=ast.Subscript(slice=ast.Constant(value=str())) as column, attr="count")
            ) as whole,
        ) if any(isinstance(inner, ast.Compare) for inner in ast.walk(part)):
            yield code.replace(whole, f"len({code.source(column)})", OF_KNOWN.other)


def _of_known_alone(code: Code, node: ast.AST) -> Iterator[Edit]:
    """Yield the edit that takes a share of the rows with a value, where one of all rows is taken."""
    match node:
        case ast.Call(func=ast.Attribute(attr="value_counts")) if keyword_of(node, "normalize") is not None:
            dropna = keyword_of(node, "dropna")
            if isinstance(dropna, ast.Constant) and dropna.value is False:
                yield code.replace(dropna, "True", OF_ALL.other)
        case ast.Call(func=ast.Attribute(value=truths, attr="mean"), args=[], keywords=[]):
            column = _compared(truths)
            if column is not None:
                yield code.replace(column, f"{code.source(column)}.dropna()", OF_ALL.other)
        case ast.BinOp(left=part, op=ast.Div(), right=whole):
            table = _length_of(whole)
            columns = {} if table is None else _columns_compared(part, table)
            if len(columns) == 1:
                (column,) = columns.values()
                yield code.replace(whole, f"{code.source(column)}.notna().sum()", OF_ALL.other)


def _compared(node: ast.expr) -> ast.expr | None:
    """Return the column that a single comparison makes truth values of."""
    match node:
        case ast.Compare(
            left=ast.Subscript(slice=ast.Constant(value=str())) | ast.Attribute() as column,
            ops=[ast.Gt() | ast.GtE() | ast.Lt() | ast.LtE() | ast.Eq()],
        ):
            return column
        case ast.Call(
            func=ast.Attribute(
                value=ast.Subscript(slice=ast.Constant(value=str())) | ast.Attribute() as column, attr=name
            )
        ) if name in _COMPARING:
            return column
    return None


def _length_of(node: ast.expr) -> str | None:
    """Return the table whose rows are counted, where it is a variable."""
    match node:
        case ast.Call(func=ast.Name(id="len"), args=[ast.Name(id=table)]):
            return table
        case ast.Subscript(value=ast.Attribute(value=ast.Name(id=table), attr="shape"), slice=ast.Constant(value=0)):
            return table
    return None


def _columns_compared(part: ast.expr, table: str) -> dict[str, ast.expr]:
    """Return the columns of a table that comparisons within an expression look at, by their code."""
    columns: dict[str, ast.expr] = {}
    for node in ast.walk(part):
        column = _compared(node) if isinstance(node, ast.Compare | ast.Call) else None
        if isinstance(column, ast.Subscript | ast.Attribute) and ast.unparse(column.value) == table:
            columns[ast.unparse(column)] = column
        elif column is not None:
            return {}
    return columns
