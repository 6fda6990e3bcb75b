"""DS218: a word that stands twice in a row."""

import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.model import ProblemSet, Surroundings
from authoring.dseal.prose import prose
from authoring.dseal.session import at_question

INFO = RuleInfo(
    code="DS218",
    name="doubled-word",
    severity=Severity.WARNING,
    what="A word of the question stands twice in a row, which no sentence has but for a few: `that`, `had`, "
    "`very`. Names "
    "with two capitals, unless they are those of libraries and their types, code and quoted texts are left alone.",
    why="A slip shows that nobody has read the text, and sometimes a word between the two is missing.",
    bad='# %%\n"""\nquestion: Give the mean of the the weights.\n"""\n\n1 + 2\n',
    good='# %%\n"""\nquestion: Give the mean of the weights.\n"""\n\n1 + 2\n',
)

_DOUBLED = re.compile(
    r"(?<![\w'\"`.,/-])(?P<word>[^\W\d_]+)[ \t]*[ \t\n][ \t]*(?P=word)(?![\w'/-]|\.\w)", re.IGNORECASE
)
# Small words, and longer ones; `一一` and verbs that are said twice, such as `看看`, are right.
_CHINESE = re.compile(
    r"(?P<word>(?<!目)的|了|是|在|和|与|请|将|把|并|为|从|按|(?P<first>[\u4e00-\u9fff])(?!(?P=first))[\u4e00-\u9fff]{1,4})(?P=word)"
)
_RIGHT_TWICE = frozenset(
    {"that", "is", "had", "very", "so", "bye", "no", "yes", "ha", "long", "many", "much", "really"}
)
"""Words that a sentence may well have twice in a row."""
_KNOWN_WORDS = (
    "i what how is a an the this of in for with by merge create plot print sort filter drop show list find give "
    "compute calculate count return"
)
_LIBRARY_WORDS = frozenset({"dataframe", "series", "array", "numpy", "pandas", "python", "csv"})
"""Words of libraries, which many write with capitals and which are no name twice, wherever they stand."""
_KNOWN = frozenset(_KNOWN_WORDS.split())
"""Words that are no name, even where a sentence begins with them twice and both have capitals."""


def check(problemset: ProblemSet, _surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Find the first doubled word of each question."""
    for cell, problem in problemset.problems:
        match = next(filter(_is_slip, _DOUBLED.finditer(prose(problem.question))), None)
        if match is not None:
            message = f"the word '{match['word']}' stands twice in a row"
            yield at_question(problemset, cell, match[0], INFO, message, "take one of them out")
            continue
        twice = _CHINESE.search(prose(problem.question))
        if twice is not None:
            message = f"'{twice['word']}' stands twice in a row"
            yield at_question(problemset, cell, twice[0], INFO, message, "take one of them out")


def _is_slip(match: re.Match[str]) -> bool:
    first, second = match[0].split()
    # A title begins with a capital where the sentence goes on small; two capitals are a name.
    is_start = match.string[: match.start()].rstrip()[-1:] in {"", ".", "?", "!"}
    is_known = first.lower() in _LIBRARY_WORDS or (is_start and first.lower() in _KNOWN)
    is_name = first[0].isupper() and second[0].isupper() and not is_known
    return first.lower() not in _RIGHT_TWICE and not is_name
