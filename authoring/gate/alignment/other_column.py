"""DS656: a column in the part that the question gives to another: what is grouped by, sorted by, or the index."""

import ast
import re
from collections.abc import Iterator, Mapping

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.python_code import keyword_of, names_in, nodes, strings
from authoring.dseal.session import at_node, steps
from authoring.gate.alignment._inputs import is_made_from, names_read
from authoring.gate.alignment.base import AlignmentSubject, bound_value, calls, last_value

INFO = RuleInfo(
    code="DS656",
    name="other-column",
    severity=Severity.WARNING,
    what="The question names, in quotes or behind `each`, the column to group by, to sort by, to be the index, the "
    "rows, the columns or the values, the reference takes others for it, and uses the named one for something else.",
    why="A solver who does what the question says is refused.",
    bad='# %%\n"""\nquestion: Give the mean `kind` of each `mass`.\n"""\n\ndf.groupby("kind")["mass"].mean()\n',
    good='# %%\n"""\nquestion: Give the mean `mass` of each `kind`.\n"""\n\ndf.groupby("kind")["mass"].mean()\n',
)
_NAME = r"[`\"'“](?P<name>[^`\"'”\n]{1,60})[`\"'”]"
_SECOND_NAME = _NAME.replace("name", "second")
_PARTS: Mapping[str, re.Pattern[str]] = {
    "group": re.compile(
        r"(?<!column )(?<!row )\b(?:for each|of each|per|by each|in each|for every|of every|group(?:ed|ing)? by|"
        rf"broken down by)"
        rf" (?:the )?(?:column |value of |values of |unique |distinct )?{_NAME}(?! and\b| or\b|,)",
        re.IGNORECASE,
    ),
    "sort": re.compile(
        rf"\b(?:sort(?:ed)?|order(?:ed)?|rank(?:ed)?) by (?:the )?(?:column )?{_NAME}",
        re.IGNORECASE,
    ),
    "index": re.compile(
        rf"(?<!and )(?<!or )(?<!, )(?:{_SECOND_NAME} and )?{_NAME}(?: \([^()\n]*\))?"
        r" (?:column )?as (?:the |its )?index\b(?! and (?:the )?(?:column|value|header))",
        re.IGNORECASE,
    ),
    "values": re.compile(rf"(?<!or )(?<!, ){_NAME} as (?:the |its )?(?:values|name)\b", re.IGNORECASE),
    "rows": re.compile(
        rf"(?<!or )(?<!, ){_NAME} (?:as|for) (?:the )?(?:rows|index)\b|\brows (?:are|by|for) (?:the )?{_SECOND_NAME}|"
        rf"\b(?:a|one) row (?:per|for (?:each|every)) (?:value of )?{_SECOND_NAME.replace('second', 'third')}",
        re.IGNORECASE,
    ),
    "columns": re.compile(
        rf"(?<!or )(?<!, ){_NAME} (?:as|for) (?:the )?columns\b|\bcolumns (?:are|by|for) (?:the )?{_SECOND_NAME}|"
        rf"\b(?:a|one) column (?:per|for (?:each|every)) (?:value of )?{_SECOND_NAME.replace('second', 'third')}",
        re.IGNORECASE,
    ),
}
"""What a question gives a column to be, and how it says so."""

