"""Order of ties: which of equal rows come first, or are taken, where a rank, a sort or an extreme leaves it open.

The other reading turns round what is ordered, so that equal rows stand the other way round and all others as before.
"""

import ast
import re
from collections.abc import Iterator

from authoring.dseal.mutation.base import Code, Edit
from authoring.dseal.python_code import keyword_of
from authoring.dseal.readings.base import TIES, Choice, OpenChoice, words

RANK = 31
_STABLE_SENTENCE, _STABLE_CHINESE = (
    "Rows that are equal in what they are ordered by stay in the order of the table.",
    "排序依据相同的行保持表中的先后顺序。",
)
_ORDERED, _ORDERED_CHINESE = "Say by what equal rows are ordered.", "说明相等的行按什么排序。"
STABLE = Choice(
    "order-of-ties", "leaves equal rows in the order of the table", "has them the other way round",
    _STABLE_SENTENCE, _ORDERED, _STABLE_CHINESE, _ORDERED_CHINESE,
)  # fmt: skip
UNSTABLE = Choice(
    "unstable-ties", "leaves the order of equal rows to how pandas sorts", "has them in another order",
    "Say by what equal rows are ordered, and have the reference order them so.", _ORDERED,
    "说明相等的行按什么排序,并使参考代码照此排序。", _ORDERED_CHINESE,
    tells=False,
)  # fmt: skip
"""No sentence tells what the reference does: another version, or another number of rows, may order them otherwise."""
AGAINST = Choice(
    "said-order-of-ties", "leaves the order of equal rows to how pandas sorts", "orders them as the question says",
    'Have the reference order equal rows as the question says: `.sort_index()` before a sort with `kind="stable"`.',
    "Say by what equal rows are ordered, if not by their labels.",
    '使参考代码照问题所说排列相等的行:先 `.sort_index()`,再用 `kind="stable"` 排序。',
    "若不按标签,说明相等的行按什么排序。",
    tells=False,
)  # fmt: skip
"""The question does say it, and the reference does something else on these data."""
BY_KEY = Choice(
    "ties-by-a-column", "orders equal rows by a further column", "orders them by it the other way round",
    "Say by which further column equal rows are ordered, and in which direction.", _ORDERED,
    "说明相等的行再按哪一列、以何种方向排序。", _ORDERED_CHINESE,
    tells=False,
)  # fmt: skip
_MEAN, _MEAN_CHINESE = "Equal values get the mean of their ranks.", "并列的值取名次的平均值。"
_LOWEST, _LOWEST_CHINESE = "Equal values get the lowest of their ranks.", "并列的值取其中最小的名次。"
_DENSE, _DENSE_CHINESE = "Equal values share a rank, and no rank is left out.", "并列的值名次相同,且名次连续。"
RANKS = {
    "average": Choice(
        "mean-ranks", "gives equal values the mean of their ranks", "gives them the lowest",
        _MEAN, _LOWEST, _MEAN_CHINESE, _LOWEST_CHINESE,
    ),
    "min": Choice(
        "lowest-ranks", "gives equal values the lowest of their ranks", "leaves no rank out",
        _LOWEST, _DENSE, _LOWEST_CHINESE, _DENSE_CHINESE,
    ),
    "dense": Choice(
        "dense-ranks", "gives equal values one rank and leaves none out", "leaves ranks out behind them",
        _DENSE, _LOWEST, _DENSE_CHINESE, _LOWEST_CHINESE,
    ),
}  # fmt: skip
_OTHER_RANKS = {"average": "min", "min": "dense", "dense": "min"}
_RANKED = words(
    r"dense\w*|gaps?|average rank|mean rank|rank\w* \w+ average|method|competition|skip\w*|percentile\w*|quantile\w*|"
    r"spearman\w*|holes?|consecutive|of their ranks|"
    r"shar(?:e|ing) (?:a|the|their) (?:\w+ )?(?:rank|best|lowest|highest|first)",
    "连续|平均名次|百分位",
)
_BY_LABEL = words(
    r"(?:equal\w*|ties?|tied|same)\b[^.\n]{0,80}?\b"
    r"(?:alphabetically|lexicographically|(?:in|by) (?:\w+ ){0,3}?(?:ascending|alphabetical|lexicographic\w*) order)",
    "(?:并列|相同|相等)[^。\n]{0,40}(?:升序|字母顺序)",
)
_TAKING = frozenset({"nlargest", "nsmallest", "idxmax", "idxmin", "value_counts"})
_STEM = 4
_STABLE_KINDS = frozenset({"stable", "mergesort"})


