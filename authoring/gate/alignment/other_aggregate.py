"""DS647: another aggregate than the question asks for: a sum, a count, a mean."""

import ast
import re
from collections.abc import Iterator, Sequence
from itertools import chain

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.python_code import called_name, keyword_of, strings
from authoring.dseal.session import at_node
from authoring.gate.alignment.base import AlignmentSubject, calls

INFO = RuleInfo(
    code="DS647",
    name="other-aggregate",
    severity=Severity.WARNING,
    what="The question asks for a sum, a count or a mean only, and the reference takes another of them only; or it "
    "says an aggregate right before a column, and the reference takes another one of the groups of this column; or the "
    "reference counts a column of truths, which counts those that are false as well.",
    why="A solver who does what the question says is refused.",
    bad='# %%\n"""\nquestion: What is the sum of a?\n"""\n\ndf.a.mean()\n',
    good='# %%\n"""\nquestion: What is the sum of a?\n"""\n\ndf.a.sum()\n',
)
_MEANS = ("mean", "nanmean", "average", "fmean")
_SUMS = ("sum", "nansum", "fsum")
_COUNTS = ("count", "size", "len", "value_counts", "Counter", "count_nonzero", "bincount", "most_common")
_SUMMING_CALLS = (
    "cumsum",
    "dot",
    "add",
    "agg",
    "aggregate",
    "reduce",
    "accumulate",
    "apply",
    "pivot_table",
    "crosstab",
)
_DISTINCT = (
    *("nunique", "unique", "drop_duplicates", "duplicated", "value_counts", "set", "Counter", "fromkeys"),
    *("groupby", "pivot_table", "pivot", "crosstab", "get_dummies", "factorize", "agg", "transform"),
)
_RUNNING_MEAN = re.compile(r"\b(?:cumulative|running) (?:mean|average)\b|累计均值|累积平均", re.IGNORECASE)
_AVERAGING = ("median", "nanmedian", "rolling", "ewm", "expanding", "describe", "div", "truediv", "divide", "resample")


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the other aggregate than the question names."""
    finding = next(chain(_findings(subject), _inner(subject)), None)
    if finding is not None:
        message = f"the question asks for {finding[1]}, the reference takes {finding[2]}"
        yield at_node(subject.problemset, subject.cell, finding[0], INFO, message, "make the two say the same")


_PARTS_OF_WORDS = {
    "a sum": re.compile(r"\b(?:total|summed|sum of(?: the)?)\s+`([^`\n]+)`", re.IGNORECASE),
    "a mean": re.compile(r"\b(?:mean|average)\s+(?:of\s+(?:the\s+)?)?`([^`\n]+)`", re.IGNORECASE),
    "a median": re.compile(r"\bmedian\s+(?:of\s+(?:the\s+)?)?`([^`\n]+)`", re.IGNORECASE),
    "a standard deviation": re.compile(
        r"\bstandard deviation(?:\s*\([^)\n]*\))?\s+of\s+(?:the\s+)?`([^`\n]+)`", re.IGNORECASE
    ),
}
"""Words for an aggregate that stand right before a column."""
_NAMES_OF_AGGREGATES = {
    "a sum": {"sum"},
    "a mean": {"mean"},
    "a median": {"median", "quantile"},
    "a standard deviation": {"std"},
    "a maximum": {"max"},
    "a minimum": {"min"},
}
_AGGREGATE_PHRASE = {
    "sum": "a sum",
    "mean": "a mean",
    "median": "a median",
    "std": "a standard deviation",
    "max": "a maximum",
    "min": "a minimum",
    "sem": "a standard error",
    "var": "a variance",
}


def _inner(subject: AlignmentSubject) -> Iterator[tuple[ast.expr, str, str]]:
    """Yield an aggregate of the groups of a column that is another than the question says right before this column.

    A superlative asks for the step behind it, and excuses no other aggregate of the groups.
    """
    phrases = [
        (column, name) for name, words in _PARTS_OF_WORDS.items() for column in words.findall(subject.problem.question)
    ]
    yield from _pivoted(subject, phrases)
    yield from _listed(subject, phrases)
    yield from _counted_truths(subject)
    for call in calls(subject.tree, *_AGGREGATE_PHRASE):
        column = _column_of_groups(call)
        names = {name for phrase, name in phrases if phrase == column}
        if len(names) != 1 or call.args:
            continue
        (name,) = names
        aggregate = _AGGREGATE_PHRASE[called_name(call)]
        is_taken_elsewhere = any(
            _column_of_groups(twin) == column for twin in calls(subject.tree, *_NAMES_OF_AGGREGATES[name])
        )
        if (
            aggregate != name
            and not is_taken_elsewhere
            and not _has(subject.tree, "agg", "aggregate", "apply", "transform")
        ):
            yield call, name, aggregate


def _pivoted(subject: AlignmentSubject, phrases: Sequence[tuple[str, str]]) -> Iterator[tuple[ast.expr, str, str]]:
    """Yield what a pivot table takes of a column of which the question says another aggregate."""
    for call in calls(subject.tree, "pivot_table"):
        match keyword_of(call, "values"), keyword_of(call, "aggfunc"):
            case ast.Constant(value=str(column)), ast.Constant(value=str(function)):
                names = {name for phrase, name in phrases if phrase == column}
                taken = _AGGREGATE_PHRASE.get(function, "a count" if function in {"count", "size"} else "")
                if len(names) == 1 and taken and taken not in names:
                    yield call, min(names), taken


def _listed(subject: AlignmentSubject, phrases: Sequence[tuple[str, str]]) -> Iterator[tuple[ast.expr, str, str]]:
    """Yield what `agg` takes of a column of which the question says another aggregate that it does not take."""
    listed: dict[str, set[str]] = {}
    places: dict[str, ast.expr] = {}
    for call in calls(subject.tree, "agg", "aggregate"):
        for column, function in _aggregates_of(call):
            listed.setdefault(column, set()).add(function)
            places[column] = call
    phrases = [*phrases, *_ends_of(subject)]
    for column, functions in listed.items():
        names = {name for phrase, name in phrases if phrase == column}
        aggregates = sorted(_AGGREGATE_PHRASE[function] for function in functions & _AGGREGATE_PHRASE.keys())
        if len(names) != 1 or not aggregates or functions & _NAMES_OF_AGGREGATES[min(names)] or "" in functions:
            continue
        if not any(True for _ in calls(subject.tree, *_NAMES_OF_AGGREGATES[min(names)])):
            yield places[column], min(names), aggregates[0]


_ENDS = {
    "a maximum": re.compile(r"\b(?:largest|highest|greatest|maximum)\s+`([^`\n]+)`", re.IGNORECASE),
    "a minimum": re.compile(r"\b(?:smallest|lowest|minimum)\s+`([^`\n]+)`", re.IGNORECASE),
}


def _ends_of(subject: AlignmentSubject) -> Iterator[tuple[str, str]]:
    """Yield columns of which a question takes an end, where nothing in the code takes one by an order."""
    if not _has(subject.tree, "idxmax", "idxmin", "nlargest", "nsmallest", "sort_values", "first", "last", "apply"):
        for name, words in _ENDS.items():
            yield from ((column, name) for column in words.findall(subject.problem.question))


def _aggregates_of(call: ast.Call) -> Iterator[tuple[str, str]]:
    """Yield columns and the names of what `agg` takes of them; an empty name for a function."""
    groups = call.func.value if isinstance(call.func, ast.Attribute) else None
    own = groups.slice if isinstance(groups, ast.Subscript) else None
    pairs: list[tuple[ast.expr | None, ast.expr]] = []
    for argument in call.args[:1]:
        if isinstance(argument, ast.Dict):
            pairs += zip(argument.keys, argument.values, strict=True)
        else:
            pairs.append((own, argument))
    for word in call.keywords:
        is_pair = isinstance(word.value, ast.Tuple) and len(word.value.elts) == len(("column", "function"))
        if isinstance(word.value, ast.Tuple) and is_pair:
            pairs.append((word.value.elts[0], word.value.elts[1]))
        elif word.arg is not None:
            pairs.append((own, word.value))
    for column, functions in pairs:
        if isinstance(column, ast.Constant):
            for function in functions.elts if isinstance(functions, ast.List | ast.Tuple) else [functions]:
                yield str(column.value), str(function.value) if isinstance(function, ast.Constant) else ""


def _counted_truths(subject: AlignmentSubject) -> Iterator[tuple[ast.expr, str, str]]:
    """Yield a count of a column of truths, of which nothing takes those that are true."""
    for column in _columns_of_truths(subject.tree):
        uses = [node for node in strings(subject.tree) if node.value == column]
        counted = [
            call
            for call in calls(subject.tree, "agg", "aggregate")
            if {function for name, function in _aggregates_of(call) if name == column} & {"size", "count"}
        ]
        if len(uses) == len(counted) == 1:
            yield counted[0], f"those that are {column!r}", "the number of all"

    for call in calls(subject.tree, "count", "len"):
        match call:
            case ast.Call(func=ast.Attribute(value=ast.Compare())) | ast.Call(args=[ast.Compare()]):
                yield call, "those that fulfil a condition", "the number of all"


def _columns_of_truths(tree: ast.Module) -> Iterator[str]:
    """Yield the columns that a comparison makes by the name of an argument."""
    for call in calls(tree, "assign"):
        yield from (word.arg for word in call.keywords if word.arg is not None and isinstance(word.value, ast.Compare))


def _column_of_groups(call: ast.Call) -> str:
    """Return the column whose groups a method aggregates; empty for anything else."""
    match call.func:
        case ast.Attribute(value=ast.Subscript(value=ast.Call() as groups, slice=ast.Constant(value=str(column)))):
            return column if called_name(groups) == "groupby" else ""
        case ast.Attribute(
            value=ast.Call(
                func=ast.Attribute(value=ast.Subscript(slice=ast.Constant(value=str(column))), attr="groupby")
            )
        ):
            return column
    return ""


def _findings(subject: AlignmentSubject) -> Iterator[tuple[ast.expr, str, str]]:
    reading, tree, plain = subject.reading, subject.tree, subject.plain
    if "distinct" in reading.aggregates:
        is_set = any(isinstance(node, ast.Set | ast.SetComp) for node in ast.walk(tree))
        if not is_set and not _has(tree, *_DISTINCT):
            yield from ((call, "a number of distinct values", "all of them") for call in calls(tree, "count"))
    elif reading.aggregates and not (plain.means or plain.medians or reading.scales):
        if not _has(tree, *_SUMS, *_COUNTS, *_SUMMING_CALLS, "shape", "ngroups") and not _computes(tree, ast.Add):
            name = "a sum" if "sum" in reading.aggregates else "a count"
            yield from ((call, name, "a mean") for call in calls(tree, *_MEANS))
    elif reading.means and not reading.medians and not _averages(tree):
        yield from ((node, "a mean", "a sum") for node in _sums(tree))
        if not reading.extremes and not _EXTREMES.search(subject.problem.question):
            yield from ((node, "a mean", f"a {name}imum") for name in ("max", "min") for node in _of_groups(tree, name))
        if _RUNNING_MEAN.search(subject.problem.question):
            yield from ((node, "a running mean", "a running sum") for node in calls(tree, "cumsum"))


_EXTREMES = re.compile(r"\brange\b|\bnormali[sz]|\bscal|\bpeak|\bbest\b|\bworst\b|范围|归一", re.IGNORECASE)


def _of_groups(tree: ast.Module, name: str) -> Iterator[ast.Call]:
    """Yield where an extreme of groups is taken."""
    for call in calls(tree, name):
        if not call.args and any(getattr(node, "attr", "") in {"groupby", "resample"} for node in ast.walk(call.func)):
            yield call


def _averages(tree: ast.AST) -> bool:
    """Whether anything may be a mean: by its name, or by a division."""
    return _has(tree, *_MEANS, *_AVERAGING) or _computes(tree, ast.Div, ast.FloorDiv, ast.Mult)


def _sums(tree: ast.Module) -> Iterator[ast.expr]:
    """Yield what sums: calls, the name of an aggregate, or columns that are added and assigned."""
    named = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and node.value == "sum"]
    yield from named
    if not named and not _has(tree, *_SUMMING_CALLS):
        yield from calls(tree, *_SUMS)
        for statement in tree.body:
            match statement:
                case ast.Assign(value=ast.BinOp(op=ast.Add(), right=ast.Subscript() | ast.Attribute()) as value):
                    yield value


def _has(tree: ast.AST, *names: str) -> bool:
    """Whether anything of these names is called, read or given as text."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.Constant(value=str(name)) if name in names:
                return True
    return False


def _computes(tree: ast.AST, *kinds: type[ast.operator]) -> bool:
    """Whether anything is computed with these operators."""
    return any(isinstance(node, kinds) for node in ast.walk(tree))