_WORD, _STEM = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])"), 4
_AGGREGATE_WORDS = frozenset((
    "sum", "total", "mean", "average", "median", "min", "max", "minimum", "maximum", "count", "size", "number", "mode",
    "std", "var", "variance", "deviation", "range", "first", "last", "nunique", "share", "percentage", "quantile",
))  # fmt: skip
"""Words that say what is computed of a column, and that `agg` takes as texts."""
_TURNED = {"rows": "columns", "columns": "rows"}


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the first part that another column plays."""
    for part, pattern in _PARTS.items():
        used = {str(text.value) for text in strings(subject.tree)}
        mentions = {frozenset(filter(None, match.groups())) for match in pattern.finditer(subject.problem.question)}
        named = next(iter(mentions), frozenset())
        taken = [*_taken(part, subject.tree)]
        if part == "index" and not taken:
            taken, used = [*_grouped_answer(subject.tree)], _made_columns(subject.tree)
        columns = {column for _, names in taken for column in names}
        if part in _TURNED:
            # A table has rows and columns of its own, and the names of both are for the question to give.
            used = {column for _, names in _taken(_TURNED[part], subject.tree) for column in names}
        others = named - columns
        # Of two names, either may be the other one, where a single call takes as many.
        is_alike = len(named) == 1 or (len(taken) == 1 and len(named) == len(columns))
        if len(mentions) == 1 and columns and others and others <= used and is_alike:
            name, other = min(others), min(columns - named)
            words = {"group": "grouped by", "sort": "sorted by"}.get(part, f"as the {part}")
            message = f"the question names {name!r} {words}, and the reference takes {other!r}"
            yield at_node(subject.problemset, subject.cell, taken[0][0], INFO, message, "make the two say the same")
            return
    yield from _other_group(subject)


def _other_group(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find groups by a column of which the question has no word, where it says `each` of another column of the data."""
    question = subject.problem.question
    spoken = {word.casefold()[:_STEM] for word in _WORD.findall(question)}
    own = {str(text.value) for text in strings(subject.tree)} | names_read(subject.tree)
    known = {name for step in steps(subject.problemset) for name in _columns_of(step.tree)} - own
    for call, keys in _arguments(subject.tree, ("groupby",), ("by",)):
        if not keys or any(_has_word(key, spoken) for key in keys):
            continue
        for name in sorted(known):
            words = r"[\W_]+".join(re.escape(word) for word in _WORD.findall(name))
            # "Rank by the sum of `a`" has a word of an aggregate, which an earlier `agg("sum")` seems to read.
            is_aggregate = name.casefold() in _AGGREGATE_WORDS
            introduced, behind = ("each|every|per", r"(?! of\b)") if is_aggregate else ("each|every|per|by", "")
            if words and re.search(rf"\b(?:{introduced}) (?:the )?{words}s?\b{behind}", question, re.IGNORECASE):
                message = f"the question names {name!r} grouped by, and the reference takes {min(keys)!r}"
                yield at_node(subject.problemset, subject.cell, call, INFO, message, "make the two say the same")
                return
    yield from _other_values(subject)


def _columns_of(tree: ast.Module) -> frozenset[str]:
    """Return the columns that code reads, and those of the tables that it makes from a mapping."""
    mappings = (call.args[0] for call in calls(tree, "DataFrame") if call.args)
    keys = {
        str(text.value)
        for table in mappings
        if isinstance(table, ast.Dict)
        for key in table.keys
        for text in _texts(key)
    }
    return names_read(tree) | keys


def _texts(key: ast.expr | None) -> Iterator[ast.Constant]:
    if isinstance(key, ast.Constant) and isinstance(key.value, str):
        yield key