def open_choices(code: Code, question: str) -> Iterator[OpenChoice]:
    """Give the choices about the order of equal rows, and the ranks of equal values."""
    if TIES.search(question):
        if _BY_LABEL.search(question):
            yield from _against_labels(code)
        return
    by_unnamed_keys = [edit for node in code.nodes for edit in _last_key_turned(code, node, question)]
    if by_unnamed_keys:
        yield OpenChoice(BY_KEY, tuple(by_unnamed_keys), is_customary=False)
    turned = [edit for node in code.nodes for edit in _turned_round(code, node)]
    sorts = [node for node in code.nodes if isinstance(node, ast.Call) and _is_unstable(node)]
    if turned:
        yield OpenChoice(UNSTABLE if sorts else STABLE, tuple(turned), is_customary=False)
    straight = [
        _sorted(code, node, node.func.value, "")
        for node in sorts
        if isinstance(node.func, ast.Attribute) and node.func.attr == "sort_values"
    ]
    if straight:
        # Where pandas happens to leave equal rows the other way round, it is their own order that is another one.
        yield OpenChoice(UNSTABLE, tuple(straight), is_customary=False)
    if not _RANKED.search(question):
        yield from _ranks(code)


def _last_key_turned(code: Code, node: ast.AST, question: str) -> Iterator[Edit]:
    """Yield the edit that turns the direction of a sort's last key round, of which the question has no word."""
    match node:
        case ast.Call(func=ast.Attribute(attr="sort_values")):
            by, ascending = (
                keyword_of(node, "by") or (node.args[0] if node.args else None),
                keyword_of(node, "ascending"),
            )
        case _:
            return
    keys = by.elts if isinstance(by, ast.List | ast.Tuple) else []
    key = keys[-1] if len(keys) > 1 else None
    if not isinstance(key, ast.Constant) or not isinstance(key.value, str) or _is_spoken_of(key.value, question):
        return
    match ascending:
        case None:
            yield code.add_argument(node, f"ascending={[True] * (len(keys) - 1) + [False]}", BY_KEY.other)
        case ast.Constant(value=bool(flag)):
            yield code.replace(ascending, str([flag] * (len(keys) - 1) + [not flag]), BY_KEY.other)
        case ast.List(elts=[*_, ast.Constant(value=bool(flag)) as last]):
            yield code.replace(last, str(not flag), BY_KEY.other)


def _is_spoken_of(name: str, question: str) -> bool:
    """Return whether a question orders by a column of this name, or has a word of it where it does not name it."""
    if name in question:
        return (
            re.search(rf"(?i)\b(?:by|then|and|within)\b[^.;]{{0,40}}?(?<!\w){re.escape(name)}(?!\w)", question)
            is not None
        )
    spoken = {word[:_STEM] for word in re.findall(r"[^\W\d_]+", question.casefold())}
    return any(word[:_STEM] in spoken for word in re.findall(r"[^\W\d_]+", name.casefold()))


def _against_labels(code: Code) -> Iterator[OpenChoice]:
    """Give the choice to sort without regard to labels, of which the question says that they order equal rows."""
    edits = []
    for node in code.nodes:
        match node:
            case ast.Call(func=ast.Attribute(value=rows, attr="sort_values")) if _is_unstable(node):
                edits.append(_sorted(code, node, rows, ".sort_index()"))
            case ast.Call(func=ast.Attribute(value=rows, attr="nlargest" | "nsmallest" | "idxmax" | "idxmin")) if (
                keyword_of(node, "keep") is None and not _is_of_groups(rows)
            ):
                edits.append(code.replace(rows, f"{code.source(rows)}.sort_index()", AGAINST.other))
            case ast.Call(func=ast.Attribute(attr="value_counts")) if keyword_of(node, "sort", "ascending") is None:
                ordered = f'{code.source(node)}.sort_index().sort_values(ascending=False, kind="stable")'
                edits.append(code.replace(node, ordered, AGAINST.other))
    if edits:
        yield OpenChoice(AGAINST, tuple(edits), is_customary=False)


def _is_of_groups(rows: ast.expr) -> bool:
    """Return whether something is asked of each group and not of all rows."""
    return any(isinstance(node, ast.Attribute) and node.attr == "groupby" for node in ast.walk(rows)) and not any(
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in {"agg", "aggregate", "sum", "mean", "median", "count", "size", "max", "min", "std", "var"}
        for node in ast.walk(rows)
    )


