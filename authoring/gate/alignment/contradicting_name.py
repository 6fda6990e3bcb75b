"""DS695: a name of the reference that says the opposite of the question."""

import ast
import re
from collections.abc import Iterator, Sequence

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.prose import prose
from authoring.dseal.python_code import nodes
from authoring.dseal.session import at_node, checked_variables
from authoring.gate.alignment._inputs import names_read
from authoring.gate.alignment.base import AlignmentSubject

INFO = RuleInfo(
    code="DS695",
    name="contradicting-name",
    severity=Severity.WARNING,
    what="The name of the reference's function, of a compared variable, or of a column that it takes has a word such "
    "as first, total or greater, the question has the opposite or another such word before the same noun, and the "
    "name's own word nowhere.",
    why="One of the two is not what was meant: a solver who goes by the question is refused.",
    bad='# %%\n"""\nquestion: Write `drop_first(df)` that drops the last row.\n"""\n\n'
    "def drop_first(df):\n    return df.iloc[1:]\n",
    good='# %%\n"""\nquestion: Write `drop_first(df)` that drops the first row.\n"""\n\n'
    "def drop_first(df):\n    return df.iloc[1:]\n",
)
_GROUPS: tuple[tuple[tuple[str, ...], ...], ...] = (
    (("first", "leading"), ("last", "final", "trailing")),
    (
        ("max", "maximum", "highest", "largest", "biggest", "greatest", "most", "longest", "top"),
        ("min", "minimum", "lowest", "smallest", "least", "fewest", "shortest", "bottom"),
    ),
    (("greater", "more", "above", "larger", "higher", "over"), ("less", "fewer", "below", "smaller", "lower", "under")),
    (("ascending", "increasing"), ("descending", "decreasing")),
    (("mean", "average", "avg"), ("median",), ("total", "sum")),
    (("before", "previous"), ("after", "next")),
    (("even",), ("odd",)),
)
_SIDES = {
    word: (number, side) for number, group in enumerate(_GROUPS) for side, words in enumerate(group) for word in words
}
_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_LONGEST = 4_000
_COLUMN_GROUPS = frozenset({4})
"""Groups of words that columns of a table are called by, as `Total tax rate` is; others are labels of places."""
_FEWEST = 2


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the first name that says the opposite."""
    text = prose(subject.problem.question[:_LONGEST]).casefold()
    spoken = re.findall(r"[^\W\d_]+", text)
    for node in subject.tree.body:
        names = [node.name] if isinstance(node, ast.FunctionDef) else []
        if isinstance(node, ast.Assign):
            targets = [target.id for target in node.targets if isinstance(target, ast.Name)]
            names = [name for name in targets if name in checked_variables(subject.problem)]
        for name in names:
            pair = _contradiction(name, spoken, within=None)
            if pair is not None:
                message = f"the question says '{pair[1]}', and the reference calls it `{name}`"
                yield at_node(subject.problemset, subject.cell, node, INFO, message, "make the two say the same")
                return
    if (end := _other_end(subject, spoken)) is not None:
        lookup = next(n for n in nodes(subject.tree) if isinstance(n, ast.expr) and _is(n, end[1]))
        message = f"the question says '{end[0]}', and the reference takes the column {end[1]!r}"
        yield at_node(subject.problemset, subject.cell, lookup, INFO, message, "make the two say the same")
        return
    # A column's own word counts where the question says another one before the same noun: "average score".
    for column in sorted(names_read(subject.tree)):
        pair = _contradiction(column, spoken, within=_COLUMN_GROUPS)
        if pair is not None and _names_noun(column, pair[1], spoken):
            lookup = next(n for n in nodes(subject.tree) if isinstance(n, ast.expr) and _is(n, column))
            message = f"the question says '{pair[1]}', and the reference takes the column {column!r}"
            yield at_node(subject.problemset, subject.cell, lookup, INFO, message, "make the two say the same")
            return


_ENDS = (
    (
        ("start", "starts", "started", "starting", "begin", "begins", "from"),
        ("end", "ends", "ended", "ending", "finish"),
    ),
    (
        ("origin", "departure", "departs", "depart", "departing"),
        ("destination", "arrival", "arrives", "arrive", "arriving"),
    ),
    (("open", "opening", "opened", "opens"), ("close", "closing", "closed", "closes")),
    (("buyer", "buy", "bought"), ("seller", "sell", "sold")),
    (("home",), ("away",)),
    (("sender", "sent", "sends"), ("receiver", "received", "receives")),
)
"""Words for two ends, by which pairs of columns are called, and which sentences say as verbs."""


def _other_end(subject: AlignmentSubject, spoken: Sequence[str]) -> tuple[str, str] | None:
    """Return a word of the question for one end, and the column of the other one that is taken in its place."""
    words_said = {*spoken}
    for column in sorted(names_read(subject.tree)):
        words = [word.casefold() for word in _WORDS.findall(column)]
        for near, far in (*_ENDS, *(pair[::-1] for pair in _ENDS)):
            own, opposite = words_said & {*near}, words_said & {*far}
            if not own and opposite and len(words) > 1 and {*words} & {*near}:
                noun = next(word for word in words if word in near)
                partners = {re.sub(rf"(?i){noun}", word, column) for word in far}
                if any(re.search(rf"\b{re.escape(partner)}\b", subject.problemset.text) for partner in partners):
                    return min(opposite), column
    return None


def _is(node: ast.expr, column: str) -> bool:
    return (isinstance(node, ast.Constant) and node.value == column) or (
        isinstance(node, ast.Attribute) and node.attr == column
    )


def _contradiction(name: str, spoken: list[str], within: frozenset[int] | None) -> tuple[str, str] | None:
    """Return a word of a name and the other one that the question has in its place."""
    words = [word.casefold() for word in _WORDS.findall(name)]
    if len(words) < _FEWEST:
        return None
    for word in words:
        group, side = _SIDES.get(word, (-1, -1))
        if group < 0 or (within is not None and group not in within):
            continue
        sides = {_SIDES[text][1]: text for text in spoken if _SIDES.get(text, (-1, -1))[0] == group}
        # Where the name has words of both sides, or the question has, nothing is opposed.
        own = {_SIDES[text][1] for text in words if _SIDES.get(text, (-1, -1))[0] == group}
        if sides and len(own) == 1 and side not in sides and len(sides) == 1:
            return word, next(iter(sides.values()))
    return None


def _names_noun(column: str, word: str, spoken: list[str]) -> bool:
    """Return whether the question says a word right before what the column is the total or average of."""
    nouns = [part.casefold() for part in _WORDS.findall(column) if part.casefold() not in _SIDES]
    places = [place for place, text in enumerate(spoken) if text == word]
    size = len(nouns)
    return bool(nouns) and any(spoken[place + 1 : place + 1 + size] == nouns for place in places)