def _other_values(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the only column that is looked up and has no word in the question, where the only one it names is not."""
    question = subject.problem.question
    columns = {name for step in steps(subject.problemset) for name in _columns_of(step.tree)}
    quoted = {match["name"] for match in re.finditer(_NAME, question)} & columns
    used = {str(text.value) for text in strings(subject.tree)} | names_in(subject.tree) | names_read(subject.tree)
    unused = {name for name in quoted if not any(name in text for text in used)}
    spoken = {word.casefold()[:_STEM] for word in _WORD.findall(question)}
    compared = {
        str(text.value) for n in nodes(subject.tree) if isinstance(n, ast.Compare) for text in _compared_texts(n)
    }
    looked_up = (names_read(subject.tree) & columns) - compared
    strange = {name for name in looked_up if not _has_word(name, spoken)}
    if len(unused) == len(strange) == 1 and not subject.reading.leaves_out:
        name, column = min(unused), min(strange)
        if is_made_from(subject.problemset, subject.cell, column, name):
            return
        node = next(n for n in nodes(subject.tree) if column in {getattr(n, "attr", None), getattr(n, "value", None)})
        if isinstance(node, ast.expr):
            message = f"the question names {name!r}, and the reference takes {column!r}"
            yield at_node(subject.problemset, subject.cell, node, INFO, message, "make the two say the same")


def _compared_texts(node: ast.Compare) -> Iterator[ast.Constant]:
    """Yield the texts that a comparison compares with, which are values and no columns."""
    yield from (text for side in (node.left, *node.comparators) for text in _texts(side))


def _has_word(name: str, spoken: frozenset[str] | set[str]) -> bool:
    words = [word for word in _WORD.findall(name) if len(word) > 1]
    return not words or any(word.casefold()[:_STEM] in spoken for word in words)


def _taken(part: str, tree: ast.Module) -> Iterator[tuple[ast.expr, frozenset[str]]]:
    """Yield what plays a part in the code, with its columns; nothing at all where one is not a literal."""
    places = {
        "group": [*_arguments(tree, ("groupby",), ("by",)), *_arguments(tree, ("pivot_table", "pivot"), ("index",))],
        "sort": [*_arguments(tree, ("sort_values", "nlargest", "nsmallest"), ("by", "columns"))],
        "index": [*_arguments(tree, ("rename_axis", "set_index"), ("keys", "index"))],
        "values": [*_names_of_series(tree)],
        "rows": [*_sides(tree, "index", 0)],
        "columns": [*_sides(tree, "columns", 1)],
    }[part]
    if all(names is not None for _, names in places):
        yield from ((call, names) for call, names in places if names is not None)


def _arguments(
    tree: ast.Module, names: tuple[str, ...], keywords: tuple[str, ...]
) -> Iterator[tuple[ast.expr, frozenset[str] | None]]:
    for call in calls(tree, *names):
        argument = next((word.value for word in call.keywords if word.arg in keywords), None)
        # The number of rows stands before the columns of `nlargest`.
        place = call.args[-1] if call.args else None
        yield call, _literals(argument if argument is not None else place)


def _names_of_series(tree: ast.Module) -> Iterator[tuple[ast.expr, frozenset[str] | None]]:
    """Yield the names that a series is given behind all else, up to the choice of its rows."""
    for call in _links(last_value(tree)):
        names = _literals(call.args[0]) if call.args and _method(call) == "rename" else None
        if names is not None:
            yield call, names


def _grouped_answer(tree: ast.Module) -> Iterator[tuple[ast.expr, frozenset[str]]]:
    """Yield the grouping whose keys are still the index of the answer, with these keys."""
    for call in _links(last_value(tree)):
        if _method(call) == "groupby":
            names = _literals(call.args[0]) if call.args else None
            if names is not None and keyword_of(call, "as_index") is None:
                yield call, names
            return
        if _method(call) not in _KEEPING_THE_INDEX:
            return


_AGGREGATES = frozenset(["agg", "aggregate", "mean", "sum", "median", "min", "max", "count", "std", "size", "nunique"])
# Neither `head` nor `fillna`, which leave the rows of a grouping under their own labels.
_KEEPING_THE_INDEX = _AGGREGATES | {"round", "rename", "sort_values", "sort_index"}
"""Methods behind which the keys of a grouping are the index."""


def _made_columns(tree: ast.Module) -> set[str]:
    """Return the names that code gives to columns: by renaming, or as the names of aggregates."""
    names: set[str] = set()
    for call in calls(tree, "rename"):
        mapping = keyword_of(call, "columns")
        mapping = bound_value(tree, mapping) if mapping is not None else None
        values = mapping.values if isinstance(mapping, ast.Dict) else []
        names.update(str(value.value) for value in values if isinstance(value, ast.Constant))
    for call in calls(tree, "agg", "aggregate"):
        names.update(word.arg for word in call.keywords if word.arg is not None and word.arg != "func")
    return names


def _links(value: ast.expr | None) -> Iterator[ast.Call]:
    """Yield the calls of a chain of methods, the last one first, through columns and rows that are chosen."""
    while value is not None:
        match value:
            case ast.Call(func=ast.Attribute(value=inner)):
                yield value
                value = inner
            case ast.Subscript(value=ast.Attribute(value=inner, attr="iloc" | "loc")) | ast.Subscript(value=inner):
                value = inner
            case _:
                return


def _method(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else ""


def _sides(tree: ast.Module, keyword: str, place: int) -> Iterator[tuple[ast.expr, frozenset[str] | None]]:
    """Yield the columns whose values a pivot, or a cross table, has as rows or as columns."""
    for call in calls(tree, "pivot_table", "pivot"):
        argument = next((word.value for word in call.keywords if word.arg == keyword), None)
        if argument is not None:
            yield call, _literals(argument)
    for call in calls(tree, "crosstab"):
        argument = next((word.value for word in call.keywords if word.arg == keyword), None)
        side = argument if argument is not None else call.args[place] if len(call.args) > place else None
        match side:
            case ast.Subscript(slice=ast.Constant(value=str(name))) | ast.Attribute(attr=name):
                yield call, frozenset({name})
            case _:
                yield call, None


def _literals(node: ast.expr | None) -> frozenset[str] | None:
    elements = node.elts if isinstance(node, ast.List | ast.Tuple) else [node]
    if all(isinstance(element, ast.Constant) and isinstance(element.value, str) for element in elements):
        return frozenset(str(element.value) for element in elements if isinstance(element, ast.Constant))
    return None
