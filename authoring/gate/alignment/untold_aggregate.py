"""DS689: an aggregate of groups of which the question has no word."""

import ast
import re
from collections.abc import Iterator, Mapping

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.python_code import called_name, nodes
from authoring.dseal.session import at_node, checks
from authoring.gate.alignment._inputs import names_read
from authoring.gate.alignment.base import AlignmentSubject

INFO = RuleInfo(
    code="DS689",
    name="untold-aggregate",
    severity=Severity.WARNING,
    what="The reference takes means, medians or deviations of groups, or of the scores of a cross-validation, and "
    "the question names no statistic at all; or a mean or median where the question asks for what is typical "
    "alone.",
    why="To analyse or to compare groups may be done by their means, medians, sums or counts.",
    bad='# %%\n"""\nquestion: Compare the mass of the kinds.\n"""\n\ndf.groupby("kind")["mass"].mean()\n',
    good='# %%\n"""\nquestion: Compare the mean mass of the kinds.\n"""\n\ndf.groupby("kind")["mass"].mean()\n',
)
_STATISTICS = re.compile(
    r"\b(?:means?|averag\w*|avg|medians?|typical\w*|expected|sum\w*|totals?|counts?|number|"
    r"how (?:many|much|long|old|far|often)|"
    r"max\w*|min\w*|highest|lowest|larg\w*|small\w*|most|least|std|deviations?|var\w*|spread|quantiles?|percent\w*|rates?|"
    r"shares?|proportions?|ratios?|fractions?|probabilit\w*|likel\w*|chance|statistics?|describ\w*|summar\w*|aggregat\w*|"
    r"correlat\w*|down-?sampl\w*|resampl\w*|growth|mode|outliers?|frequenc\w*|per|normali[sz]\w*|standardi[sz]\w*|impute\w*|"
    r"fill\w*|z-?scores?|ratings?|scores?|center\w*|centre\w*|encod\w*|best|worst|better|more|less|higher|lower)\b|"
    r"平均|均值|中位|标准差|总|数|率|占比|最|统计",
    re.IGNORECASE,
)
_WORDS: Mapping[str, str] = {"mean": "the mean", "median": "the median", "std": "the deviation", "var": "the variance"}


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the first statistic of groups in code whose question has none."""
    aliases = {check.alias for check in checks(subject.problem)}
    typical = _TYPICAL.search(subject.problem.question)
    spoken = "\n".join((subject.problem.question, *subject.problem.conventions))
    if typical is not None and not _AVERAGES.search(spoken) and aliases & {"result", "namespace_check"}:
        for place in _averages(subject.tree):
            message = f"the question asks for what is {typical[0].casefold()}, which may be a mean or a median"
            yield at_node(subject.problemset, subject.cell, place, INFO, message, "say which statistic is meant")
            return
    if _STATISTICS.search(_without_columns(subject)) or not aliases & {"result", "namespace_check"}:
        return
    for node in nodes(subject.tree):
        match node:
            case ast.Call(func=ast.Attribute(value=inner, attr=name), args=[]) if name in _WORDS and _is_grouped(inner):
                message = (
                    f"the reference takes {_WORDS[name]} of {_subject_of(inner)}, and the question names no statistic"
                )
                yield at_node(subject.problemset, subject.cell, node, INFO, message, "say which statistic is meant")
                return


_TYPICAL = re.compile(r"\btypical\b", re.IGNORECASE)
_AVERAGES = re.compile(
    r"\b(?:means?|averag\w*|avg|medians?|modes?|most (?:common|frequent)|commonest|quantiles?|middle|half)\b",
    re.IGNORECASE,
)


def _averages(tree: ast.Module) -> Iterator[ast.expr]:
    """Yield where code takes a mean or a median, also by its name."""
    for node in nodes(tree):
        match node:
            case ast.Call(func=ast.Attribute(attr="mean" | "median"), args=[]):
                yield node
            case ast.Constant(value="mean" | "median"):
                yield node


def _without_columns(subject: AlignmentSubject) -> str:
    """Return the question without the names of the columns that the code reads: a `math score` is no statistic."""
    columns = [_WORD.findall(name) for name in names_read(subject.tree)]
    names = [r"[\W_]*".join(map(re.escape, words)) for words in columns if len(words) > 1]
    question = _ORDER.sub(" ", subject.problem.question)
    if not names:
        return question
    return re.sub(rf"\b(?:{'|'.join(names)})s?\b", " ", question, flags=re.IGNORECASE)


_ORDER = re.compile(
    r"\b(?:from (?:the )?)?(?:lowest|highest|smallest|largest|least|most) "
    r"(?:to (?:the )?(?:lowest|highest|smallest|largest|least|most)|first|last)\b",
    re.IGNORECASE,
)
"""Words of an order of rows, which name no statistic."""


_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


def _subject_of(node: ast.expr) -> str:
    return "scores" if isinstance(node, ast.Call) and called_name(node) == "cross_val_score" else "groups"


def _is_grouped(node: ast.expr) -> bool:
    while isinstance(node, ast.Subscript | ast.Attribute):
        node = node.value
    return isinstance(node, ast.Call) and called_name(node) in {"groupby", "resample", "cross_val_score"}
