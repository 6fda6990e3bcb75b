"""DS660: a number of rows, of bins or of clusters, a quantile, a lag or a seed that nobody was given."""

import ast
import re
from collections.abc import Iterator, Mapping

from authoring.dseal.analysis.question_reading import numbers_of
from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.python_code import keyword_of
from authoring.dseal.session import at_node, checks
from authoring.gate.alignment._thresholds import number_of
from authoring.gate.alignment.base import AlignmentSubject, bound_value

INFO = RuleInfo(
    code="DS660",
    name="untold-quantity",
    severity=Severity.WARNING,
    what="The reference takes so many first or largest rows, bins, clusters or components, a quantile, a window, a "
    "lag, a degree, limits, the first characters, a share of rows or a seed, its value is compared, and neither the "
    "question nor an earlier one that it refers to says the number.",
    why="A solver has to guess it.",
    bad='# %%\n"""\nquestion: Give the largest values of a.\n"""\n\ndf.a.nlargest(5)\n',
    good='# %%\n"""\nquestion: Give the 5 largest values of a.\n"""\n\ndf.a.nlargest(5)\n',
)
_ROWS, _LAG, _LETTERS = "a number of rows", "a lag of rows", "a number of characters"
_BINS, _EDGE = "a number of bins", "an edge of bins"
_Kind = tuple[str, tuple[int, ...], tuple[str, ...]]
_KINDS: Mapping[str, _Kind] = {
    **dict.fromkeys(("head", "tail", "nlargest", "nsmallest", "most_common"), (_ROWS, (0,), ("n",))),
    **dict.fromkeys(("cut", "qcut", "histogram"), (_BINS, (1,), ("bins", "q"))),
    **dict.fromkeys(("shift", "diff", "pct_change"), (_LAG, (0,), ("periods",))),
    **dict.fromkeys(
        ("KMeans", "MiniBatchKMeans", "AgglomerativeClustering"), ("a number of clusters", (0,), ("n_clusters",))
    ),
    **dict.fromkeys(
        ("PCA", "TruncatedSVD", "NMF", "GaussianMixture"), ("a number of components", (0,), ("n_components",))
    ),
    **dict.fromkeys(("percentile", "nanpercentile"), ("a percentile", (1,), ("q",))),
    **dict.fromkeys(("ARIMA", "SARIMAX"), ("an order of the model", (1,), ("order", "seasonal_order"))),
    "winsorize": ("a share of values", (1,), ("limits",)),
    "sample": ("a number or share of rows", (0,), ("n", "frac")),
    "quantile": ("a quantile", (0,), ("q",)),
    "rolling": ("a window", (0,), ("window",)),
    "ewm": ("a weight", (0,), ("com", "span", "halflife", "alpha")),
    "polyfit": ("a degree", (2,), ("deg",)),
    "PolynomialFeatures": ("a degree", (0,), ("degree",)),
    "clip": ("a limit", (0, 1), ("lower", "upper")),
    "train_test_split": ("a share of rows", (), ("test_size", "train_size")),
}
"""What an argument of a call is, at which places it is given, and by which keywords."""
_SEEDED = frozenset(
    {"sample", "train_test_split", "shuffle", "permutation", "resample", "SMOTE", "RandomOverSampler"}
    | {"RandomUnderSampler", "KMeans"}
)
_FEWEST: Mapping[str, int] = {_ROWS: 2, _LAG: 2, "a limit": 2}
"""One row is the first, the last or the largest, a lag of one the row before; limits of 0 and 1 are those of shares."""
_OF_QUANTILES = re.compile(
    r"quartil|\biqr\b|inter-?quart|median|outlier|percentil|quantil|decil|tercil|quintil|half|halves|分位|中位|离群|异常",
    re.IGNORECASE,
)
_QUANTILES = frozenset({"a quantile", "a percentile"})
_FENCED = re.compile(r"\biqr\b|outlier|whisker|fence|离群|异常", re.IGNORECASE)
_OF_PARTS: Mapping[int, re.Pattern[str]] = {
    2: re.compile(r"median|half|halves|中位|半", re.IGNORECASE),
    3: re.compile(r"ter[ct]il|third", re.IGNORECASE),
    4: re.compile(r"quartil|quarter|四分位", re.IGNORECASE),
    5: re.compile(r"quintil|fifth", re.IGNORECASE),
    10: re.compile(r"decil|tenth|十分位", re.IGNORECASE),
}
"""Words for parts of equal size, by how many of them there are."""


def _words_of_quantile(quantity: float) -> Iterator[re.Pattern[str]]:
    """Yield what says a quantile in words: quartiles those that cut into four parts."""
    share = quantity / 100 if quantity > 1 else quantity
    yield _FENCED
    if abs(share - _MIDDLE) < _TINY or abs(1 - share - _MIDDLE) < _TINY:
        yield _MIDDLE_HALF
    for parts, pattern in _OF_PARTS.items():
        if abs(share * parts - round(share * parts)) < _TINY:
            yield pattern


