"""What texts say of labels, and whether a validator compares them."""

import ast
import re
from collections.abc import Iterator

from authoring.dseal.model import Json
from authoring.dseal.session import Check, checks
from authoring.gate.alignment.base import AlignmentSubject

_FORGIVING = frozenset({"value_only", "type_only", "compare_fn"})
"""Options of a comparison that does not look at labels, or does so in its own way."""
ORDERED = re.compile(
    r"\b(?:sort\w*|order\w*|rank\w*|ascending|descending|alphabet\w*|chronolog\w*|revers\w*|top|bottom|first|last|head|tail|"
    r"largest|smallest|highest|lowest|(?<!at )most|(?<!at )least|fewest|biggest|latest|earliest|newest|oldest|"
    r"increasing|decreasing|best|worst|value[_ ]counts|groupby|unique\(|trend\w*|sequen\w*|over (?:time|the years))\b|"
    r"排|序|最|前|后|首|末|依次|趋势",
    re.IGNORECASE,
)
"""Words that may say, or imply, in which order an answer stands."""


def letters(text: str) -> str:
    """Return letters and digits alone, in small letters: how a label is spelled does not matter."""
    return "".join(re.findall(r"[^\W_]+", text.casefold()))


def says(text: str, label: str) -> bool:
    """Return whether a text has a label as words of its own, however parted; one without letters is said by any.

    `revenue` does not say `rev`: whoever was told the one gives a column the whole word.
    """
    spelled = letters(label)
    if spelled not in letters(text):
        return False
    pattern = r"[\W_]*".join(map(re.escape, spelled))
    return not spelled or re.search(rf"(?<![^\W\d_]){pattern}s?(?![^\W_])", text.casefold()) is not None


def compares(subject: AlignmentSubject, *forgiving: str) -> bool:
    """Return whether values are compared by flags, none of which forgives what is asked about."""
    forgiven = _FORGIVING | {*forgiving}
    compared = [flags for check in checks(subject.problem) for flags in _flags(check)]
    # What is no mapping is code that compares.
    return bool(compared) and all(
        flags is None or (isinstance(flags, dict) and not any(flags.get(name) for name in forgiven))
        for flags in compared
    )


def compares_outputs(subject: AlignmentSubject, *forgiving: str) -> bool:
    """Return whether outputs of a function's test cases are compared by flags, none of which forgives these matters."""
    forgiven = _FORGIVING | {*forgiving}
    outputs = [
        check.options.get("output_checker")
        for check in checks(subject.problem)
        if check.alias == "table_test" and isinstance(check.options, dict)
    ]
    return bool(outputs) and all(
        flags is None or (isinstance(flags, dict) and not any(flags.get(name) for name in forgiven))
        for flags in outputs
    )


def _flags(check: Check) -> Iterator[Json]:
    """Yield what each comparison of a check is set to."""
    if check.alias == "result":
        yield check.options
    elif isinstance(check.options, dict) and check.alias == "namespace_check":
        yield from check.options.values()


def texts_of(node: ast.expr | None) -> Iterator[ast.Constant]:
    """Yield a text that is written out, or those of a list of them."""
    elements = node.elts if isinstance(node, ast.List | ast.Tuple) else [node]
    yield from (item for item in elements if isinstance(item, ast.Constant) and isinstance(item.value, str))


def is_meant(question: str, label: str) -> bool:
    """Return whether a question has a label, or a word of it, as in `the ID` for `Person ID`."""
    if len(letters(label)) < _SHORTEST_SAID:
        return re.search(rf"(?<!\w){re.escape(label)}(?!\w)", question) is not None
    words = [word for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", label) if word not in _SMALL]
    spoken = {word.casefold().rstrip("s") for word in re.findall(r"[^\W\d_]+", question)}
    if says(question, label) or any(word.casefold().rstrip("s") in spoken for word in words):
        return True
    # `datetime features` are those that are called dates.
    stems = [word.casefold() for word in words if len(word) >= _SHORTEST_STEM]
    return any(word.startswith(stem) for word in spoken for stem in stems)


_SHORTEST_SAID = 2
"""Letters of a label that need not stand by themselves: every question has an `a`."""
_SHORTEST_STEM = 4
_SMALL = frozenset(["in", "the", "of", "and", "to", "for", "per", "by", "is", "on", "at", "or", "from", "with", "no"])
"""Words of labels that stand in most questions, whatever these are about."""