def _turned_round(code: Code, node: ast.AST) -> Iterator[Edit]:
    """Yield the edit that turns round what a call orders, or takes an extreme of."""
    match node:
        case ast.Call(func=ast.Attribute(value=rows, attr="sort_values")) if not _is_in_place(node):
            yield _sorted(code, node, rows, ".iloc[::-1]")
        case ast.Call(func=ast.Attribute(value=rows, attr=name)) if name in _TAKING:
            if keyword_of(node, "keep", "sort") is None and not _has_module(code, rows):
                yield _turned(code, rows)
        case ast.Call(func=ast.Name(id="sorted" | "max" | "min"), args=[items], keywords=keywords) if any(
            word.arg == "key" and not _is_of_presence(word.value) for word in keywords
        ):
            yield code.replace(items, f"list({code.source(items)})[::-1]", STABLE.other)
        case ast.Call(func=ast.Name(id="Counter") | ast.Attribute(attr="Counter"), args=[items]):
            yield code.replace(items, f"list({code.source(items)})[::-1]", STABLE.other)


def _ranks(code: Code) -> Iterator[OpenChoice]:
    for node in code.nodes:
        match node:
            case ast.Call(func=ast.Attribute(value=values, attr="rank")) if keyword_of(node, "pct") is None:
                method = keyword_of(node, "method") or (node.args[1] if len(node.args) > 1 else None)
                name = method.value if isinstance(method, ast.Constant) else "average" if method is None else ""
                if isinstance(name, str) and name in RANKS:
                    other = f'"{_OTHER_RANKS[name]}"'
                    edit = (
                        code.add_argument(node, f"method={other}", RANKS[name].other)
                        if method is None
                        else code.replace(method, other, RANKS[name].other)
                    )
                    yield OpenChoice(RANKS[name], (edit,), is_customary=False)
                    return
                if name == "first":
                    start, end = code.span(node)
                    turned = _turned(code, values)
                    text = code.text[start : turned.start] + turned.text + code.text[turned.end : end]
                    yield OpenChoice(
                        STABLE, (code.replace(node, f"{text}.iloc[::-1]", STABLE.other),), is_customary=False
                    )
                    return


def _is_of_presence(key: ast.expr) -> bool:
    """Return whether what is there comes before what is missing, and all else stays as it was."""
    return any(name in ast.unparse(key) for name in ("isnull", "isna", "notna", "notnull", "bool"))


def _is_in_place(call: ast.Call) -> bool:
    return keyword_of(call, "inplace") is not None


def _is_unstable(call: ast.Call) -> bool:
    """Return whether equal rows may come in any order: not by a stable kind of sort, or by several columns at once."""
    if not isinstance(call.func, ast.Attribute) or call.func.attr not in {"sort_values", "value_counts"}:
        return False
    kind, by = keyword_of(call, "kind"), keyword_of(call, "by") or (call.args[0] if call.args else None)
    is_kind_stable = isinstance(kind, ast.Constant) and kind.value in _STABLE_KINDS
    return not _is_in_place(call) and not is_kind_stable and not (isinstance(by, ast.List) and len(by.elts) > 1)


def _sorted(code: Code, call: ast.Call, rows: ast.expr, turning: str) -> Edit:
    arguments = [ast.unparse(argument) for argument in call.args]
    arguments += [
        f"{word.arg}={ast.unparse(word.value)}" if word.arg else f"**{ast.unparse(word.value)}"
        for word in call.keywords
        if word.arg != "kind"
    ]
    arguments.append('kind="stable"')
    text = f"{code.source(rows)}{turning}.sort_values({', '.join(arguments)})"
    return code.replace(call, text, STABLE.other)


def _turned(code: Code, rows: ast.expr) -> Edit:
    """Return the edit that turns rows round; of groups, the table that is grouped."""
    inner = rows
    while isinstance(inner, ast.Subscript | ast.Attribute):
        inner = inner.value
    if isinstance(inner, ast.Call) and isinstance(inner.func, ast.Attribute) and inner.func.attr == "groupby":
        rows = inner.func.value
    return code.replace(rows, f"{code.source(rows)}.iloc[::-1]", STABLE.other)


def _has_module(code: Code, rows: ast.expr) -> bool:
    """Return whether a method is a function of a module: ``pd.value_counts``."""
    return re.match(r"(?:pandas|numpy)\b", code.dotted(rows)) is not None