_TINY, _MIDDLE = 0.02, 0.25
_MIDDLE_HALF = re.compile(r"(?:middle|central|inner) (?:half|50|fifty)|中间", re.IGNORECASE)
_OF_TIMES = re.compile(
    r"\d ?(?:day|week|month|quarter|year)|\b(?:day|week|fortnight|month|quarter|year)|annual|半|周|月|年|日|季",
    re.IGNORECASE,
)
_SEEDS = frozenset({"RandomState", "default_rng", "seed", "manual_seed", "set_seed"})
_SETTLED = {
    "a quantile": _OF_QUANTILES,
    "a percentile": _OF_QUANTILES,
    _BINS: _OF_QUANTILES,
    _EDGE: _OF_QUANTILES,
    # A window of four quarters is said as twelve months.
    "a window": re.compile(
        r"\d|\b(?:one|two|three|four|five|six|seven)\b|week|month|quarter|year|半|[一二三四五六七]|周|月|年",
        re.IGNORECASE,
    ),
    _LAG: _OF_TIMES,
    "a weight": _OF_TIMES,
    "a degree": re.compile(r"linear|quadratic|parabola|cubic|line\b|线性|直线|二次|三次", re.IGNORECASE),
    _LETTERS: re.compile(
        r"initial|letter|character|digit|prefix|year|month|date|day|hour|time|decade|century|code|字母|字符|年|月|日|时|位",
        re.IGNORECASE,
    ),
    "a number of rows": re.compile(
        r"\bhead\b|\bfirst few\b|\bpreview|\bpeek|\bglance|\bsome rows|预览|几行",
        re.IGNORECASE,
    ),
}
_MOVING = re.compile(r"\b(?:moving|rolling) window\b", re.IGNORECASE)
_SIZE = (
    r"(?:\d|\b(?:one|two|three|four|five|six|seven|ten|twelve)\b|\b(?:week|month|quarter|year|dai|annual|fortnight)\w*)"
)
_MOVING_BY = re.compile(
    rf"{_SIZE}[^.;?!]{{0,25}}\b(?:moving|rolling|window)|\b(?:moving|rolling) window[^.;?!]{{0,40}}{_SIZE}",
    re.IGNORECASE,
)
"""A window whose length stands beside it, in whatever unit."""
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
        # Edges may be in thousands or millions of what a question counts by.
        # A label of rows that is taken in is one less than their number.
        near = (quantity, quantity + 1) if isinstance(node, ast.Subscript) else (quantity,)
        forms = (quantity, quantity / 1e3, quantity / 1e6, quantity * 1e3) if kind == _EDGE else near
        is_settled = settled is not None and settled.search(question) is not None
        if kind == "a window" and _MOVING.search(question):
            is_settled = _MOVING_BY.search(question) is not None
        if kind in _QUANTILES:
            is_settled = any(pattern.search(question) for pattern in _words_of_quantile(quantity))
        if is_settled or known.intersection(map(_key, forms)):
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
                yield from _of_call(tree, node, name)
            case ast.Subscript(
                value=ast.Attribute(attr="iloc" | "index") as rows, slice=ast.Slice(lower=None, upper=upper, step=None)
            ):
                size = number_of(upper) if upper is not None else None
                if size is not None and size >= _FEWEST[_ROWS] and _is_in_order(rows):
                    yield node, _ROWS, size
            case ast.Subscript(value=ast.Attribute(attr="iloc" | "loc"), slice=rows, ctx=ast.Store()):
                yield from ((node, _ROWS, size) for size in _sizes(rows))
            case ast.Subscript(value=ast.Attribute(attr="str"), slice=ast.Slice(lower=lower, upper=upper, step=None)):
                ends = [number_of(end) for end in (lower, upper) if end is not None]
                yield from ((node, _LETTERS, abs(end)) for end in ends[:1] if end is not None)
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            seed = keyword_of(node, "random_state") if name in _SEEDED else None
            if name in _SEEDS and len(node.args) == 1:
                seed = node.args[0]
            number = number_of(seed) if seed is not None else None
            if number is not None:
                yield node, "a seed", number


def _sizes(place: ast.expr) -> Iterator[float]:
    """Yield how many first rows a place has that values are written to; a label counts from zero, and is taken in."""
    rows = place.elts[0] if isinstance(place, ast.Tuple) and place.elts else place
    if isinstance(rows, ast.Slice) and rows.lower is None and rows.upper is not None:
        size = number_of(rows.upper)
        if size is not None and size >= _FEWEST[_ROWS]:
            yield size


def _of_call(tree: ast.Module, call: ast.Call, name: str) -> Iterator[tuple[ast.expr, str, float]]:
    kind, places, keywords = _KINDS[name]
    # Bins that have labels are counted by them.
    is_labelled = isinstance(keyword_of(call, "labels"), ast.List)
    arguments = [call.args[place] for place in places if place < len(call.args)]
    arguments += [value for word in keywords if (value := keyword_of(call, word)) is not None]
    for argument in (bound_value(tree, argument) for argument in arguments):
        numbers, name_of_number = [argument], kind
        if isinstance(argument, ast.List | ast.Tuple):
            # The outer ends of bins take in all that there is.
            numbers = argument.elts[1:-1] if kind == _BINS else argument.elts
            name_of_number = _EDGE if kind == _BINS else kind
        elif kind == _BINS and is_labelled:
            continue
        for number in map(number_of, numbers):
            if number is not None and abs(number) >= _FEWEST.get(kind, 0):
                yield call, name_of_number, abs(number)


def _is_in_order(node: ast.expr) -> bool:
    """Tell whether a chain sorts or counts, so that its first rows are those that the question is about."""
    names = {inner.attr for inner in ast.walk(node) if isinstance(inner, ast.Attribute)}
    return bool(names & {"sort_values", "value_counts", "sort_index", "nlargest", "nsmallest"})


def _key(number: float) -> str:
    return f"{abs(number):.9g}"
