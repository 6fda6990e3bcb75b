"""DS709: groups of which the question has no word."""

import ast
import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.python_code import keyword_of
from authoring.dseal.session import at_node, checks
from authoring.gate.alignment._inputs import names_read
from authoring.gate.alignment._labels import texts_of
from authoring.gate.alignment.base import AlignmentSubject, calls

INFO = RuleInfo(
    code="DS709",
    name="untold-group",
    severity=Severity.WARNING,
    what="The reference groups rows by columns, and the question has neither a word of one of them nor a word such as "
    "`each`, `by` or `which`.",
    why="One number for all rows, or groups by something else, are as good an answer, and are refused.",
    bad='# %%\n"""\nquestion: What are the mean and the largest mass?\n"""\n\n'
    'df.groupby("kind")["mass"].agg(["mean", "max"])\n',
    good='# %%\n"""\nquestion: What are the mean and the largest mass of each kind?\n"""\n\n'
    'df.groupby("kind")["mass"].agg(["mean", "max"])\n',
)
_GROUPING = re.compile(
    r"\b(?:each(?! of (?:them|these|those)\b)|every|per|by|"
    r"which|who|whose|group\w*|same|across|between|compar\w*|within|among|respective\w*|most|least|"
    r"top)\b|每|各|按|分组|哪|谁|之间|最|同",
    re.IGNORECASE,
)
"""Words by which a question says, or implies, that rows belong together."""
_SEVERAL = re.compile(
    r"\b(?:several|multiple|more than (?:one|once|twice)|(?:one|two) or more|(?:at least|exactly|only|just) (?:once|"
    r"twice)|repeatedly|\w+ (?:or more )?times|(?:at least|more than|fewer than|less than|at most|exactly|only|over|"
    r"up to) \w+ (?:different|distinct|separate)|\w+ or (?:more|fewer) (?:different|distinct|separate))\b|"
    r"多个|多次|不止一|多于一|两[个次种]以上|至少[两二三]",
    re.IGNORECASE,
)
"""What holds of something by how often, or with how many others, it occurs: "under more than one code"."""
_QUANTITY = re.compile(
    r"\b(?:at least|more than|fewer than|less than|at most|exactly|only|over|up to) (?:one|two|three|four|five|six|"
    r"seven|eight|nine|ten|\d{1,4}) (?:\w+ )?[`\"']?(?P<noun>[a-zA-Z]\w*)",
    re.IGNORECASE,
)
_COUNTING = ("nunique", "size", "count", "value_counts", "unique", "filter", "duplicated", "len", "set", "cumcount")
_WORD, _STEM = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[\u4e00-\u9fff]+"), 4


_YEARS = re.compile(r"(?<!\d)(?:19|20)\d{2}(?!\d)")
"""Years that stand in a question say that rows belong together by the year, unless the key is another."""


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the first grouping that nothing in the question speaks of."""
    question, aliases = subject.problem.question, {check.alias for check in checks(subject.problem)}
    if _GROUPING.search(question) or not aliases & {"result", "namespace_check"} or _speaks_of_several(subject):
        return
    spoken = {word.casefold()[:_STEM] for word in _WORD.findall(question)}
    if _YEARS.search(question):
        spoken.add("year")
    for call in calls(subject.tree, "groupby"):
        key = keyword_of(call, "by") or (call.args[0] if call.args else None)
        # `df["a"]` and "a" are the same key.
        key = key.slice if isinstance(key, ast.Subscript) else key
        keys = [str(text.value) for text in texts_of(key)]
        words = [word.casefold()[:_STEM] for key in keys for word in _WORD.findall(key)]
        if words and not spoken.intersection(words):
            message = f"the reference groups by {keys[0]!r}, and the question has no word of groups"
            yield at_node(subject.problemset, subject.cell, call, INFO, message, "say what the answer is given for")
            return
    for call in calls(subject.tree, "pivot_table"):
        sides = [keyword_of(call, side) for side in ("index", "columns")]
        keys = [str(text.value) for side in sides for text in texts_of(side)]
        words = [word.casefold()[:_STEM] for key in keys for word in _WORD.findall(key)]
        if words and not spoken.intersection(words):
            message = f"the reference groups by {keys[0]!r}, and the question has no word of groups"
            yield at_node(subject.problemset, subject.cell, call, INFO, message, "say what the answer is given for")
            return


def _speaks_of_several(subject: AlignmentSubject) -> bool:
    """Tell whether the question asks with how many others things occur, and the reference counts in its groups."""
    if next(calls(subject.tree, *_COUNTING), None) is None:
        return False
    question = subject.problem.question
    columns = {word.casefold()[:_STEM] for name in names_read(subject.tree) for word in _WORD.findall(name)}
    nouns = {match["noun"].casefold()[:_STEM] for match in _QUANTITY.finditer(question)}
    return _SEVERAL.search(question) is not None or not columns.isdisjoint(nouns)
