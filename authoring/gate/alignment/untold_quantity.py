"""DS660: a number of rows, a quantile, a share or a seed on which the answer rests and that nobody was given."""

import ast
import re
from collections.abc import Iterator, Mapping

from authoring.dseal.analysis.question_reading import numbers_of
from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.python_code import keyword_of
from authoring.dseal.session import at_node, checks
from authoring.gate.alignment._thresholds import number_of
from authoring.gate.alignment.base import AlignmentSubject

INFO = RuleInfo(
    code="DS660",
    name="untold-quantity",
    severity=Severity.WARNING,
    what="The reference takes so many first or largest rows, a quantile, a window, a share of rows or a seed, its "
    "value is compared, and neither the question nor an earlier one that it refers to says the number.",
    why="A solver has to guess it.",
    bad='# %%\n"""\nquestion: Give the largest values of a.\n"""\n\ndf.a.nlargest(5)\n',
    good='# %%\n"""\nquestion: Give the 5 largest values of a.\n"""\n\ndf.a.nlargest(5)\n',
)
_ROWS = "a number of rows"
_KINDS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    **dict.fromkeys(("head", "tail", "nlargest", "nsmallest", "most_common"), (_ROWS, ("n",))),
    "sample": ("a number or share of rows", ("n", "frac")),
    "quantile": ("a quantile", ("q",)),
    "rolling": ("a window", ("window",)),
    "train_test_split": ("a share of rows", ("test_size", "train_size")),
}
"""What the first argument of a call is, and by which keywords it is given."""
_SEEDED = frozenset(
    {"sample", "train_test_split", "shuffle", "permutation", "resample", "SMOTE", "RandomOverSampler"}
    | {"RandomUnderSampler", "KMeans"}
)
_FEWEST_ROWS = 2
"""One row is the first, the last or the largest."""
_SETTLED = {
    "a quantile": re.compile(
        r"quartil|\biqr\b|inter-?quart|median|outlier|percentil|quantil|分位|中位|离群|异常", re.IGNORECASE
    ),
    # A window of four quarters is said as twelve months.
    "a window": re.compile(
        r"\d|one|two|three|four|five|six|seven|week|month|quarter|year|半|[一二三四五六七]|周|月|年"
    ),
    "a number of rows": re.compile(
        r"\bhead\b|\bfirst few\b|\bpreview|\bpeek|\bglance|\bsome rows|预览|几行",
        re.IGNORECASE,
    ),
}
_REFERS_BACK = re.compile(
    r"\b(?:same|again|these|those|above|previous\w*|before|likewise|similar\w*|also|still|identified|selected|such)\b|"
    r"同样|相同|上述|这些|之前|前面|同上",
    re.IGNORECASE,
)
_COMPARING = frozenset({"result", "namespace_check", "stream"})


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the first number of a reference that decides what is taken and that nothing said before names."""
    aliases = {check.alias for check in checks(subject.problem)}
    if not _COMPARING & aliases or "model" in aliases:
        return
    question, number = subject.problem.question, subject.problem.number
    # Numbers of earlier questions count where this one refers to them.
    first = 1 if _REFERS_BACK.search(question) else number
    questions = [problem.question for _, problem in subject.problemset.problems if first <= problem.number <= number]
    known = {
        _key(said * factor)
        for said in numbers_of(" \n".join((*questions, *subject.problem.conventions)))
        for factor in (0.01, 1, 100)
    }
    known |= {_key(1 - float(key)) for key in known}
    before = subject.problemset.shown_before(subject.cell)
    for node, kind, quantity in _quantities(subject.tree):
        settled = _SETTLED.get(kind)
        if (settled is not None and settled.search(question)) or _key(quantity) in known:
            continue
        # A seed that stands in earlier code is the session's custom.
        if kind == "a seed" and quantity in numbers_of(before):
            continue
        message = f"the reference takes {kind}, {quantity:g}, that the question does not say"
        yield at_node(subject.problemset, subject.cell, node, INFO, message, "say the number in the question")
        return


def _quantities(tree: ast.Module) -> Iterator[tuple[ast.expr, str, float]]:
    """Yield literal numbers that decide which rows or values are taken, and what they are."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name)) if name in _KINDS:
                yield from _of_call(node, name)
            case ast.Subscript(
                value=ast.Attribute(attr="iloc" | "index") as rows, slice=ast.Slice(lower=None, upper=upper, step=None)
            ):
                size = number_of(upper) if upper is not None else None
                if size is not None and size >= _FEWEST_ROWS and _is_in_order(rows):
                    yield node, _ROWS, size
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            seed = keyword_of(node, "random_state") if name in _SEEDED else None
            number = number_of(seed) if seed is not None else None
            if number is not None:
                yield node, "a seed", number


def _of_call(call: ast.Call, name: str) -> Iterator[tuple[ast.expr, str, float]]:
    kind, keywords = _KINDS[name]
    arguments = [] if name == "train_test_split" else [*call.args[:1]]
    arguments += [value for word in keywords if (value := keyword_of(call, word)) is not None]
    for argument in arguments:
        numbers = argument.elts if isinstance(argument, ast.List | ast.Tuple) else [argument]
        for number in map(number_of, numbers):
            if number is not None and not (kind == _ROWS and abs(number) < _FEWEST_ROWS):
                yield call, kind, abs(number)


def _is_in_order(node: ast.expr) -> bool:
    """Tell whether a chain sorts or counts, so that its first rows are those that the question is about."""
    names = {inner.attr for inner in ast.walk(node) if isinstance(inner, ast.Attribute)}
    return bool(names & {"sort_values", "value_counts", "sort_index", "nlargest", "nsmallest"})


def _key(number: float) -> str:
    return f"{abs(number):.9g}"
